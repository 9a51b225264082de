/** The SDK's own client talks to the built command over stdio, in both versions of the protocol. */
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderWith, formatTestPlan, servable } from './plan-folder.js';

const versions = [
  { name: '2026-07-28, without a handshake', mode: { pin: '2026-07-28' }, version: '2026-07-28' },
  { name: 'the handshake of before', mode: 'legacy', version: '2025-11-25' },
  { name: 'whichever the server has', mode: 'auto', version: '2026-07-28' },
] as const;

type Version = (typeof versions)[number];

async function connect(
  { mode }: Version,
  folder: string,
  changed: { prompts: unknown[]; resources: unknown[] },
) {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode },
      listChanged: {
        prompts: { onChanged: (_error, list) => changed.prompts.push(list?.map(({ name }) => name)) },
        resources: { onChanged: (_error, list) => changed.resources.push(list?.map(({ name }) => name)) },
      },
    },
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('dist/cli/main.js'), 'mcp', '--plans', folder],
    stderr: 'pipe',
  });
  onTestFinished(() => client.close());
  let stderr = '';
  transport.stderr?.on('data', (data) => {
    stderr += data;
  });
  await client.connect(transport);
  return { client, stderr: () => stderr };
}

const nothing = () => ({ prompts: [], resources: [] });

describe.each(versions)('$name:', (version) => {
  test('a client lists, gets, reads and calls', async () => {
    const { client, stderr } = await connect(version, folderWith(servable), nothing());
    expect(client.getNegotiatedProtocolVersion()).toBe(version.version);
    expect(client.getInstructions()).toContain('find_plan');

    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['alfworld-cool', 'alfworld-heat']);
    expect(prompts[1]?.description).toContain('Certified: it won 39 of 40 held-out tasks, 14 without a plan');
    expect(prompts[1]?.arguments).toMatchObject([{ name: 'task', required: false }]);

    const prompt = await client.getPrompt({ name: 'alfworld-heat', arguments: { task: 'Heat the egg.' } });
    expect(prompt.messages).toMatchObject([
      {
        role: 'user',
        content: {
          type: 'text',
          text: expect.stringMatching(/2\. Heat it with.*\n\nThe job:\nHeat the egg\.$/),
        },
      },
    ]);
    expect(await client.getPrompt({ name: 'alfworld-heat' })).not.toEqual(prompt);

    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
      ['planwright://plans/alfworld-cool', 'text/markdown'],
      ['planwright://plans/alfworld-heat', 'text/markdown'],
    ]);
    const { contents } = await client.readResource({ uri: 'planwright://plans/alfworld-heat' });
    const [document] = contents;
    const text = document && 'text' in document ? document.text : '';
    expect(text).toContain('# How to heat\n');
    expect(Buffer.byteLength(text)).toBe(resources[1]?.size);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);

    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['find_plan']);
    // The client checks the answer against the schema that the tool says it has.
    const found = await client.callTool({ name: 'find_plan', arguments: { task: 'heat a potato' } });
    expect(found.structuredContent).toMatchObject({
      fit: 'good',
      plan: { id: 'alfworld-heat', certified: true },
    });
    const none = await client.callTool({ name: 'find_plan', arguments: { task: 'write a poem' } });
    expect(none.structuredContent).toMatchObject({ fit: 'none', plan: null, alternatives: [] });

    await expect(client.getPrompt({ name: 'alfworld-toast' })).rejects.toThrow('there is no plan');
    await expect(client.readResource({ uri: 'planwright://plans/toast' })).rejects.toThrow();
    expect(stderr()).toMatch(/^planwright mcp: serving 2 plans of .*\n$/);
  });
});

describe.each(versions.slice(0, 2))('$name:', (version) => {
  test('a client that listens is told when plans come, change and go', async () => {
    const folder = folderWith(servable);
    const changed = nothing() as { prompts: string[][]; resources: string[][] };
    const { client, stderr } = await connect(version, folder, changed);
    const bothSay = (names: readonly string[]) =>
      vi.waitFor(
        () => {
          expect(changed.prompts.at(-1)).toEqual(names);
          expect(changed.resources.at(-1)).toEqual(names);
        },
        { timeout: 8000 },
      );
    writeFileSync(join(folder, 'clean.md'), formatTestPlan({ taskType: 'clean', text: '1. Rinse it.' }));
    await bothSay(['alfworld-clean', 'alfworld-cool', 'alfworld-heat']);
    rmSync(join(folder, 'clean.md'));
    await bothSay(['alfworld-cool', 'alfworld-heat']);
    writeFileSync(join(folder, 'heat.md'), '---\nschema: planwright.plan/v1\nid: [\n');
    await bothSay(['alfworld-cool']);
    expect(stderr()).toContain('left out: ');
    writeFileSync(join(folder, 'heat.md'), formatTestPlan({ taskType: 'heat', text: '1. Toast it.' }));
    await bothSay(['alfworld-cool', 'alfworld-heat']);
    const { messages } = await client.getPrompt({ name: 'alfworld-heat' });
    expect(JSON.stringify(messages)).toContain('Toast it.');
  });
});
