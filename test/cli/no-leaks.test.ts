/** Keys and passwords from anywhere stand nowhere: on no screen, and in no file that a run leaves behind. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TaskInstance } from '../../src/core/task.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import type { JsonObject } from '../../src/util/json.js';
import { completion, startFaultServer } from '../models/fault-server.js';
import {
  emptyFolder,
  encyclopedia,
  household,
  runCli,
  startCli,
  waitForExit,
  waitForOutput,
} from './run-cli.js';

/** What stands in every secret here, and nowhere else. */
const canary = /canary/i;
/** Keys that only their values give away. */
const env = {
  MY_KEY: 'value-of-the-CANARY/1+2',
  OPENAI_API_KEY: 'another canary value'.replaceAll(' ', '_'),
};
/** Keys that their looks give away. */
const patterns = [
  'sk-canary0123456789abcdef',
  'Authorization: Bearer canary.0123456789.abcdef',
  'AKIACANARY0123456789',
  'ghp_canarycanarycanarycanary012345',
  'xoxb-canary-0123456789',
  'AIzaCanaryCanaryCanaryCanary0123456789',
  'https://user:canary@host.example/path',
  'eyJjYW5hcnkiOjF9AAAA.eyJjanaryCanaryCanary.canarycanary',
  `-----BEGIN PRIVATE KEY-----\n${'CanaryCanary'.repeat(5)}\ncanary==\n-----END PRIVATE KEY-----`,
];
const secrets = [...patterns, ...Object.values(env)].join(' ; ');

