import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DiagnoseOptions, diagnose } from '../../src/config/diagnose.js';
import { parseOverride } from '../../src/config/parse-override.js';
import { completion, startFaultServer } from '../models/fault-server.js';

const key = 'sk-secret0123456789abcdefghijklmnop';

function writeConfig(lines = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'c.yaml');
  writeFileSync(file, `suite: ${JSON.stringify(resolve('tasks/household'))}\n${lines}`);
  return file;
}

/** Findings by name; what is printed of a finding as one text. */
async function examine(options: Partial<DiagnoseOptions>, ...sets: readonly string[]) {
  const overrides = sets.map(parseOverride);
  const findings = await diagnose({ node: '22.9.0', environment: {}, servers: [], overrides, ...options });
  expect(JSON.stringify(findings)).not.toContain(key);
  return Object.fromEntries(
    findings.map(({ name, state, detail, remedy }) => [name, `${state}: ${detail} [${remedy ?? ''}]`]),
  );
}

/** A server of models, which answers calls and lists names; with a key where one is wanted. */
async function startModels(names: readonly string[]) {
  const server = await startFaultServer((response, _n, body) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body === '' ? { data: names.map((id) => ({ id })) } : completion()));
  });
  onTestFinished(() => server.close());
  return server;
}

describe('a config with the simulated model', () => {
  it('is ready, and it is said what a real model would take', async () => {
    const file = writeConfig();
    const found = await examine({ file });
    expect(Object.values(found).filter((text) => !text.startsWith('ok'))).toEqual([
      expect.stringMatching(
        /^warning: none can be reached: OPENAI_API_KEY is not set, and no server of a real model .* \[export /,
      ),
    ]);
    expect(found.model).toMatch(/^ok: simulated-strong: a program that stands in for a language model/);
    expect(readdirSync(join(file, '..'))).toEqual(['c.yaml']);
  });

  it('is told of a profile that can not be had', async () => {
    const found = await examine({ file: writeConfig('model: { profile: ./none.yaml }\n') });
    expect(found.model).toMatch(/^missing: model\.profile: .*none\.yaml/);
  });

  it('names the servers of this machine, and what would use them', async () => {
    const { url } = await startModels(['simulated-strong', 'llama3:latest']);
    const web = await startFaultServer((response) => response.end('<html>hello</html>'));
    onTestFinished(() => web.close());
    const servers = [
      { name: 'Ollama', baseUrl: url },
      { name: 'vLLM', baseUrl: web.url },
      { name: 'gone', baseUrl: 'http://127.0.0.1:1/v1' },
    ];
    const found = await examine({ servers });
    expect(found['local servers']).toBe(`ok: Ollama at ${url}: simulated-strong, llama3:latest []`);
    expect(found['real model']).toContain(
      `[--set model.provider=openai --set model.baseUrl=${url} --set model.name=llama3:latest]`,
    );
    const offline = await examine({ servers, offline: true, environment: { OPENAI_API_KEY: key } });
    expect(offline['local servers']).toMatch(/^skipped/);
    expect(offline['real model']).toMatch(/^ok: OPENAI_API_KEY is set; .*--set model\.name=/);
  });
});

describe('a config with a real model', () => {
  it('is told of its key, server, model and answer', async () => {
    const server = await startModels(['good', 'other']);
    const file = writeConfig(`model: { provider: openai, name: good, baseUrl: "${server.url}" }\n`);
    const found = await examine({ file, call: true });
    expect(found.key).toMatch(/^ok: none is needed for a server on this machine/);
    expect(found.server).toBe(`ok: ${server.url} answers and offers 2 models []`);
    expect(found.model).toBe('ok: good is one of them []');
    expect(found.call).toBe('ok: good: answers []');
    expect(found.prices).toMatch(/^warning: no price for good.*\[write MODEL: /);
    expect(server.bodies.filter((body) => body !== '').length).toBe(1);
  });

  it('is called only when asked to', async () => {
    const server = await startModels(['good']);
    const model = `model: { provider: openai, baseUrl: "${server.url}" }\n`;
    const found = await examine({ file: writeConfig(model) });
    expect(found.call).toMatch(/^skipped/);
    expect(found.model).toMatch(/^ok: good, the only one there is/);
    expect(server.bodies).toEqual(['']);
  });

  it('is told which name it may have meant', async () => {
    const { url } = await startModels(['gpt-4o-mini', 'gpt-4o', 'llama3:latest']);
    const sets = ['model.provider=openai', `model.baseUrl=${url}`];
    const named = (name: string) => examine({}, ...sets, `model.name=${name}`);
    expect((await named('gpt-4o-mimi')).model).toMatch(
      /^warning: gpt-4o-mimi is not .*\[--set model\.name=gpt-4o-mini\]/,
    );
    expect((await named('llama3')).model).toMatch(/^ok/);
    expect((await examine({}, ...sets)).model).toMatch(
      /^missing: model\.name is not set.*gpt-4o-mini, gpt-4o/,
    );
  });

  it('is told of a key that is missing, by the name of its variable', async () => {
    const sets = ['model.provider=openai', 'model.name=m'];
    const found = await examine({}, ...sets);
    expect(found.key).toMatch(/^missing: .*OPENAI_API_KEY is not set \[export OPENAI_API_KEY=/);
    expect(found.call).toBeUndefined();
    const offline = await examine(
      { offline: true, environment: { MY_KEY: key } },
      ...sets,
      'model.apiKeyEnv=MY_KEY',
    );
    expect(offline.key).toBe('ok: MY_KEY is set []');
    expect(offline.server).toMatch(/^skipped/);
  });

  it('is told of a server that is not there', async () => {
    const found = await examine(
      {},
      'model.provider=openai',
      'model.baseUrl=http://127.0.0.1:1/v1',
      'model.name=m',
    );
    expect(found.server).toMatch(/^missing: http:\/\/127\.0\.0\.1:1\/v1: can not be reached/);
  });
});

describe('what a run needs', () => {
  it('is another Node', async () => {
    expect((await examine({ node: '18.0.0' })).node).toMatch(
      /^missing: 18\.0\.0; needed is .* \[install Node 22/,
    );
  });

  it('is a config without mistakes; all else is looked at nevertheless', async () => {
    const found = await examine({ file: writeConfig('sede: 3\n') });
    expect(found.config).toMatch(/^missing: .*c\.yaml:2:1: sede: unknown key/);
    expect(found.runs).toMatch(/^ok/);
    expect((await examine({ file: 'nowhere.yaml' })).config).toMatch(
      /^missing: nowhere\.yaml: does not exist/,
    );
  });

  it('is the programs that the config runs', async () => {
    const file = writeConfig('environment: { command: [no-such-program, world.py] }\n');
    const found = await examine({ file, environment: { PATH: '/bin' } });
    expect(found['no-such-program']).toMatch(/^missing: the config runs it.*\[install no-such-program, or /);
    const sh = writeConfig('agent: { command: [sh, agent.sh] }\n');
    expect((await examine({ file: sh, environment: { PATH: '/bin' } })).sh).toBe('ok: /bin/sh []');
  });

  it('is a runs folder that can be written', async () => {
    const file = writeConfig('runs: c.yaml\n');
    expect((await examine({ file })).runs).toMatch(/^missing: .*c\.yaml is a file/);
  });
});
