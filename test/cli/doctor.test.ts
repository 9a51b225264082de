import { describe, expect, it } from 'vitest';
import { emptyFolder, runCli } from './run-cli.js';

const offline = ['doctor', '--offline'];

describe('doctor', () => {
  it('says in words and symbols what is there', async () => {
    const { code, stdout, stderr } = await runCli(offline, { cwd: emptyFolder() });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ ok {7}node: \d+\.\d+\.\d+, which will do\n/);
    expect(stdout).toMatch(/^! warning {2}real model: .*\n {13}export OPENAI_API_KEY=/m);
    expect(stdout).toMatch(/^- skipped {2}local servers: /m);
    expect(stdout).toMatch(/\n\nNothing essential is missing\.\n$/);
  });

  it('ends with 2 where something is missing', async () => {
    const sets = ['--set', 'model.provider=openai', '--set', 'model.name=m'];
    const env = { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' };
    const { code, stdout } = await runCli([...offline, ...sets], { cwd: emptyFolder(), env });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^✗ missing {2}key: .*\n {13}export OPENAI_API_KEY=/m);
    expect(stdout).toMatch(/\n\nOne thing is missing: see above\.\n$/);
  });

  it('takes planwright.yaml where there is one, and gives JSON', async () => {
    const cwd = emptyFolder();
    await runCli(['init'], { cwd });
    const { code, stdout } = await runCli([...offline, '--json'], { cwd });
    const { config, ready, findings } = JSON.parse(stdout);
    expect([code, config, ready]).toEqual([0, 'planwright.yaml', true]);
    expect(findings[1]).toEqual({
      name: 'suite',
      state: 'ok',
      detail: expect.stringMatching(/^household for/),
    });
    expect(findings.at(-1).name).toBe('terminal');
  });

  it('never shows a key', async () => {
    const key = 'sk-secret0123456789abcdefghijklmnop';
    const { stdout, stderr } = await runCli(
      [...offline, '--set', 'model.provider=openai', '--set', 'model.name=m'],
      {
        cwd: emptyFolder(),
        env: { OPENAI_API_KEY: key },
      },
    );
    expect(stdout).toMatch(/^✓ ok {7}key: OPENAI_API_KEY is set$/m);
    expect(stdout + stderr).not.toContain(key);
  });
});
