import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cacache from 'cacache';
import { describe, expect, test } from 'vitest';
import { noUsage } from '../../src/core/model.js';
import { openAnswerStore, pruneAnswers, summarizeAnswers } from '../../src/models/index.js';
import { emptyFolder } from '../cli/run-cli.js';

const text = (key: string, length: number) =>
  JSON.stringify({
    format: 'planwright-answer/1',
    key,
    reply: { text: 'x'.repeat(length), finishReason: 'stop', usage: noUsage, model: 'm' },
  });

/** A store of answers with the given keys, models and lengths; the first was kept at 1000, the next at 2000 and so on. */
async function storeOf(...answers: readonly (readonly [key: string, model: string, length: number])[]) {
  const folder = join(emptyFolder(), 'cache');
  await openAnswerStore(folder).read('none');
  for (const [i, [key, model, length]] of answers.entries()) {
    const options = { metadata: { model }, time: 1000 * (i + 1) };
    await cacache.put(folder, key, text(key, length), options);
  }
  return folder;
}

const contentOf = async (folder: string, key: string) => (await cacache.get.info(folder, key))?.path ?? '';
const bytesOf = (key: string, length: number) => Buffer.byteLength(text(key, length));
const three = [
  ['a', 'gpt', 10],
  ['b', 'llama', 20],
  ['c', 'gpt', 30],
] as const;
const contentsOf = (folder: string) =>
  readdirSync(join(folder, 'content-v2'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

describe('a summary', () => {
  test('counts answers and bytes, in all and by model', async () => {
    const [a, b, c] = [bytesOf('a', 10), bytesOf('b', 20), bytesOf('c', 30)];
    expect(await summarizeAnswers(await storeOf(...three))).toEqual({
      answers: 3,
      bytes: a + b + c,
      models: [
        { model: 'gpt', answers: 2, bytes: a + c },
        { model: 'llama', answers: 1, bytes: b },
      ],
    });
  });

  test('of an empty store is empty', async () => {
    expect(await summarizeAnswers(await storeOf())).toEqual({ answers: 0, bytes: 0, models: [] });
  });

  test('is refused of what is no store', async () => {
    const folder = emptyFolder();
    await expect(summarizeAnswers(folder)).rejects.toThrow('is no cache of answers');
    await expect(summarizeAnswers(join(folder, 'missing'))).rejects.toThrow('is no cache of answers');
  });

  test('says so where the index can not be read', async () => {
    const folder = await storeOf(...three);
    mkdirSync(join(folder, 'index-v5', 'aa', 'bb', 'cc'), { recursive: true });
    await expect(summarizeAnswers(folder)).rejects.toThrow('the index can not be read');
  });
});

describe('pruning', () => {
  const left = async (folder: string) => Object.keys(await cacache.ls(folder)).sort();

  test('without limits removes nothing that can be used', async () => {
    const folder = await storeOf(...three);
    expect(await pruneAnswers(folder)).toMatchObject({
      removed: { answers: 0, bytes: 0 },
      damaged: 0,
      left: { answers: 3 },
    });
    expect(await left(folder)).toEqual(['a', 'b', 'c']);
  });

  test('removes what was kept before a time', async () => {
    const folder = await storeOf(...three);
    const { removed } = await pruneAnswers(folder, { keptSince: 2000 });
    expect(removed).toEqual({ answers: 1, bytes: bytesOf('a', 10) });
    expect(await left(folder)).toEqual(['b', 'c']);
    expect(contentsOf(folder)).toHaveLength(2);
  });

  test('removes the oldest until the size is kept, and no newer one in place of a large one', async () => {
    const sizes = [bytesOf('b', 20) + bytesOf('c', 30), bytesOf('c', 30), 1] as const;
    for (const [i, keys] of [['b', 'c'], ['c'], []].entries()) {
      const folder = await storeOf(...three);
      await pruneAnswers(folder, { maxBytes: sizes[i] ?? 0 });
      expect(await left(folder)).toEqual(keys);
    }
    const folder = await storeOf(['a', 'm', 1], ['b', 'm', 500], ['c', 'm', 1]);
    await pruneAnswers(folder, { maxBytes: 400 });
    expect(await left(folder)).toEqual(['c']);
  });

  test('removes what is damaged, and what belongs to no answer', async () => {
    const folder = await storeOf(...three, ['a', 'gpt', 11]);
    writeFileSync(await contentOf(folder, 'b'), 'damaged');
    rmSync(await contentOf(folder, 'c'));
    writeFileSync(join(folder, 'tmp', 'unfinished'), 'half');
    expect(contentsOf(folder)).toHaveLength(3);
    expect(await pruneAnswers(folder)).toMatchObject({
      damaged: 2,
      left: { answers: 1, bytes: bytesOf('a', 11) },
    });
    expect(await left(folder)).toEqual(['a']);
    expect(contentsOf(folder)).toHaveLength(1);
    expect(existsSync(join(folder, 'tmp'))).toBe(false);
  });

  test('leaves a store that goes on', async () => {
    const folder = await storeOf(...three);
    await pruneAnswers(folder, { maxBytes: 1 });
    await cacache.put(folder, 'a', text('a', 10), { metadata: { model: 'm' } });
    expect((await openAnswerStore(folder).read('a'))?.text).toBe('x'.repeat(10));
  });

  test('touches nothing that is no store', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'tmp'), 'mine');
    await expect(pruneAnswers(folder)).rejects.toThrow('is no cache of answers');
    expect(readdirSync(folder)).toEqual(['tmp']);
  });
});
