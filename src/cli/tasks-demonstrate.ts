/** `planwright tasks demonstrate`. */
import { recordDemonstrations } from '../config/index.js';
import { checkDemonstrationsTarget, loadSuite, saveDemonstrations } from '../suites/index.js';
import { note, print, printJson } from './output.js';
import { renderTable } from './table.js';

/** Options of `tasks demonstrate`. */
export interface TasksDemonstrateOptions {
  readonly perType: number;
  readonly seed: number;
  readonly out: string;
  readonly json?: true;
}

/** Records demonstrations of a suite's task types. Throws a UsageError before anything is written. */
export async function demonstrateTasks(folder: string, options: TasksDemonstrateOptions): Promise<void> {
  const { perType, seed, out, json } = options;
  const suite = loadSuite(folder);
  checkDemonstrationsTarget(out, suite.environment);
  const set = await recordDemonstrations(suite, { perType, seed });
  saveDemonstrations(out, set);
  const rows = set.demonstrations.map(({ instanceId, taskType, goal, steps }) => {
    const thoughts = steps.filter(({ thought }) => thought !== undefined).length;
    return { instanceId, taskType, goal, steps: steps.length, thoughts };
  });
  if (json) {
    printJson({ demonstrations: out, environment: set.environment, seed, recorded: rows });
    return;
  }
  print(
    renderTable([
      ['instance', 'steps', 'thoughts', 'goal'],
      ...rows.map(({ instanceId, steps, thoughts, goal }) => [
        instanceId,
        String(steps),
        String(thoughts),
        goal,
      ]),
    ]),
  );
  note(`\n${rows.length} demonstrations written to ${out} with seed ${seed}`);
}
