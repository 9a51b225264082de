import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Environment } from '../../src/core/environment.js';
import type { TaskInstance } from '../../src/core/task.js';
import { adoptEnvironment, importValue, openProcessWorld } from '../../src/external/index.js';
import { loadSuite } from '../../src/suites/index.js';
import { systemClock } from '../../src/util/clock.js';
import { createRandom } from '../../src/util/random.js';
import { needPython } from '../python.js';
import { temporaryFolder } from './processes.js';

const js = resolve('configs/examples/own-world-js');
const python = resolve('configs/examples/own-world-python');

async function openJs(): Promise<Environment> {
  const { value } = await importValue({ module: './world.js', name: 'environment', folder: js });
  return adoptEnvironment(value, 'world.js');
}

async function openPython(): Promise<Environment> {
  const command = ['python3', 'world.py'];
  const settings = { command, folder: python, timeoutSeconds: 60, most: 2, clock: systemClock, options: {} };
  const world = await openProcessWorld(settings);
  onTestFinished(world.close);
  return world.environment;
}

/** All that a world says in an episode of random actions, some of them odd. */
async function record(environment: Environment, instance: TaskInstance): Promise<unknown[]> {
  const random = createRandom('examples', instance.id);
  const session = await environment.start(instance);
  const said: unknown[] = [environment.manual(instance), session.initial];
  for (let turn = session.initial, i = 0; i < 40 && !turn.terminated; i++) {
    const offered = session.admissibleActions();
    const odd = ['', 'zzz', 'go to kiln 2', 'heat potion 1 with kiln 1', 'open chest 1 '];
    const action = random.chance(0.2) ? random.pick(odd) : random.pick(offered);
    turn = await session.step(action);
    said.push([action, turn, offered, session.scores?.()]);
  }
  session.close?.();
  return said;
}

describe('the examples of worlds of one own', () => {
  it('have the same tasks', () => {
    const read = (folder: string) => readFileSync(join(folder, 'potions.jsonl'), 'utf8');
    expect(read(js)).toBe(read(python));
  });

  it.skipIf(!needPython())('are the same world in JavaScript and in Python', async () => {
    const worlds = [await openJs(), await openPython()] as const;
    const about = ({ name, version, maxSteps, scores, instancesAre }: Environment) => [
      name,
      version,
      maxSteps,
      scores,
      instancesAre,
    ];
    expect(about(worlds[0])).toEqual(about(worlds[1]));
    const { instances } = loadSuite(join(js, 'potions.jsonl'));
    for (const instance of instances.slice(0, 20))
      expect(await record(worlds[0], instance)).toEqual(await record(worlds[1], instance));
    const foreign = { ...(instances[0] as TaskInstance), setup: { seed: 0.5 } };
    const refusals = await Promise.all(
      worlds
        .map(async (world) => Promise.resolve(world.start(foreign)).catch(String))
        .map((one) => one.catch(String)),
    );
    for (const refusal of refusals)
      expect(refusal).toMatch(/UsageError: .*a whole seed, a thing, and the target/);
  });

  it('the one in JavaScript passes its own tests, and types, as a package elsewhere', () => {
    const folder = join(temporaryFolder(), 'own-world');
    cpSync(js, folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(resolve('.'), join(folder, 'node_modules/planwright'));
    const tests = spawnSync(process.execPath, ['--test'], { cwd: folder, encoding: 'utf8' });
    expect(tests.stdout).toMatch(/\bpass 2\b/);
    const options = '--noEmit --allowJs --checkJs --strict --target es2023 --module nodenext --types node';
    const types = ['--typeRoots', resolve('node_modules/@types'), 'world.js', 'agent.js'];
    const compiler = resolve('node_modules/.bin/tsc');
    expect(execFileSync(compiler, [...options.split(' '), ...types], { cwd: folder, encoding: 'utf8' })).toBe(
      '',
    );
  });
});
