import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { createPlan, listPlans, loadPlan, type PlanDetails, savePlan } from '../../src/plans/index.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-plans-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plan = createPlan({ text: 'Go.', iteration: 1, environment: 'toy', taskType: 'heat' });
const details: PlanDetails = {
  title: 'Go',
  description: 'Goes.',
  environmentVersion: '1',
  actionsHash: `sha256:${'0'.repeat(64)}`,
  provenance: {
    run: 'r',
    seed: 0,
    batch_size: 1,
    reflection: 'full',
    optimizer: 'autoplan',
    optimizer_model: 'm',
    agent_model: 'm',
    tool_version: '0',
    simulated: true,
  },
  trainedOn: {
    suite: 's',
    suite_digest: `sha256:${'1'.repeat(64)}`,
    untrusted_observations: false,
    reviewed_by: null,
  },
  license: 'CC0-1.0',
};

test('a saved plan is loaded as it was; saving again gives the same bytes', () => {
  const path = join(folder, 'new', 'heat.md');
  savePlan(path, plan, details);
  const bytes = readFileSync(path);
  expect(loadPlan(path)).toMatchObject({ plan, details, edited: false });
  savePlan(path, plan, details);
  expect(readFileSync(path)).toEqual(bytes);
  expect(readdirSync(join(folder, 'new'))).toEqual(['heat.md']);
});

test('a list holds plans in order, names broken ones, and leaves other files out', () => {
  savePlan(join(folder, 'b.md'), plan, details);
  savePlan(join(folder, 'a.md'), plan, details);
  writeFileSync(join(folder, 'README.md'), '# Plans\n');
  writeFileSync(join(folder, 'notes.txt'), '---\n');
  writeFileSync(join(folder, 'broken.md'), '---\nschema: planwright.plan/v7\n---\n');
  mkdirSync(join(folder, 'folder.md'));
  const listed = listPlans(folder);
  expect(listed.map(({ path }) => path)).toEqual(
    ['a.md', 'b.md', 'broken.md', 'folder.md'].map((n) => join(folder, n)),
  );
  expect(listed[0]).toMatchObject({ planFile: { plan } });
  expect(listed[2]).toMatchObject({ problem: expect.stringMatching(/broken\.md: .*planwright\.plan\/v7/) });
  expect(listed[3]).toMatchObject({ problem: expect.stringMatching(/is a folder/) });
});

test('files that can not be read or written are usage errors with their names', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => loadPlan(join(folder, 'absent.md'))).toThrow(/absent\.md: does not exist/);
  expect(() => loadPlan(folder)).toThrow(/is a folder, not a file/);
  expect(() => listPlans(join(folder, 'absent'))).toThrow(/absent: does not exist/);
  expect(() => savePlan(join(folder, 'file', 'x.md'), plan, details)).toThrow(/can not write the plan/);
  expect(() => savePlan(join(folder, 'file', 'x.md'), plan, details)).toThrow(UsageError);
});

test('a bare name that nothing has is a new file; an alias that is not there is none', () => {
  const before = process.cwd();
  process.chdir(folder);
  try {
    savePlan('heat', plan, details);
    expect(loadPlan('heat').plan).toEqual(plan);
    expect(() => savePlan('heat@production', plan, details)).toThrow(/no plan heat in the registry plans/);
    expect(readdirSync('.')).toEqual(['heat']);
  } finally {
    process.chdir(before);
  }
});

test('a huge file is refused before it is read', () => {
  writeFileSync(join(folder, 'huge.md'), Buffer.alloc(1024 * 1024 + 1, 'x'));
  expect(() => loadPlan(join(folder, 'huge.md'))).toThrow(/huge\.md: has more than 1048576 bytes/);
});
