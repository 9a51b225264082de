/** `planwright worlds list`. */
import { environmentNames, findEnvironment } from '../environments/index.js';
import { print, printJson } from './output.js';
import { renderTable } from './table.js';

/** Prints all worlds. */
export async function listWorlds(json: boolean): Promise<void> {
  const definitions = await Promise.all(environmentNames.map(findEnvironment));
  const worlds = definitions.map(({ name, title, taskTypes, create, shippedSuite }) => {
    const { version, maxSteps } = create();
    const suite = shippedSuite === undefined ? null : `tasks/${shippedSuite}`;
    return { name, version, title, maxSteps, taskTypes, suite };
  });
  if (json) {
    printJson(worlds);
    return;
  }
  const head = ['world', 'version', 'steps', 'task types', 'our own suite', 'what it is'];
  const rows = worlds.map(({ name, version, title, maxSteps, taskTypes, suite }) => [
    name,
    version,
    String(maxSteps),
    taskTypes.join(' '),
    suite ?? 'none',
    title,
  ]);
  print(renderTable([head, ...rows]));
}
