import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyFolder, runCli, startCli, waitForExit, waitForOutput } from './run-cli.js';

/** Starts the server on a free port; it is stopped with the test. */
async function serve(...args: readonly string[]) {
  const child = startCli(['simulate', '--port', '0', ...args]);
  const ended = waitForExit(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout = await waitForOutput(child, '/v1');
  return { child, ended, url: /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(stdout)?.[0] ?? '' };
}

async function ask(url: string, model: string) {
  const messages = [{ role: 'user', content: 'hello' }];
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages, seed: 1 }),
  });
  return { status: response.status, reply: await response.json() };
}

describe('simulate', () => {
  it('serves both profiles until it is interrupted, and says what they are', async () => {
    const { child, ended, url } = await serve();
    for (const model of ['simulated-strong', 'simulated-weak']) {
      const { status, reply } = await ask(url, model);
      expect(status).toBe(200);
      expect(reply).toMatchObject({ model, choices: [{ finish_reason: 'stop' }] });
    }
    expect((await ask(url, 'gpt-4o')).status).toBe(404);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('This is a simulated model: a program that stands in for a language model.');
    expect(stderr).toContain(`--set model.baseUrl=${url} --set model.name=simulated-strong\n`);
  });

  it('serves a profile of the user', async () => {
    const file = join(emptyFolder(), 'profile.yaml');
    writeFileSync(file, 'faithfulness: 0.2\n');
    const { child, ended, url } = await serve('--profile', file, '--json');
    expect((await ask(url, 'simulated-custom')).status).toBe(200);
    child.kill('SIGTERM');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      url,
      models: ['simulated-strong', 'simulated-weak', 'simulated-custom'],
    });
  });

  it('fails on purpose, and says what it served', async () => {
    const { child, ended, url } = await serve('--fault-rate', '1', '--seed', '3', '--latency', '1');
    const faults = await Promise.all(
      Array.from({ length: 12 }, () =>
        ask(url, 'simulated-strong').then(
          (end) => end.status,
          () => 'cut',
        ),
      ),
    );
    expect(new Set(faults).size).toBeGreaterThan(2);
    child.kill('SIGINT');
    expect((await ended).stderr).toMatch(/\nended; 12 calls, 0 answered; rate-limit \d+, server-error \d+/);
  });

  it('says in one line that the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await runCli(['simulate', '--port', String(port)])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: port ${port} on 127.0.0.1 is in use (choose another with --port)\n`,
    });
  });

  it.each([
    [['--port', '65536'], /'--port <n>' argument '65536' is invalid/],
    [['--port', 'http'], /'--port <n>' argument 'http' is invalid/],
    [
      ['--fault-rate', '1.1'],
      /'--fault-rate <share>' argument '1\.1' is invalid\. Give a number from 0 to 1/,
    ],
    [['--latency', 'x'], /'--latency <ms>' argument 'x' is invalid/],
    [['--profile', 'nowhere.yaml'], /^error: nowhere\.yaml: does not exist/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await runCli(['simulate', ...args], { cwd: emptyFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
