/** The wire itself, line by line, in both versions of the protocol; and lines that no client should send. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { longestTask } from '../../src/mcp/find-plan-tool.js';
import { longestMessage } from '../../src/mcp/line-transport.js';
import { runCli, startCli, waitForExit } from '../cli/run-cli.js';
import { injections } from '../hostile-texts.js';
import { folderWith, formatTestPlan, servable } from './plan-folder.js';
import { handshake, request, talk } from './talk.js';

describe('the two versions of the protocol', () => {
  test('2025-06-18 begins with a handshake', async () => {
    const { messages, answerTo } = await talk(folderWith(servable), [
      ...handshake,
      request(1, 'prompts/list'),
      request(2, 'ping'),
    ]);
    expect(answerTo('hello')?.result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { prompts: { listChanged: true }, resources: { listChanged: true }, tools: {} },
      serverInfo: { name: 'planwright' },
    });
    expect(answerTo(1)?.result?.prompts).toHaveLength(2);
    expect(answerTo(1)?.result).not.toHaveProperty('ttlMs');
    expect(answerTo(2)?.result).toEqual({});
    expect(messages).toHaveLength(3);
  });

  test('2026-07-28 has none, and says how long a list holds', async () => {
    const { answerTo } = await talk(folderWith(servable), [
      request(1, 'server/discover', {}, true),
      request(2, 'prompts/list', {}, true),
      request(3, 'resources/read', { uri: 'planwright://plans/alfworld-heat' }, true),
    ]);
    expect(answerTo(1)?.result?.supportedVersions).toContain('2026-07-28');
    expect(answerTo(2)?.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    expect(JSON.stringify(answerTo(3)?.result)).toContain('Heat it with the microwave.');
  });

  test('a plan that was changed a moment ago is served as it is now', async () => {
    const folder = folderWith(servable);
    const before = await talk(folder, [...handshake, request(1, 'prompts/get', { name: 'alfworld-heat' })]);
    writeFileSync(join(folder, 'heat.md'), formatTestPlan({ taskType: 'heat', text: '1. Toast it.' }));
    const after = await talk(folder, [...handshake, request(1, 'prompts/get', { name: 'alfworld-heat' })]);
    expect(JSON.stringify(before.answerTo(1))).not.toContain('Toast');
    expect(JSON.stringify(after.answerTo(1))).toContain('Toast');
  });
});

describe('whatever is sent, each request has its answer and the server goes on:', () => {
  const names = [
    ...injections.slice(0, 20).map(({ text }) => text),
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '@',
    'alfworld-heat@',
    '../heat',
    '',
  ];

  test('names that are none', async () => {
    const asked = names.flatMap((name, i) => [
      request(`p${i}`, 'prompts/get', { name }),
      request(`v${i}`, 'prompts/get', { name: `alfworld-heat@${name}` }),
      request(`r${i}`, 'resources/read', { uri: `planwright://plans/${name}` }),
      request(`u${i}`, 'resources/read', { uri: name }),
      request(`t${i}`, 'tools/call', { name, arguments: {} }),
      request(`m${i}`, name === '' ? 'x' : name),
    ]);
    const { answerTo } = await talk(folderWith(servable), [...handshake, ...asked, request('last', 'ping')]);
    const codes = names.flatMap((_, i) =>
      ['p', 'v', 'r', 'u', 't', 'm'].map((kind) => answerTo(`${kind}${i}`)?.error?.code),
    );
    expect(new Set(codes)).toEqual(new Set([-32602, -32601]));
    expect(answerTo('last')?.result).toEqual({});
  });

  test('arguments that are wrong', async () => {
    const call = (id: number, given: unknown) =>
      request(id, 'tools/call', { name: 'find_plan', arguments: given });
    const get = (id: number, given: unknown) =>
      request(id, 'prompts/get', { name: 'alfworld-heat', arguments: given });
    const { answerTo } = await talk(folderWith(servable), [
      ...handshake,
      call(1, {}),
      call(2, { task: 5 }),
      call(3, { task: 'x'.repeat(longestTask + 1) }),
      call(4, { tusk: 'heat' }),
      call(5, 'heat'),
      `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"find_plan","arguments":{"__proto__":{"task":"heat"}}}}`,
      get(11, { task: 5 }),
      get(12, { task: 'x'.repeat(longestTask + 1) }),
      get(13, { tusk: 'heat' }),
      `{"jsonrpc":"2.0","id":14,"method":"prompts/get","params":{"name":"alfworld-heat","arguments":{"__proto__":"x"}}}`,
      request(15, 'prompts/get', {}),
    ]);
    expect([1, 2, 3, 4, 6].map((id) => answerTo(id)?.result?.isError)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(JSON.stringify(answerTo(4)?.result)).toContain('tusk');
    expect([5, 11, 12, 13, 15].map((id) => answerTo(id)?.error?.code)).toEqual(Array(5).fill(-32602));
    expect(answerTo(14)).toBeDefined();
  });

  test('lines that are no messages', async () => {
    const lines = [
      'garbage',
      '{',
      '[]',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      'null',
      '5',
      '"x"',
      '{}',
    ];
    const { messages, answerTo } = await talk(folderWith(servable), [
      ...handshake,
      ...lines,
      '',
      '   ',
      '{"jsonrpc":"1.0","id":7,"method":"ping"}',
      `{"jsonrpc":"2.0","id":8,"method":"ping","params":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      `"${'x'.repeat(longestMessage)}"`,
      request('last', 'ping'),
    ]);
    const codes = messages.flatMap(({ id, error }) => (id === undefined && error ? [error.code] : []));
    expect(codes).toEqual([-32700, -32700, ...Array(6).fill(-32600), -32600]);
    expect(answerTo(7)?.error?.code).toBe(-32600);
    expect(answerTo(8)).toBeDefined();
    expect(answerTo('last')?.result).toEqual({});
  });

  test('nothing at all, or requests before the handshake', async () => {
    const folder = folderWith(servable);
    expect((await talk(folder, [])).messages).toEqual([]);
    const { answerTo } = await talk(folder, [request(1, 'prompts/list')]);
    expect(answerTo(1)).toBeDefined();
    const { messages } = await talk(folder, [{ jsonrpc: '2.0', id: 4, result: {} }]);
    expect(messages).toEqual([]);
  });
});

describe('the command', () => {
  test('writes the protocol to stdout and all else to stderr, and ends with its input', async () => {
    const folder = folderWith({ ...servable, 'broken.md': '---\nschema: x\n---\n', 'README.md': 'About.\n' });
    const lines = [...handshake, request(1, 'tools/list')].map((line) => JSON.stringify(line));
    const { code, stdout, stderr } = await runCli(['mcp', '--plans', folder], {
      input: `${lines.join('\n')}\n`,
    });
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).jsonrpc),
    ).toEqual(['2.0', '2.0']);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^planwright mcp: left out: .*broken\.md: front matter has schema "x"/),
      `planwright mcp: serving 2 plans of ${folder}`,
    ]);
  });

  test('ends when the client goes away without a word', async () => {
    const child = startCli(['mcp', '--plans', folderWith(servable)]);
    const ended = waitForExit(child);
    child.stdin?.write(`${JSON.stringify(handshake[0])}\n`);
    child.stdout?.once('data', () => child.stdin?.destroy());
    expect((await ended).code).toBe(0);
  });

  test('refuses a folder that is not there in one line', async () => {
    const { code, stdout, stderr } = await runCli(['mcp', '--plans', 'nowhere'], { cwd: folderWith({}) });
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      'error: nowhere: does not exist (give a folder with plan files)\n',
    ]);
  });
});
