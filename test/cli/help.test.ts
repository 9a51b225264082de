import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

const commands = [
  'train',
  'eval',
  'ablate',
  'watch',
  'validate',
  'tasks',
  'play',
  'plan',
  'worlds',
  'annotate',
  'simulate',
];

describe('planwright', () => {
  it('lists its commands', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
  });

  it.each(commands)('%s --help says how it is used', async (command) => {
    const { code, stdout, stderr } = await runCli([command, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: planwright ${command}`);
    expect(stdout).not.toMatch(/undefined|\(default: \[\]\)/);
  });

  it('tells its version', async () => {
    expect((await runCli(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['bogus'], /^error: unknown command 'bogus'/],
    [['--bogus'], /^error: unknown option '--bogus'/],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('shows its help where nothing is asked, and says that it is not a result', async () => {
    const { code, stdout } = await runCli([]);
    expect([code, stdout]).toEqual([2, '']);
  });
});
