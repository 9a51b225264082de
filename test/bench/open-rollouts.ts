/** Resident memory of open rollouts on ALFWorld, each some twenty steps in and waiting for an answer. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { median } from 'simple-statistics';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import { startBenchServer } from './start-server.js';

const few = 100;
const many = 1000;
const steps = 20;

/** As many games as are open at most: those that come with planwright over and over, each copy under an id of its own. */
function writeGames(folder: string): void {
  const { instances, environment } = loadSuite(resolve('tasks/household'));
  const games = instances.filter(({ split, taskType }) => split === 'held-out' && taskType === 'heat');
  const copies = Array.from({ length: many }, (_, index) => {
    const game = games[index % games.length];
    if (!game) throw new Error('the suite is empty');
    return { ...game, id: `${game.id}-${index}` };
  });
  saveSuite(folder, { name: 'many', environment }, copies);
}

/** Bytes of a fresh process with so many rollouts open. */
async function residentWith(count: number, url: string, folder: string): Promise<number> {
  const script = resolve('test/bench/hold-rollouts.ts');
  const given = [url, join(folder, 'games'), `${count}`, `${steps}`, join(folder, 'runs')];
  const args = ['--expose-gc', '--import', 'tsx', script, ...given];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

/** A row for the table of the bench: what, median, target. `folder` takes games and runs. */
export async function benchOpenRollouts(
  folder: string,
  rounds = 5,
): Promise<(readonly [what: string, measured: string, target: string])[]> {
  const { child, url } = await startBenchServer('wandering-server.ts', `${steps}`);
  try {
    writeGames(join(folder, 'games'));
    const bytes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const fewer = await residentWith(few, url, folder);
      bytes.push(((await residentWith(many, url, folder)) - fewer) / (many - few));
    }
    return [['memory per open rollout', `${Math.round(median(bytes) / 1000)} KB`, '200 KB']];
  } finally {
    child.kill();
  }
}
