import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyFolder, runCli, startCli, waitForExit, waitForOutput } from './run-cli.js';

/** Starts the viewer in a folder with an empty folder of runs; it is stopped with the test. */
async function view(...args: readonly string[]) {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, 'runs'));
  const child = startCli(['view', ...args], { cwd });
  const ended = waitForExit(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout = await waitForOutput(child, '\n');
  return { cwd, child, ended, stdout };
}

describe('view', () => {
  it('says where it is, shows runs, and ends at once when it is interrupted', async () => {
    const { child, ended, stdout } = await view('--port', '0');
    const [, url = ''] = /^showing runs at (http:\/\/127\.0\.0\.1:\d+\/)\n$/.exec(stdout) ?? [];
    const page = await (await fetch(url)).text();
    expect(page).toContain('There are no runs in <code>runs</code> yet.');
    const start = performance.now();
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(performance.now() - start).toBeLessThan(15_000);
    expect([code, stderr]).toEqual([0, 'Ctrl+C ends it.\n\nended\n']);
  });

  it('tells programs where it is in one line', async () => {
    const { child, ended, stdout } = await view('runs', '--port', '0', '--json');
    expect(stdout.trimEnd()).not.toContain('\n');
    const { url, runs } = JSON.parse(stdout);
    expect([runs, (await fetch(url)).status]).toEqual(['runs', 200]);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('begins with the run that is named', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'my runs', 'one'), { recursive: true });
    writeFileSync(join(cwd, 'my runs', 'one', 'manifest.json'), '{}');
    const child = startCli(['view', 'my runs/one', '--port', '0'], { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    const stdout = await waitForOutput(child, '\n');
    const [, url = ''] = /^showing my runs\/one at (http:\S+\/runs\/one)\n$/.exec(stdout) ?? [];
    const page = await fetch(url);
    expect([page.status, (await page.text()).includes('<h1>one</h1>')]).toEqual([200, true]);
  });

  it('asks for a token where it is not alone on its machine', async () => {
    const { stdout, child, ended } = await view('--host', '0.0.0.0', '--port', '0');
    expect(stdout).toMatch(/^showing runs at http:\/\/[\d.]+:\d+\/\?token=[\w-]{24}\n$/);
    child.kill('SIGINT');
    expect((await ended).stderr).toContain('it is not encrypted');
  });

  it('says in one line that the port is in use', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'runs'));
    expect(await runCli(['view', '--port', String(port)], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: port ${port} on 127.0.0.1 is in use (choose another with --port)\n`,
    });
  });

  it.each([
    [
      ['nowhere'],
      'error: nowhere: there is no such folder (give a folder of runs; planwright train makes runs)\n',
    ],
    [['a-file'], 'error: a-file: is a file (give a folder of runs; planwright train makes runs)\n'],
    [['.', '--token', 'x'], /^error: --token: not a token \(give 16 to 200 letters/],
    [['.', '--port', '70000'], /'--port <n>' argument '70000' is invalid/],
    [['.', '--host', '203.0.113.7'], /^error: --host 203\.0\.113\.7: not an address of this machine/],
    [['.', '--host', 'no.such.host.invalid'], /^error: --host no\.such\.host\.invalid: not an address/],
  ])('refuses %j', async (args, message) => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'a-file'), '');
    const { code, stdout, stderr } = await runCli(['view', ...args], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });
});
