/** `planwright tasks generate`. */
import { UsageError } from '../core/errors.js';
import { findEnvironment } from '../environments/index.js';
import { saveSuite } from '../suites/index.js';
import { note, print, printJson } from './output.js';
import { renderSuiteSummary, summarizeSuite } from './suite-summary.js';

/** Options of `tasks generate`; sizes are instances of each task type. */
export interface TasksGenerateOptions {
  readonly out: string;
  readonly name?: string;
  readonly seed?: number;
  readonly train?: number;
  readonly validation?: number;
  readonly heldOut?: number;
  readonly json?: true;
}

/** Makes a suite of our own. Rejects with a UsageError for a world that has no generator. */
export async function generateTasks(world: string, options: TasksGenerateOptions): Promise<void> {
  const { generator, taskTypes } = await findEnvironment(world);
  if (generator === undefined) throw new UsageError(`the world '${world}' has no generator of its own`);
  const { out, seed = generator.seed, name = generator.name, json } = options;
  const perType = {
    train: options.train ?? generator.perType.train,
    validation: options.validation ?? generator.perType.validation,
    'held-out': options.heldOut ?? generator.perType['held-out'],
  };
  const suite = saveSuite(
    out,
    { name, environment: world, origin: { generator: generator.name, seed, perType } },
    generator.generate(seed, perType),
  );
  const summary = summarizeSuite(suite);
  if (json) printJson({ suite: out, seed, ...summary });
  else {
    print(renderSuiteSummary(summary, taskTypes));
    note(`\nwritten to ${out} with seed ${seed}; try one with: planwright play ${out}`);
  }
}
