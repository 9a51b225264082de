import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadSimulatedProfile } from '../../src/config/load-simulated-profile.js';
import { UsageError } from '../../src/core/errors.js';
import { simulatedProfiles } from '../../src/models/simulated/index.js';

function write(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'mine.yaml');
  writeFileSync(path, text);
  return path;
}

it('takes the numbers that are given, and those of the strong profile for the rest', () => {
  expect(loadSimulatedProfile(write('faithfulness: 0.25\nslip: 1\n'))).toEqual({
    ...simulatedProfiles.strong,
    faithfulness: 0.25,
    slip: 1,
  });
  expect(loadSimulatedProfile(write('# nothing\n'))).toEqual(simulatedProfiles.strong);
});

it.each([
  ['faithfulness: 1.1', 'mine.yaml: faithfulness: '],
  ['slip: -0.1', 'mine.yaml: slip: '],
  ['slip: .nan', 'mine.yaml: slip: '],
  ['slip: yes please', 'mine.yaml: slip: '],
  ['faith: 0.5', 'Unrecognized key: "faith"'],
  ['- 1', 'mine.yaml: '],
  ['slip: 0.1\nslip: 0.2', 'mine.yaml:2: '],
  ['slip: [0.1', 'mine.yaml:1: '],
  ['slip: &a 0.1\ninsight: *a', 'aliases are not allowed'],
])('refuses %j', (text, message) => {
  const path = write(text);
  expect(() => loadSimulatedProfile(path)).toThrow(UsageError);
  expect(() => loadSimulatedProfile(path)).toThrow(message);
});
