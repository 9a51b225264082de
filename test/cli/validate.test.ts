import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultServer } from '../models/fault-server.js';
import { emptyFolder, household, runCli } from './run-cli.js';

function workFolder(lines = ''): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'c.yaml'), `suite: ${JSON.stringify(household)}\n${lines}`);
  return folder;
}

const validate = (cwd: string, ...args: string[]) => runCli(['validate', 'c.yaml', ...args], { cwd });

describe('validate', () => {
  it('says what is well, and leaves no trace', async () => {
    const cwd = workFolder();
    const { code, stdout } = await validate(cwd);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.slice(0, 24).trim())).toEqual([
      'ok       config: c.yaml:',
      'ok       suite: househol',
      'ok       method: agent a',
      'ok       plan: starts fr',
      'ok       runs: runs can',
      'ok       prices: 7 price',
      'ok       models: simulat',
      '',
    ]);
    expect(readdirSync(cwd)).toEqual(['c.yaml']);
  });

  it('makes all checks, also after one has failed', async () => {
    const cwd = workFolder('prompts: { foo: x.md }\nruns: c.yaml\nmodel: { profile: super }\n');
    const { code, stdout } = await validate(cwd);
    expect(code).toBe(2);
    expect(stdout.match(/^\w+(?= +\w+:)/gm)).toEqual(['ok', 'ok', 'failed', 'ok', 'failed', 'ok', 'failed']);
    expect(stdout).toMatch(/^failed {3}method: c\.yaml:2:12: prompts\.foo: there is no such prompt/m);
    expect(stdout).toMatch(/^failed {3}runs: c\.yaml:3:1: runs: c\.yaml is a file/m);
    expect(stdout).toMatch(/^failed {3}models: c\.yaml:4:10: model\.profile: there is no profile "super"/m);
  });

  it('gives the checks as JSON', async () => {
    const { code, stdout } = await validate(workFolder(), '--json', '--set', 'suite=nowhere');
    expect(code).toBe(2);
    const { config, valid, checks } = JSON.parse(stdout);
    expect([config, valid]).toEqual(['c.yaml', false]);
    expect(checks[1]).toEqual({
      name: 'suite',
      state: 'failed',
      detail: expect.stringMatching(/^--set suite: nowhere\/suite\.json: does not exist/),
    });
  });

  it('stops at a config that can not be read', async () => {
    const { code, stderr } = await validate(workFolder('sede: 3\n'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: c\.yaml:2:1: sede: unknown key/);
  });

  it('asks each model once, and says what the server answers', async () => {
    const cwd = workFolder();
    const reply = { choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] };
    const server = await startFaultServer((response, _n, body) => {
      const refused = body.includes('"bad"');
      response.writeHead(refused ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refused ? { error: { message: 'no such model' } } : reply));
    });
    onTestFinished(() => server.close());
    const openai = ['--set', 'model.provider=openai', '--set', `model.baseUrl=${server.url}`];
    const good = await validate(cwd, ...openai, '--set', 'model.name=m', '--set', 'model.update.name=n');
    expect(good.code).toBe(0);
    expect(good.stdout).toMatch(/^warning {2}prices: no price for m, n: their cost will be unknown$/m);
    expect(good.stdout).toMatch(/^ok {7}models: m, n: answers$/m);
    expect(server.bodies.map((body) => JSON.parse(body).model)).toEqual(['m', 'n']);
    const bad = await validate(cwd, ...openai, '--set', 'model.name=bad');
    expect(bad.code).toBe(2);
    expect(bad.stdout).toMatch(/^failed {3}models: model bad does not answer: .*HTTP 404: no such model/m);
    const asked = server.bodies.length;
    const offline = await validate(cwd, ...openai, '--offline');
    expect(offline.code).toBe(0);
    expect(offline.stdout).toMatch(/^skipped {2}models: model\.name is not set, and no server is asked/m);
    expect(server.bodies.length).toBe(asked);
  });
});
