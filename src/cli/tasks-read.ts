/** `planwright tasks list` and `tasks show`. */
import type { TaskSuite } from '../core/task.js';
import { environmentNames, findEnvironment } from '../environments/index.js';
import { loadSuite, selectInstances } from '../suites/index.js';
import { findInstance } from './find-instance.js';
import { print, printJson } from './output.js';
import { renderSuiteSummary, summarizeSuite } from './suite-summary.js';

/** Options of `tasks list`. */
export interface TasksListOptions {
  readonly ids?: true;
  readonly split?: string;
  readonly taskType?: string;
  readonly json?: true;
}

/** Prints what a suite holds, or its ids. Rejects with a UsageError for a suite that can not be read. */
export async function listTasks(
  folder: string,
  { ids, split, taskType, json }: TasksListOptions,
): Promise<void> {
  const suite = loadSuite(folder);
  if (ids) {
    const inSplit = split === undefined ? suite.instances : selectInstances(suite, { split });
    const wanted = inSplit.filter((one) => taskType === undefined || one.taskType === taskType);
    const names = wanted.map(({ id }) => id);
    if (json) printJson(names);
    else for (const name of names) print(name);
    return;
  }
  const summary = summarizeSuite(suite);
  if (json) printJson(summary);
  else print(renderSuiteSummary(summary, await taskTypesOf(suite)));
}

/** Prints one instance. Rejects with a UsageError for an unknown id. */
export async function showTask(folder: string, id: string, json: boolean): Promise<void> {
  const suite = loadSuite(folder);
  const instance = findInstance(suite, folder, id);
  const world = await findEnvironment(suite.environment);
  const session = await world.create().start(instance);
  const { environment, taskType, split, sourceSplit, goal } = instance;
  const { observation } = session.initial;
  const admissibleActions = session.admissibleActions();
  if (json) {
    printJson({ id, environment, taskType, split, sourceSplit, goal, observation, admissibleActions });
    return;
  }
  const inSplit = sourceSplit === undefined ? split : `${split} (${sourceSplit})`;
  print(
    [
      `${id}`,
      `world ${environment}, task type ${taskType}, split ${inSplit}`,
      '',
      `Goal: ${goal}`,
      '',
      'First observation:',
      indent(observation),
      '',
      `Admissible actions (${admissibleActions.length}):`,
      indent(admissibleActions.join('\n')),
    ].join('\n'),
  );
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

/** The task types of a suite in the order of its world; in that of the suite where the world is the user's own. */
async function taskTypesOf({ environment, instances }: TaskSuite): Promise<readonly string[]> {
  if (environmentNames.includes(environment)) return (await findEnvironment(environment)).taskTypes;
  return [...new Set(instances.map(({ taskType }) => taskType))];
}
