import { expect, test } from 'vitest';
import { differingWorlds } from '../../src/config/differing-worlds.js';
import { parseOverride } from '../../src/config/index.js';
import { loadConfig } from '../../src/config/load-config.js';
import { renderAblation } from '../../src/report/index.js';
import { household } from '../cli/run-cli.js';
import { ablationFolder, runSmall } from './small-ablation.js';

const arm = (name: string, ...settings: readonly string[]) => ({
  name,
  config: loadConfig(undefined, settings.map(parseOverride)).config,
});

test('arms whose worlds are set up alike are not spoken of, whatever else differs', () => {
  expect(differingWorlds([])).toEqual([]);
  expect(differingWorlds([arm('a', 'seed=1'), arm('b', 'agent.name=react', 'model.profile=weak')])).toEqual(
    [],
  );
  const rules = 'environment.rules={ heat: toaster }';
  expect(differingWorlds([arm('a', rules), arm('b', rules)])).toEqual([]);
});

test('each setting of the world that differs is named, with the arms that have each value', () => {
  expect(
    differingWorlds([
      arm('a', 'environment.feedback=plain', 'limits.maxSteps=9'),
      arm('b', 'limits.maxSteps=9'),
      arm('c', 'environment.rules.heat=[toaster]'),
    ]),
  ).toEqual([
    'Not all play in the same world: environment.feedback is "plain" for a; not set for b, c.',
    'Not all play in the same world: environment.rules.heat is not set for a, b; ["toaster"] for c.',
    'Not all play in the same world: limits.maxSteps is 9 for a, b; not set for c.',
  ]);
});

test('the tables of an ablation say so', async () => {
  const { results } = await runSmall(
    ablationFolder(`
experiments:
  house:
    config: base.yaml
    set: { suite: ${JSON.stringify(household)}, taskType: heat, limits: { maxSteps: 5 } }
    arms:
      - { name: told why }
      - { name: not told, set: { environment: { feedback: plain } } }
`),
  );
  expect(renderAblation(results, 'success')).toContain(
    '\n  Not all play in the same world: environment.feedback is not set for told why; "plain" for not told.\n',
  );
});
