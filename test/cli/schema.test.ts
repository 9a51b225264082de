import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { emptyFolder, runCli } from './run-cli.js';

it.each([
  [[], 'schema.json'],
  [['config'], 'schema.json'],
  [['ablation'], 'ablation.schema.json'],
  [['suite'], 'suite.schema.json'],
  [['plan'], 'plan.schema.json'],
])('schema %j prints %s as it ships', async (args, file) => {
  const { code, stdout, stderr } = await runCli(['schema', ...args], { cwd: emptyFolder() });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(readFileSync(`configs/${file}`, 'utf8'));
});

it('names the schemas there are', async () => {
  const { code, stderr } = await runCli(['schema', 'prices']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/Allowed choices are config, ablation, suite, plan/);
});
