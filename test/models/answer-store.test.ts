import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as cacache from 'cacache';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatReply } from '../../src/core/model.js';
import { openAnswerStore } from '../../src/models/index.js';
import { keepSecret } from '../../src/util/secrets.js';
import { emptyFolder } from '../cli/run-cli.js';

const usage = { calls: 1, promptTokens: 7, completionTokens: 3, cachedTokens: 2, estimatedCalls: 0 };
const replyOf = (text: string): ChatReply => ({ text, finishReason: 'stop', usage, model: 'm-2025' });
const [a, b, c] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;

/** A store with answers, and its files. */
async function storeWith(...keys: readonly string[]) {
  const folder = join(emptyFolder(), 'cache');
  const store = openAnswerStore(folder);
  await store.read('none');
  for (const key of keys) await store.write(key, 'm', replyOf(`answer ${key[0]}`));
  const files = (under: string) =>
    readdirSync(join(folder, under), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  return { folder, store, contents: () => files('content-v2'), buckets: () => files('index-v5') };
}

describe('a store', () => {
  test('gives back what it was given, but for the price', async () => {
    const { folder } = await storeWith();
    const given = { ...replyOf('hé\nllo \ud83c\udf35'), costUsd: 0.25 };
    await openAnswerStore(folder).write(a, 'm', given);
    const { costUsd: _price, ...kept } = given;
    expect(await openAnswerStore(folder).read(a)).toEqual(kept);
    expect(await openAnswerStore(folder).read(b)).toBeNull();
  });

  test('makes its folder when it is first asked, and says there that it is a cache', async () => {
    const folder = join(emptyFolder(), 'deep', 'cache');
    const store = openAnswerStore(folder);
    expect(existsSync(folder)).toBe(false);
    expect(await store.read(a)).toBeNull();
    expect(readFileSync(join(folder, 'CACHEDIR.TAG'), 'utf8')).toMatch(
      /^Signature: 8a477f597d28d172789f06886806bc55\n/,
    );
  });

  test('takes no folder that holds something else', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => openAnswerStore(folder)).toThrow('holds other files');
    expect(() => openAnswerStore(file)).toThrow('is a file, not a folder');
    await expect(openAnswerStore(join(file, 'cache')).read(a)).rejects.toThrow(
      'can not be used: a part of the path is a file, not a folder',
    );
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('does without an answer that can not be kept', async () => {
    const { folder, store } = await storeWith(a);
    rmSync(join(folder, 'tmp'), { recursive: true });
    writeFileSync(join(folder, 'tmp'), 'no folder');
    await store.write(b, 'm', replyOf('lost'));
    expect(await store.read(b)).toBeNull();
    expect(await store.read(a)).not.toBeNull();
  });

  test('keeps nothing that holds a key, and gives nothing that does', async () => {
    const { folder, store, contents } = await storeWith();
    mkdirSync(join(folder, 'content-v2'), { recursive: true });
    const value = 'a-key-known-by-value';
    await store.write(b, 'm', replyOf(`it is ${value}`));
    expect(await store.read(b)).not.toBeNull();
    keepSecret(value);
    expect(await store.read(b)).toBeNull();
    for (const secret of [value, `sk-${'x'.repeat(40)}`]) {
      const before = contents().length;
      await store.write(a, 'm', replyOf(`it is ${secret}`));
      await store.write(a, 'm', { ...replyOf('fine'), model: secret });
      expect(contents()).toHaveLength(before);
    }
    expect(await store.read(a)).toBeNull();
  });
});

describe('damage is a miss, never another answer:', () => {
  /** Damages a file in many ways; each time the answers are read, and one is written again. */
  async function damaging(
    { store }: Pick<Awaited<ReturnType<typeof storeWith>>, 'store'>,
    file: string,
    damages: fc.Arbitrary<(bytes: Buffer) => Buffer>,
  ) {
    const original = readFileSync(file);
    let misses = 0;
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        writeFileSync(file, damage(Buffer.from(original)));
        for (const key of [a, b]) {
          const read = await store.read(key);
          if (read === null) misses++;
          else expect(read).toEqual(replyOf(`answer ${key[0]}`));
        }
        await store.write(a, 'm', replyOf('answer a'));
        expect(await store.read(a)).toEqual(replyOf('answer a'));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, original);
      }),
      { numRuns: 40 },
    );
    return misses;
  }

  const flip = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, mask]) => (bytes: Buffer) => {
    bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ mask;
    return bytes;
  });
  const cut = fc.nat().map((at) => (bytes: Buffer) => bytes.subarray(0, at % bytes.length));
  const replace = fc.uint8Array({ maxLength: 300 }).map((bytes) => () => Buffer.from(bytes));
  const damages: readonly (readonly [string, typeof flip])[] = [
    ['a flipped byte', flip],
    ['a cut file', cut],
    ['other bytes', replace],
  ];

  test.each(damages)('%s of a content', async (_name, damage) => {
    const made = await storeWith(a, b);
    for (const file of made.contents()) expect(await damaging(made, file, damage)).toBeGreaterThan(0);
  });

  test.each(damages)('%s of the index', async (_name, damage) => {
    for (const which of [0, 1]) {
      const made = await storeWith(a, b);
      expect(await damaging(made, made.buckets()[which] ?? '', damage)).toBeGreaterThan(0);
    }
  });

  test('a content that is gone, or a folder', async () => {
    const { store, contents } = await storeWith(a);
    const [content = ''] = contents();
    rmSync(content);
    expect(await store.read(a)).toBeNull();
    mkdirSync(content);
    expect(await store.read(a)).toBeNull();
  });

  test("the whole content of another call's answer", async () => {
    const { folder, store } = await storeWith(a, b);
    const other = await cacache.get.info(folder, b);
    await cacache.index.insert(folder, a, other?.integrity ?? '', { metadata: { model: 'm' }, size: 10 });
    expect(await store.read(a)).toBeNull();
    await store.write(a, 'm', replyOf('again'));
    expect(await store.read(a)).toEqual(replyOf('again'));
    expect(await store.read(b)).toEqual(replyOf('answer b'));
  });

  const answer = { format: 'planwright-answer/1', key: a, reply: replyOf('fine') };
  const { reply } = answer;
  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['of another format', { ...answer, format: 'planwright-answer/0' }],
    ['of another call', { ...answer, key: b }],
    ['without reply', { ...answer, reply: undefined }],
    ['without words', { ...answer, reply: { ...reply, text: '' } }],
    ['with no text', { ...answer, reply: { ...reply, text: 5 } }],
    ['with an unknown end', { ...answer, reply: { ...reply, finishReason: 'tired' } }],
    ['without usage', { ...answer, reply: { ...reply, usage: null } }],
    ['with a wrong count', { ...answer, reply: { ...reply, usage: { ...usage, promptTokens: -1 } } }],
    ['without model', { ...answer, reply: { ...reply, model: null } }],
  ])('a whole content that is no answer: %s', async (_name, content) => {
    const { folder, store } = await storeWith();
    await cacache.put(folder, a, JSON.stringify(content), { metadata: { model: 'm' } });
    expect(await store.read(a)).toBeNull();
    await cacache.put(folder, a, JSON.stringify(answer), { metadata: { model: 'm' } });
    expect(await store.read(a)).toEqual(reply);
  });
});

