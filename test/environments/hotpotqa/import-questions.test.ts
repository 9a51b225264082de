import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import type { ImportRequest } from '../../../src/environments/define-environment.js';
import { questionImporter } from '../../../src/environments/hotpotqa/import-questions.js';
import { sharedFile } from '../../shared-data.js';
import { questionRecord, questionRecords, writeFiles } from './question-file.js';

const tools = {
  withFolder: () => Promise.reject(new Error('no folder is needed')),
  progress: () => {},
};
const importFiles = (paths: readonly string[], request: ImportRequest = {}) =>
  questionImporter.read(paths, request, tools);
const importLists = (lists: readonly (readonly unknown[])[], request: ImportRequest = {}) =>
  importFiles(writeFiles(...lists.map((list) => JSON.stringify(list))), request);
const idsOf = ({ instances }: Awaited<ReturnType<typeof importFiles>>, split: string) =>
  instances.filter((instance) => instance.split === split).map(({ id }) => id);

test('a question becomes an instance with everything that was given', async () => {
  const record = questionRecord(4, { question: ' Who  wrote “book”? ', dev_index: 7, answer: 'yes' });
  const { instances, skipped, origin } = await importLists([[record]]);
  expect(instances).toEqual([
    {
      id: 'id-4',
      environment: 'hotpotqa',
      taskType: 'qa',
      split: 'train',
      goal: ' Who  wrote “book”? ',
      setup: {
        answer: 'yes',
        type: 'comparison',
        level: 'hard',
        supportingFacts: record.supporting_facts,
        context: record.context,
      },
    },
  ]);
  expect({ skipped, origin }).toEqual({ skipped: {}, origin: { seed: 1 } });
});

describe('one file', () => {
  test('is dealt by the seed: each question once, gzipped or not, whatever its order', async () => {
    const records = questionRecords(0, 40);
    const text = JSON.stringify(records);
    const [plain = '', packed = '', turned = ''] = writeFiles(
      text,
      gzipSync(text),
      JSON.stringify(records.toReversed()),
    );
    const dealt = await importFiles([plain]);
    expect(['train', 'validation', 'held-out'].map((split) => idsOf(dealt, split).length)).toEqual([
      24, 4, 12,
    ]);
    expect(new Set(dealt.instances.map(({ id }) => id)).size).toBe(40);
    expect(await importFiles([packed])).toEqual(dealt);
    const other = await importFiles([turned]);
    for (const split of ['train', 'validation', 'held-out'])
      expect(idsOf(other, split).toSorted()).toEqual(idsOf(dealt, split).toSorted());
    expect(idsOf(await importFiles([plain], { seed: 2 }), 'held-out')).not.toEqual(idsOf(dealt, 'held-out'));
  });

  test.each([
    [{ train: 5, validation: 3, 'held-out': 2 }, [5, 3, 2]],
    [{ 'held-out': 15 }, [3, 2, 15]],
    [{ train: 20 }, [20, 0, 0]],
    [{ train: 14 }, [14, 0, 6]],
    [{ validation: 0 }, [14, 0, 6]],
    [{ train: 0, validation: 0, 'held-out': 20 }, [0, 0, 20]],
  ])('has the sizes that are asked for: %j', async (sizes, expected) => {
    const dealt = await importLists([questionRecords(0, 20)], { sizes });
    expect(['train', 'validation', 'held-out'].map((split) => idsOf(dealt, split).length)).toEqual(expected);
    const left = 20 - dealt.instances.length;
    expect(dealt.skipped).toEqual(left === 0 ? {} : { 'not drawn': left });
  });

  test.each([
    [{ 'held-out': 21 }, /21 questions are asked for held-out, but there are 20$/],
    [
      { train: 15, validation: 3, 'held-out': 3 },
      /18 questions are asked for train and validation, but there are 20, of which 3 are taken for held-out$/,
    ],
  ])('refuses sizes it does not have: %j', async (sizes, message) => {
    await expect(importLists([questionRecords(0, 20)], { sizes })).rejects.toThrow(message);
  });
});

describe('several files', () => {
  test('the first is for training and validation, all others are held-out', async () => {
    const dealt = await importLists([
      questionRecords(0, 20),
      questionRecords(100, 5),
      questionRecords(200, 5),
    ]);
    expect(idsOf(dealt, 'train')).toHaveLength(18);
    expect(idsOf(dealt, 'validation')).toHaveLength(2);
    const heldOut = [...questionRecords(100, 5), ...questionRecords(200, 5)].map(({ _id }) => _id);
    expect(idsOf(dealt, 'held-out')).toEqual(heldOut);
  });

  test('sizes hold for them too', async () => {
    const lists = [questionRecords(0, 20), questionRecords(100, 5)];
    const dealt = await importLists(lists, { sizes: { train: 20, 'held-out': 2 } });
    expect([idsOf(dealt, 'train').length, idsOf(dealt, 'held-out').length]).toEqual([20, 2]);
    expect(dealt.skipped).toEqual({ 'not drawn': 3 });
  });

  test('what is held-out is not trained on under another id', async () => {
    const again = questionRecord(900, { question: '  WHO wrote  book 100? ' });
    const dealt = await importLists([[again, ...questionRecords(0, 9)], questionRecords(100, 5)]);
    expect(dealt.instances.map(({ id }) => id)).not.toContain('id-900');
    expect(idsOf(dealt, 'held-out')).toContain('id-100');
    expect(dealt.skipped).toEqual({ 'asks the same as another question': 1 });
  });

  test('an id in two files is refused', async () => {
    const [train = '', dev = ''] = writeFiles(
      JSON.stringify(questionRecords(0, 5)),
      JSON.stringify([questionRecord(9), questionRecord(3, { question: 'Another?' })]),
    );
    await expect(importFiles([train, dev])).rejects.toThrow(
      `${train}: record 4: its _id "id-3" is that of ${dev}: record 2`,
    );
  });
});