/** A folder with a suite of questions whose texts all hold keys. */
function leakySuite(said = secrets): string {
  const folder = emptyFolder();
  const taint = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value} ${said}`;
    return Array.isArray(value) ? value.map(taint) : value;
  };
  const instances = loadSuite(encyclopedia)
    .instances.filter(({ id }) => /^(train|held-out)-00[0-3]$/.test(id))
    .map(
      (one): TaskInstance => ({
        ...one,
        goal: `${one.goal} ${said}`,
        setup: { ...one.setup, context: taint(one.setup.context) } as JsonObject,
      }),
    );
  saveSuite(join(folder, 'suite'), { name: 'leaky', environment: 'hotpotqa', origin: null }, instances);
  return join(folder, 'suite');
}

/** A server that says every key that it knows: in replies, names, headers and errors. */
async function startLeakyServer() {
  const server = await startFaultServer((response, n, body) => {
    const headers = {
      'content-type': 'application/json',
      'x-key': env.MY_KEY,
      'x-request-id': 'sk-canary01234567890',
    };
    const faults = [400, 429, 500];
    const status = n % 6 === 5 ? (faults[Math.floor(n / 6) % 3] ?? 500) : 200;
    response.writeHead(status, { ...headers, 'retry-after-ms': '1' });
    const content = `1. search[a] ${secrets}\n${body.slice(0, 200)}`;
    const choice = { message: { role: 'assistant', content } };
    const failed = { error: { message: `bad key ${secrets}`, code: 'x' } };
    response.end(JSON.stringify(status === 200 ? completion({ model: `m ${secrets}` }, choice) : failed));
  });
  onTestFinished(() => server.close());
  return server;
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** Runs a command; fails where it shows a key. */
async function runSilently(cwd: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const result = await runCli(args, { cwd, env: { ...env, PLANWRIGHT_DEBUG: '1', ...more } });
  expect(result.stdout).not.toMatch(canary);
  expect(result.stderr).not.toMatch(canary);
  return result;
}

/** Fails where a file of a folder holds a key. */
function expectSilentFiles(folder: string): void {
  const files = listFiles(folder);
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const at = text.search(canary);
    expect(at === -1 ? '' : `${path}: ${text.slice(Math.max(0, at - 80), at + 20)}`).toBe('');
  }
}

const asSettings = (settings: readonly string[]) => settings.flatMap((setting) => ['--set', setting]);

describe('keys', () => {
  it('of a server, a world and the environment stand nowhere, whatever a run goes through', async () => {
    const cwd = emptyFolder();
    const server = await startLeakyServer();
    const settings = asSettings([
      `suite=${leakySuite()}`,
      'train=2',
      'heldOut=2',
      'batchSize=2',
      'iterations=1',
      'errorsAllowed=1',
      'limits.maxSteps=3',
      'model.provider=openai',
      `model.baseUrl=${server.url}`,
      'model.name=odd',
      'model.apiKeyEnv=MY_KEY',
    ]);
    writeFileSync(join(cwd, 'odd.yaml'), '{}\n');
    const train = ['train', 'odd.yaml', ...settings, '--display', 'json'];
    expect((await runSilently(cwd, [...train, '--run-id', 'whole'])).code).toBe(0);
    expect((await runSilently(cwd, [...train, '--run-id', 'cut', '--set', 'budget.calls=9'])).code).toBe(4);
    expectSilentFiles(join(cwd, 'runs'));
    const resumed = await runSilently(cwd, ['resume', 'runs/cut', '--set', 'budget.calls=900']);
    expect(resumed.code).toBe(0);
    const plan = 'runs/whole/plans/best.md';
    for (const args of [
      ['eval', '--plan', plan, ...settings, '--repeats', '2', '--display', 'rich'],
      ['validate', 'odd.yaml', ...settings],
      ['validate', 'odd.yaml', ...settings, '--json'],
      ['log', 'replay', 'runs/whole'],
      ['log', 'replay', 'runs/whole', '--episode', 'held-out/held-out-000'],
      ['plan', 'show', plan],
      ['plan', 'lint', plan],
      ['train', 'odd.yaml', ...settings, '--set', `plan=${plan}`],
    ])
      await runSilently(cwd, args);
    expectSilentFiles(join(cwd, 'runs'));
    const journal = readFileSync(join(cwd, 'runs/whole/journal.jsonl'), 'utf8');
    expect(journal).toContain('[key]');
    expect(server.headers[0]?.authorization).toBe(`Bearer ${env.MY_KEY}`);
  });

  it('in settings are refused without being repeated, and leave nothing behind', async () => {
    const cwd = emptyFolder();
    const [key = ''] = patterns;
    const file = (text: string) => {
      writeFileSync(join(cwd, 'odd.yaml'), `suite: ${JSON.stringify(household)}\n${text}\n`);
      return ['train', 'odd.yaml'];
    };
    const set = (...settings: readonly string[]) => [...file(''), ...asSettings(settings)];
    const openai = ['model.provider=openai', 'model.name=m'];
    const cases: readonly (readonly [() => readonly string[], RegExp])[] = [
      [() => set(`model.apiKeyEnv=${key}`), /apiKeyEnv: holds what looks like a key/],
      [() => set('model.apiKeyEnv=my-canary'), /apiKeyEnv: give the name of the environment variable/],
      [() => set(`model.apiKey=${key}`), /model\.apiKey: holds what looks like a key/],
      [
        () => file(`model: { apiKey: ${key} }`),
        /^error: odd\.yaml:2:10: model\.apiKey: holds what looks like a key/,
      ],
      [() => file(`name: ${env.OPENAI_API_KEY}`), /name: holds what looks like a key/],
      [
        () => set('model.apiKeyEnv=MY_KEY', `model.name=${env.MY_KEY}`),
        /model\.name: holds what looks like a key/,
      ],
      [
        () => set(...openai, 'model.baseUrl=http://me:canary@127.0.0.1:9/v1'),
        /holds a user name or a password/,
      ],
      [() => set(...openai, 'model.baseUrl=http://canary@127.0.0.1:9/v1'), /holds a user name or a password/],
      [() => set('model.baseUrl=me:canary@host'), /holds a user name or a password/],
      [
        () => set(...openai, `model.baseUrl=http://127.0.0.1:9/v1?key=canary`),
        /127\.0\.0\.1:9 holds a query/,
      ],
      [
        () => set('environment={options: {baseUrl: "https://me:canary@wiki.example"}}'),
        /options\.baseUrl: holds a user name/,
      ],
      [() => set('plan=leaky.md'), /leaky\.md holds what looks like a key/],
    ];
    writeFileSync(join(cwd, 'leaky.md'), `Use ${key}.`);
    for (const [args, message] of cases) {
      const { code, stderr } = await runSilently(cwd, args(), { PLANWRIGHT_DEBUG: '' });
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
      expect(readdirSync(cwd).sort()).toEqual(['leaky.md', 'odd.yaml']);
    }
    const fromEnvironment = await runSilently(cwd, set(...openai), {
      OPENAI_BASE_URL: 'http://me:canary@127.0.0.1:9/v1',
    });
    expect(fromEnvironment).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/127\.0\.0\.1:9 holds a user name/),
    });
  });

  it('are not shown by plans and tasks that hold them', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'a.md'), `Look.\n${patterns.join('\n')}`);
    writeFileSync(join(cwd, 'b.md'), `Look up.\n${patterns.slice(3).join('\n')}`);
    // Without a config nothing says which other variables hold keys.
    const suite = leakySuite([...patterns, env.OPENAI_API_KEY].join(' ; '));
    for (const args of [
      ['plan', 'show', 'a.md'],
      ['plan', 'show', 'a.md', '--json'],
      ['plan', 'diff', 'a.md', 'b.md'],
      ['plan', 'lint', 'a.md', 'b.md'],
      ['plan', 'lint', 'a.md', '--json'],
      ['tasks', 'show', suite, 'train-000'],
      ['tasks', 'show', suite, 'train-000', '--json'],
      ['play', suite],
    ]) {
      const { stdout } = await runSilently(cwd, args);
      expect(stdout).not.toBe('');
    }
  });

  it('in the environment are not shown by the simulated server', async () => {
    const child = startCli(['simulate', '--port', '0', '--json'], { cwd: emptyFolder(), env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = waitForExit(child);
    const { url } = JSON.parse(await waitForOutput(child, '}'));
    const ask = (body: string, path = '/chat/completions') =>
      fetch(`${url}${path}`, { method: 'POST', body });
    await ask(JSON.stringify({ model: secrets, messages: [{ role: 'user', content: secrets }] }));
    await ask(secrets);
    await ask('', `/${encodeURIComponent(secrets)}`);
    child.kill('SIGINT');
    const { stdout, stderr } = await ended;
    expect(stdout + stderr).not.toMatch(canary);
  });
});