describe('many at a time', () => {
  test('write and read the same answers in one process', async () => {
    const { folder } = await storeWith();
    const keys = [a, b, c];
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const key = keys[i % 3] ?? a;
        const store = openAnswerStore(folder);
        const before = await store.read(key);
        if (before !== null) expect(before).toEqual(replyOf(`answer ${key[0]}`));
        await store.write(key, 'm', replyOf(`answer ${key[0]}`));
        expect(await store.read(key)).toEqual(replyOf(`answer ${key[0]}`));
      }),
    );
  });

  test('write and read the same and other answers in many processes', async () => {
    const { folder } = await storeWith();
    const program = `
      import { openAnswerStore } from ${JSON.stringify(resolve('dist/models/answer-store.js'))};
      const [folder, name] = process.argv.slice(1);
      const store = openAnswerStore(folder);
      const usage = ${JSON.stringify(usage)};
      for (let i = 0; i < 30; i++) for (const who of ['all', name]) {
        const key = who + '-' + i;
        const reply = { text: 'answer ' + who + i, finishReason: 'stop', usage, model: 'm' };
        const before = await store.read(key);
        if (before !== null && before.text !== reply.text) process.exit(3);
        await store.write(key, 'm', reply);
        if ((await store.read(key))?.text !== reply.text) process.exit(4);
      }`;
    const names = ['p', 'q', 'r', 's'];
    const exits = names.map(
      (name) =>
        new Promise((done) => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder, name]);
          child.on('close', done);
        }),
    );
    expect(await Promise.all(exits)).toEqual(names.map(() => 0));
    const store = openAnswerStore(folder);
    for (const who of ['all', ...names])
      for (let i = 0; i < 30; i++) expect((await store.read(`${who}-${i}`))?.text).toBe(`answer ${who}${i}`);
  });
});
