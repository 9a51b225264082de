import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { createRun, type RunOptions } from '../../src/runs/index.js';
import { systemClock } from '../../src/util/clock.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-runs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  runsFolder: join(folder, 'runs'),
  configName: 'quickstart',
  seed: 3,
  digest8: '1f3c9a2e',
  clock: { ...systemClock, now: () => Date.UTC(2026, 10, 21, 8, 3, 14, 123) },
  config: 'seed: 3\n',
  manifest: { version: '0.1.0' },
  ...more,
});

describe('createRun', () => {
  test('makes a folder with its parts', () => {
    const run = createRun(options());
    expect(run.id).toBe('20261121T080314123Z_quickstart_s3_1f3c9a2e');
    expect(run.folder).toBe(join(folder, 'runs', run.id));
    run.writePlan(0, '');
    run.writePlan(12, 'twelve');
    run.writePlan('best', 'best');
    expect(run.writePlan(1, 'one', 'Heat/it')).toBe(join(run.folder, 'plans', 'heat-it', '001.md'));
    run.writeResults({ n: 1 });
    run.journal.close();
    expect(readdirSync(run.folder)).toEqual([
      'config.yaml',
      'journal.jsonl',
      'manifest.json',
      'plans',
      'results.json',
    ]);
    expect(readdirSync(join(run.folder, 'plans'))).toEqual(['000.md', '012.md', 'best.md', 'heat-it']);
    expect(readFileSync(join(run.folder, 'config.yaml'), 'utf8')).toBe('seed: 3\n');
    expect(readFileSync(join(run.folder, 'manifest.json'), 'utf8')).toBe('{\n  "version": "0.1.0"\n}\n');
    expect(readFileSync(join(run.folder, 'results.json'), 'utf8')).toBe('{\n  "n": 1\n}\n');
    expect(readFileSync(join(run.folder, 'journal.jsonl'), 'utf8')).toContain(
      `{"n":0,"format":"planwright-journal/2","run":"${run.id}",`,
    );
  });

  test('runs of the same millisecond get folders of their own', () => {
    const ids = Array.from({ length: 3 }, () => {
      const run = createRun(options());
      run.journal.close();
      return run.id.slice(0, 19);
    });
    expect(ids).toEqual(['20261121T080314123Z', '20261121T080314124Z', '20261121T080314125Z']);
  });

  test.each([
    ['My Config (v2).yaml', 'my-config-v2-yaml'],
    ['../../etc', 'etc'],
    ['é', 'run'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('the config name %s becomes %s', (configName, word) => {
    const run = createRun(options({ configName }));
    run.journal.close();
    expect(run.id).toBe(`20261121T080314123Z_${word}_s3_1f3c9a2e`);
  });

  test('a run id is taken as given, once', () => {
    const run = createRun(options({ runId: 'mine' }));
    run.journal.close();
    expect(run.id).toBe('mine');
    expect(() => createRun(options({ runId: 'mine' }))).toThrow(/mine: there is a run of that name/);
    expect(readdirSync(run.folder)).toContain('config.yaml');
  });

  test.each(['', '..', '../x', 'a/b', '-x', 'a\nb', 'x'.repeat(101)])('the run id %j is refused', (runId) => {
    expect(() => createRun(options({ runId }))).toThrow(UsageError);
    expect(existsSync(join(folder, 'runs'))).toBe(false);
  });

  test('a runs folder that can not be written is a usage error', () => {
    writeFileSync(join(folder, 'file'), '');
    const make = () => createRun(options({ runsFolder: join(folder, 'file') }));
    expect(make).toThrow(UsageError);
    expect(make).toThrow(/file: can not write the run: /);
  });

  test('a write that fails later names its file and harms nothing else', () => {
    const run = createRun(options());
    run.journal.close();
    writeFileSync(join(run.folder, 'plans'), 'in the way');
    expect(() => run.writePlan(0, 'x')).toThrow(/000\.md: can not write the run/);
    expect(() => run.writePlan(0, 'x')).toThrow(UsageError);
    expect(readFileSync(join(run.folder, 'config.yaml'), 'utf8')).toBe('seed: 3\n');
  });
});
