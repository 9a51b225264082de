import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRun, listRuns } from '../../src/runs/index.js';

function runsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-find-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function addRun(runs: string, name: string, seconds: number): string {
  const folder = join(runs, name);
  mkdirSync(folder);
  const journal = join(folder, 'journal.jsonl');
  writeFileSync(journal, '');
  utimesSync(journal, seconds, seconds);
  return folder;
}

describe('findRun', () => {
  it('takes the run that was last written to, whatever its name', () => {
    const runs = runsFolder();
    const newest = addRun(runs, 'mine', 2000);
    addRun(runs, '20261121T080314123Z_z_s0_00000000', 1000);
    addRun(runs, '.new-17-00000000', 3000);
    mkdirSync(join(runs, 'zzz'));
    writeFileSync(join(runs, 'openings.jsonl'), '');
    expect(findRun('latest', runs)).toBe(newest);
    expect(findRun(undefined, runs)).toBe(newest);
    expect(findRun(`${runs}/latest`, 'elsewhere')).toBe(newest);
    expect(listRuns(runs)).toEqual(['20261121T080314123Z_z_s0_00000000', 'mine']);
  });

  it('takes the last by name of runs of the same time', () => {
    const runs = runsFolder();
    const [, second] = [addRun(runs, 'a', 1000), addRun(runs, 'b', 1000)];
    expect(findRun('latest', runs)).toBe(second);
  });

  it('takes paths, and names in the runs folder', () => {
    const runs = runsFolder();
    const folder = addRun(runs, 'mine', 1000);
    expect(findRun(folder, 'elsewhere')).toBe(folder);
    expect(findRun('mine', runs)).toBe(folder);
  });

  it.each(['nowhere', 'a/b', ''])('refuses %j', (given) => {
    expect(() => findRun(given, runsFolder())).toThrow(/: there is no such run/);
  });

  it('says that there is no run yet', () => {
    const runs = runsFolder();
    expect(() => findRun('latest', runs)).toThrow(/: holds no run yet$/);
    expect(() => findRun('latest', join(runs, 'missing'))).toThrow(/: holds no run yet$/);
  });
});