test('questions without paragraphs, which the full-wiki files have, are left out', async () => {
  const dealt = await importLists([[questionRecord(1), questionRecord(2, { context: [] })]]);
  expect(dealt.instances).toHaveLength(1);
  expect(dealt.skipped).toEqual({ 'without paragraphs': 1 });
  await expect(importLists([[questionRecord(2, { context: [] })]])).rejects.toThrow(
    /no question can be used/,
  );
  await expect(importLists([[]])).rejects.toThrow(/no question can be used/);
});

test('supporting facts may lie outside the paragraphs, and a paragraph may be empty: official files have both', async () => {
  const fields = { supporting_facts: [['Elsewhere', 40]], context: [['Book', []]] };
  const { instances, noted, skipped } = await importLists([[questionRecord(1, fields), questionRecord(2)]], {
    sizes: { 'held-out': 0 },
  });
  expect(noted).toEqual({ 'with supporting facts that name none of its paragraphs': 1 });
  expect(skipped).toEqual({});
  expect(instances[0]?.setup).toMatchObject({
    supportingFacts: [['Elsewhere', 40]],
    context: [['Book', []]],
  });
});

describe('what is malformed is refused, by file, record and field:', () => {
  const fields = ['_id', 'question', 'answer', 'type', 'level', 'supporting_facts', 'context'];
  test.each(fields)('no %s', async (field) => {
    const { [field]: _gone, ...rest } = questionRecord(2) as Record<string, unknown>;
    const [path = ''] = writeFiles(JSON.stringify([questionRecord(1), rest]));
    const id = field === '_id' ? '' : ' (_id "id-2")';
    await expect(importFiles([path])).rejects.toThrow(`${path}: record 2${id}: ${field}: is missing`);
    await expect(importFiles([path])).rejects.toThrow(UsageError);
  });

  test.each<[Record<string, unknown>, RegExp]>([
    [{ _id: 5 }, /record 1: _id: .*expected string/],
    [{ _id: '' }, /record 1 \(_id ""\): _id: is empty/],
    [{ _id: 'a\nb' }, /record 1 \(_id "a\\nb"\): _id: must be a single line/],
    [{ question: ' \n' }, /question: is empty/],
    [{ answer: '' }, /answer: is empty/],
    [{ answer: ['a'] }, /answer: .*expected string/],
    [{ type: 'riddle' }, /type: /],
    [{ level: 3 }, /level: /],
    [{ supporting_facts: [] }, /supporting_facts: is empty/],
    [{ supporting_facts: [['A', -1]] }, /supporting_facts\.0\.1: /],
    [{ supporting_facts: [['A', '0']] }, /supporting_facts\.0\.1: /],
    [{ supporting_facts: [['A']] }, /supporting_facts\.0/],
    [{ context: {} }, /context: /],
    [{ context: [['A', 'no list']] }, /context\.0\.1: /],
    [{ context: [['A', ['b', null]]] }, /context\.0\.1\.1: /],
    [{ context: [['', ['b']]] }, /context\.0\.0: is empty/],
  ])('%j', async (wrong, message) => {
    await expect(importLists([[questionRecord(1, wrong)]])).rejects.toThrow(message);
  });

  test.each([
    ['no list', '{"data": []}', /file-0\.json: not a JSON list/],
    ['a list of numbers', '[1]', /file-0\.json: record 1: .*expected object/],
    [
      'a cut text',
      JSON.stringify(questionRecords(0, 3)).slice(0, -20),
      /file-0\.json: .*cut off at record 3/,
    ],
    [
      'a cut gzip',
      gzipSync(JSON.stringify(questionRecords(0, 30))).subarray(0, 200),
      /file-0\.json: unexpected end/,
    ],
    ['no JSON', '[{"_id": nope}]', /file-0\.json: record 1 is not valid JSON/],
    ['an empty file', '', /file-0\.json: not a whole JSON list/],
    [
      'one id twice',
      JSON.stringify([questionRecord(1), questionRecord(1, { question: 'Else?' })]),
      /file-0\.json: record 2: its _id "id-1" is that of .*file-0\.json: record 1$/,
    ],
  ])('%s', async (_what, content, message) => {
    const paths = writeFiles(content);
    await expect(importFiles(paths)).rejects.toThrow(message);
    await expect(importFiles(paths)).rejects.toThrow(UsageError);
  });

  test('a file that is not there, and a folder', async () => {
    await expect(importFiles(['nowhere.json'])).rejects.toThrow('nowhere.json: does not exist');
    await expect(importFiles(['.'])).rejects.toThrow('.: is a folder, not a file');
  });
});

const train = sharedFile('data', 'hotpotqa', 'train.json.gz');
const dev = sharedFile('data', 'hotpotqa', 'dev_distractor.json.gz');

test.skipIf(train === null || dev === null)('reads official files', async () => {
  const dealt = await importFiles([train ?? '', dev ?? '']);
  expect(['train', 'validation', 'held-out'].map((split) => idsOf(dealt, split).length)).toEqual([
    270, 30, 254,
  ]);
  expect(dealt.skipped).toEqual({});
});
