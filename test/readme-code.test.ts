/**
 * The TypeScript in the README as a stranger uses it: with the package as npm packs it, in a folder of its own. It is type
 * checked with the real packages, and run against a server on this machine or models that only pretend.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadPlan, renderInstructions } from '../src/plans/index.js';
import { createStranger, runProgram } from './stranger.js';

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
const instructions = renderInstructions(loadPlan('plans/alfworld-heat.md'));

/** The block that imports this package. */
function blockWith(imported: string): string {
  const found = blocks.filter((code) => code.includes(imported));
  if (found.length !== 1) throw new Error(`${found.length} blocks have ${imported}`);
  return found[0] ?? '';
}

const programs: Readonly<Record<string, string>> = {
  'entries.ts': `
import { loadPlan, type PlanFile, trainPlan } from 'planwright';
import { checkEnvironment, createScriptedModel } from 'planwright/testing';
const planFile: PlanFile = loadPlan('plans/alfworld-heat.md');
// @ts-expect-error it is no number, and types are there to say so
const wrong: number = planFile;
console.log([planFile.plan.taskType, typeof trainPlan, typeof checkEnvironment, typeof createScriptedModel, typeof wrong].join());
`,
  'with-openai.ts': blockWith("'openai'"),
  'with-ai.ts': blockWith("'ai'"),
  'with-langchain.ts': blockWith("'@langchain/core/messages'"),
  'training.ts': blockWith('createTraining('),
};

let folder = '';
let complaints = '';
beforeAll(async () => {
  folder = await createStranger();
  complaints = await compile({
    ...programs,
    ...Object.fromEntries(blocks.map((code, i) => [`block-${i}.ts`, code])),
    'wrong.ts': blockWith("'openai'").replace('loadPlan(', 'loadPlan(5, '),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles files of the stranger as strictly as we do; gives the compiler's complaints. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const { rootDir: _root, outDir: _out, declaration: _declaration, ...strict } = compilerOptions;
  const config = { compilerOptions: strict, files: Object.keys(files) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, stderr } = await runProgram(resolve('node_modules/.bin/tsc'), ['-p', '.'], folder);
  return stdout + stderr;
}

async function run(name: string, env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await runProgram(process.execPath, [name], folder, env);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

test('the package has what it says: both entries, the command, plans, and nothing of ours', async () => {
  expect(await run('entries.js')).toBe('heat,function,function,function,object\n');
  const help = await runProgram(
    process.execPath,
    ['node_modules/planwright/dist/cli/main.js', 'mcp', '--help'],
    folder,
  );
  expect(help.stdout).toContain('planwright mcp --plans');
  for (const ours of ['src', 'test', 'node_modules', '.ci'])
    expect(existsSync(join(folder, 'node_modules/planwright', ours))).toBe(false);
});

describe('the README:', () => {
  test('all of its TypeScript compiles, and the compiler would complain', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    expect(complaints.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts\(4,/)]);
  });

  test('the openai package sends the plan as the system message', async () => {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      asked.push(await json(request));
      const message = { role: 'assistant', content: 'I go to the microwave.' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [{ index: 0, message }] }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: 'none' };
    expect(await run('with-openai.js', env)).toBe('I go to the microwave.\n');
    expect(asked).toMatchObject([
      {
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: expect.stringContaining('mug') },
        ],
      },
    ]);
  });

  test('the AI SDK sends the plan as instructions', async () => {
    const driver = `
import { MockLanguageModelV3 } from 'ai/test';
let asked;
const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    asked = prompt;
    return {
      content: [{ type: 'text', text: 'I go to the microwave.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
      warnings: [],
    };
  },
});
globalThis.AI_SDK_DEFAULT_PROVIDER = { specificationVersion: 'v3', languageModel: () => model };
await import('./with-ai.js');
console.log(JSON.stringify(asked));
`;
    writeFileSync(join(folder, 'run-ai.js'), driver);
    const [said, asked = ''] = (await run('run-ai.js')).split('\n');
    expect(said).toBe('I go to the microwave.');
    expect(JSON.parse(asked)).toMatchObject([{ role: 'system', content: instructions }, { role: 'user' }]);
  });

  test('LangChain sends the plan, braces and all, as a message of the system', async () => {
    const driver = `
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { ask } from './with-langchain.js';
let asked;
class Listening extends FakeListChatModel {
  async _generate(messages, options, manager) {
    asked = messages;
    return super._generate(messages, options, manager);
  }
}
const answer = await ask(new Listening({ responses: ['I go to the microwave.'] }), 'Your job: heat a mug.');
console.log(JSON.stringify([answer.content, ...asked.map((message) => [message.getType(), message.content])]));
`;
    writeFileSync(join(folder, 'run-langchain.js'), driver);
    expect(JSON.parse(await run('run-langchain.js'))).toEqual([
      'I go to the microwave.',
      ['system', instructions],
      ['human', 'Your job: heat a mug.'],
    ]);
  });

  test('a training from code learns a plan that helps', async () => {
    const said = await run('training.js');
    expect(said).toMatch(/^1\. .*\n(.*\n)*won (\d+) of 10 with the plan, (\d+) without\n$/);
    const [, , won = '', before = ''] = /\n(won) (\d+) of 10 with the plan, (\d+) without/.exec(said) ?? [];
    expect(Number(won)).toBeGreaterThan(Number(before));
  });
});
