import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, encyclopedia, household, runCli } from './run-cli.js';

const demonstrate = (suite: string, out: string, ...more: string[]) =>
  runCli(['tasks', 'demonstrate', suite, '--out', out, ...more]);

describe('tasks demonstrate', () => {
  it('makes the file that ships with a suite, and says what is in it', async () => {
    const out = join(emptyFolder(), 'demonstrations.yaml');
    const { code, stdout, stderr } = await demonstrate(household, out);
    expect(code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(join(household, 'demonstrations.yaml'), 'utf8'));
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^instance +steps +thoughts +goal$/);
    expect(lines).toHaveLength(13);
    expect(stderr).toBe(`\n12 demonstrations written to ${out} with seed 1\n`);
  });

  it('prints one JSON document, and writes over demonstrations', async () => {
    const out = join(emptyFolder(), 'demonstrations.yaml');
    const args = ['--per-type', '6', '--seed', '4', '--json'];
    const { code, stdout, stderr } = await demonstrate(encyclopedia, out, ...args);
    expect([code, stderr]).toEqual([0, '']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ demonstrations: out, environment: 'hotpotqa', seed: 4 });
    expect(document.recorded).toHaveLength(6);
    expect(document.recorded[0]).toMatchObject({ taskType: 'qa', steps: expect.any(Number) });
    const first = readFileSync(out, 'utf8');
    expect((await demonstrate(encyclopedia, out, ...args)).stdout).toBe(stdout);
    expect(readFileSync(out, 'utf8')).toBe(first);
  });

  it('writes nothing over anything else', async () => {
    const out = join(emptyFolder(), 'notes.txt');
    writeFileSync(out, 'mine');
    const { code, stdout, stderr } = await demonstrate(household, out);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `error: ${out}: holds no demonstrations, so it is not overwritten (choose a new file)\n`,
    );
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  it.each([
    [['nowhere'], /^error: nowhere\/suite\.json: does not exist/],
    [
      [household, '--per-type', '24'],
      /^error: suite "household": 24 demonstrations of task type "pick" are wanted/,
    ],
    [[household, '--per-type', '0'], /Give a whole number, 1 to 100/],
    [[household, '--seed', '-1'], /Give a whole number, 0 or more/],
  ])('refuses %j with exit code 2', async (args, message) => {
    const out = join(emptyFolder(), 'demonstrations.yaml');
    const { code, stdout, stderr } = await runCli(['tasks', 'demonstrate', ...args, '--out', out]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });

  it('wants to know where to write', async () => {
    const { code, stderr } = await runCli(['tasks', 'demonstrate', household]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/required option '--out <file>' not specified/);
  });

  it('says how it is used', async () => {
    const { stdout } = await runCli(['tasks', 'demonstrate', '--help']);
    expect(stdout).toContain('Held-out instances are never used.');
    expect(stdout).toContain('Example:\n  planwright tasks demonstrate tasks/household');
  });
});
