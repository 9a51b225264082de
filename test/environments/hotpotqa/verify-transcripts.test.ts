import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { verifyTranscripts } from '../../../src/environments/hotpotqa/verify-transcripts.js';
import type { TranscriptFile } from '../../../src/environments/index.js';
import { sharedFile } from '../../shared-data.js';

const games = JSON.stringify([
  {
    _id: 'one',
    context: [
      ['Tolm', ['Tolm is a town. It has Dr.', ' Brakk in it.']],
      ['Code', ['It is \\u at work.']],
    ],
  },
  { _id: 'two', context: [['Tolm', ['Tolm is another town.']]] },
]);
const page = (title: string) => ({ resolution: 'page', title });
const opened = (title: string) => [
  { srsearch: title, titles: [title] },
  page(title),
  { resolution: 'revision' },
  { resolution: 'oldid' },
];
const step = (action: string, obs: string | null, http: readonly object[] = []) => ({ action, obs, http });
const crash = (action: string, error: string, http: readonly object[]) => ({ action, error, http });
const line = (steps: readonly object[], more: object = {}) => JSON.stringify({ _id: 'one', steps, ...more });

const town = step('search[Tolm]', 'Tolm is a town. It has Dr. Brakk in it..', [page('Tolm')]);
const asking = { question: 'Who?', answer: 'Brakk', reset_obs: 'Question: Who?' };

function verify(lines: readonly string[], name = 'react.jsonl', behaviour?: string, beside: object = {}) {
  const texts = new Map(Object.entries(beside));
  const file: TranscriptFile = { name, lines, readBeside: async (other) => texts.get(other) };
  return verifyTranscripts([file], async () => games, behaviour);
}

describe('a replay', () => {
  it('counts episodes and records, resets included', async () => {
    const end = {
      ...step('finish[brakk]', 'Episode finished, reward = 1\n'),
      reward: 1,
      done: true,
      info: { em: true, f1: 1 },
    };
    const verdict = await verify([
      line([town, step('lookup[dr]', '(Result 1 / 1) It has Dr.'), end], asking),
      '',
      line([town]),
    ]);
    expect(verdict).toEqual({ episodes: 2, steps: 5, mismatches: 0, first: null, deviations: {} });
  });

  it('takes pages from the own question first', async () => {
    const other = step('search[Tolm]', 'Tolm is another town..', [page('Tolm')]);
    expect(await verify([line([other], { _id: 'two' })])).toMatchObject({ mismatches: 0 });
    expect(await verify([line([town], { _id: 'unknown' })])).toMatchObject({ mismatches: 0 });
  });

  it('takes titles and their order from the recording', async () => {
    const served = { resolution: 'similar', titles: ["Z's", 'A'] };
    const missed = step('search[x]', `Could not find x. Similar: ["Z's", 'A'].`, [served]);
    expect(await verify([line([missed])])).toMatchObject({ mismatches: 0 });
  });

  it.each<[string, object, string]>([
    ['another word', { ...town, obs: 'Tolm is a village.' }, 'obs'],
    ['no end', { ...step('finish[x]', 'Episode finished, reward = 0\n'), done: false }, 'done'],
    ['another reward', { ...step('finish[x]', 'Episode finished, reward = 0\n'), reward: 1 }, 'reward'],
    ['another F1', { ...step('finish[x]', 'Episode finished, reward = 0\n'), info: { f1: 0.5 } }, 'info.f1'],
    ['more pages than were asked for', { ...town, http: [page('Tolm'), page('Tolm')] }, 'http'],
    ['a crash that nobody declared', crash('lookup[x]', 'KeyError', []), 'error'],
  ])('finds %s', async (_, wrong, field) => {
    const verdict = await verify([line([town], asking), line([town, wrong], asking)]);
    expect(verdict.first).toMatchObject({ file: 'react.jsonl', episode: 2, step: 2, field });
  });

  it('finds another reset', async () => {
    const verdict = await verify([line([town], { ...asking, reset_obs: 'Question: Whom?' })]);
    expect(verdict.first).toMatchObject({ step: 0, field: 'reset_obs', actual: 'Question: Who?' });
  });
});

describe('deviations', () => {
  it('after a crash on backslashes count until the next page', async () => {
    const steps = [
      town,
      step('lookup[dr]', '(Result 1 / 1) It has Dr.'),
      crash('search[Code]', 'UnicodeDecodeError', [page('Code')]),
      step('lookup[dr]', 'No more results.\n'),
      step('lookup[work]', 'No more results.\n'),
      town,
      step('lookup[work]', '(Result 1 / 1) wrong'),
    ];
    const verdict = await verify([line(steps)]);
    expect(verdict.mismatches).toBe(1);
    expect(verdict.first?.step).toBe(7);
    // The second lookup is told apart from ours; the first happens to be the same.
    expect(Object.values(verdict.deviations ?? {})).toEqual([2]);
  });

  it('of AutoPlan are told apart, and nothing else', async () => {
    const steps = [
      step('search[Tolm]', 'Tolm is a town.. It has Dr. Brakk in it..', opened('Tolm')),
      step('search[New]', 'Tolm is a town.. It has Dr. Brakk in it..', [
        { srsearch: 'New', titles: ['New'] },
        page('New'),
        { resolution: 'revision' },
      ]),
      crash('search[]', 'KeyError', [{ srsearch: '', titles: [] }]),
      step('search[Tolm]', 'Tolm is a town.. It has Mr. Brakk in it..', opened('Tolm')),
    ];
    const verdict = await verify([line(steps)], 'autoplan.jsonl');
    expect(verdict).toMatchObject({ mismatches: 1, first: { step: 4, field: 'obs' } });
    expect(Object.entries(verdict.deviations ?? {})).toEqual([
      [expect.stringMatching(/statistical model/), 1],
      [expect.stringMatching(/did not exist yet/), 1],
      [expect.stringMatching(/empty name/), 1],
    ]);
  });
});

describe('names with signs that mean something in an address', () => {
  const invented = JSON.stringify({
    'C#': { p: ['C# is a language. It is typed.'] },
    'A&B': { p: ['A&B is a firm. It is old.'], ul: [['one two three', 'four']] },
    A: { p: ['A is a letter.'] },
    C: { p: ['C is the third letter.', 'Another letter it is not.'] },
  });
  const check = (...steps: readonly object[]) =>
    verify([JSON.stringify({ steps })], 'autoplan.jsonl', undefined, { 'special_pages.json': invented });
  const served = (title: string, today: object, past: object) => [
    { srsearch: title, titles: [title] },
    today,
    { resolution: 'revision' },
    past,
  ];

  it('open the old page of exactly that name, whatever is there today', async () => {
    const obs = 'A&B is a firm.. It is old.. one two three. four.';
    const old = { resolution: 'oldid' };
    expect(await check(step('search[A&B]', obs, served('A&B', page('A'), old)))).toMatchObject({
      mismatches: 0,
    });
    const titles = { resolution: 'similar', titles: ['A'] };
    expect(await check(step('search[A&B]', obs, served('A&B', titles, old)))).toMatchObject({
      mismatches: 0,
    });
  });

  it('count as a declared deviation where the original opens another page', async () => {
    const another = step('search[C#]', 'Another letter it is not..', served('C#', page('C'), page('C')));
    const verdict = await check(another, step('lookup[not]', '(Result 1 / 1) Another letter it is not..'));
    expect(verdict.mismatches).toBe(0);
    expect(Object.entries(verdict.deviations ?? {})).toEqual([
      [expect.stringMatching(/as it is written/), 2],
    ]);
    const plain = step('search[C]', 'A is a letter..', served('C', page('C'), page('A')));
    expect((await check(plain)).mismatches).toBe(1);
  });
});

describe('the behaviour', () => {
  const exact = line([step('search[Tolm]', 'Tolm is a town.. It has Dr.. Brakk in it..', opened('Tolm'))]);

  it('follows from the name of the file, or is given', async () => {
    expect(await verify([exact], 'x/AutoPlan_env.jsonl')).toMatchObject({ mismatches: 0, deviations: {} });
    expect(await verify([exact], 'mine.jsonl', 'autoplan')).toMatchObject({ mismatches: 0 });
    expect((await verify([exact], 'autoplan.jsonl', 'react')).mismatches).toBeGreaterThan(0);
  });

  it('is asked for where neither tells it', async () => {
    await expect(verify([exact], 'react/mine.jsonl')).rejects.toThrow(/mine\.jsonl: its name does not say/);
  });
});

describe('bad input', () => {
  it.each<[string, string, RegExp]>([
    ['half a line', '{"steps": [', /react\.jsonl: line 2: not a recorded episode: not valid JSON/],
    ['no steps', '{}', /line 2: not a recorded episode: steps: Invalid input: expected array/],
    ['no object', '5', /line 2: not a recorded episode: Invalid input: expected object/],
    [
      'a page that is not there',
      line([step('search[x]', '', [page('x')])]),
      /line 2: its page "x" is not in the games/,
    ],
  ])('%s is refused', async (_, bad, message) => {
    await expect(verify([line([town]), bad])).rejects.toThrow(UsageError);
    await expect(verify([line([town]), bad])).rejects.toThrow(message);
  });

  it('games of another kind are refused', async () => {
    const file = { name: 'react.jsonl', lines: [line([town])] };
    await expect(verifyTranscripts([file], async () => '[{"_id": 1}]')).rejects.toThrow(/the games: 0\._id/);
    await expect(verifyTranscripts([file], async () => 'x')).rejects.toThrow(/the games: not valid JSON/);
  });
});

describe('recorded scores', () => {
  const pair = {
    pred: 'the Cat sat',
    gold: 'cat',
    norm_pred: 'cat sat',
    norm_gold: 'cat',
    em: false,
    f1: 2 / 3,
    prec: 0.5,
    recall: 1,
  };
  it('are compared to 1e-12', async () => {
    const lines = [pair, { ...pair, f1: 0.66666666667 }, { ...pair, norm_pred: 'x' }].map((one) =>
      JSON.stringify(one),
    );
    const verdict = await verify(lines, 'em_f1.jsonl.gz');
    expect(verdict).toMatchObject({ episodes: 3, mismatches: 2, first: { episode: 2, field: 'f1' } });
  });

  it('of whole files, too', async () => {
    const gold = JSON.stringify([{ _id: 'a', answer: 'cat', supporting_facts: [['Cat', 0]] }]);
    const run = (metrics: object, missing = 0) => [
      JSON.stringify([{ name: 'half', n_missing_lines: missing, metrics }]),
    ];
    const beside = {
      'eval_gold.json': gold,
      'eval_pred_half.json': JSON.stringify({
        answer: { a: 'cat' },
        sp: {
          a: [
            ['Cat', 0],
            ['Dog', 0],
          ],
        },
      }),
    };
    const check = (lines: readonly string[]) => verify(lines, 'eval_results.json', undefined, beside);
    expect(await check(run({ em: 1, sp_prec: 0.5, joint_f1: 2 / 3 }))).toMatchObject({
      episodes: 1,
      mismatches: 0,
    });
    expect(await check(run({ em: 0.5 }, 1))).toMatchObject({ mismatches: 2, first: { field: 'em' } });
    expect(await check(run({ bleu: 1 }))).toMatchObject({
      mismatches: 1,
      first: { field: 'bleu', actual: null },
    });
    await expect(check(['{}'])).rejects.toThrow(/not a list of official scores/);
  });
});

/** A file of recordings, changed or not. */
function recording(path: string, change: (text: string) => string = (text) => text): TranscriptFile {
  const read = (file: string) => {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return {
    name: path,
    lines: change(read(path)).split('\n'),
    readBeside: async (name) => read(folder + name),
  };
}

describe('the recordings of the originals', () => {
  const dev = sharedFile('data', 'hotpotqa', 'dev_distractor.json.gz');
  const readGames = async () => gunzipSync(readFileSync(dev ?? '')).toString('utf8');

  it.each([
    ['react_episodes.jsonl.gz', 65, 1254, 0],
    ['react_special.jsonl.gz', 54, 145, 4],
    ['autoplan_env.jsonl.gz', 31, 243, 2],
    ['em_f1.jsonl.gz', 1784, 1784, 0],
    ['official_eval/eval_results.json', 7, 7, 0],
  ])('%s are reproduced word for word', async (name, episodes, steps, deviating) => {
    const path = sharedFile('gold', 'hotpotqa', name);
    if (path === null || dev === null) return;
    const { deviations = {}, ...verdict } = await verifyTranscripts([recording(path)], readGames);
    expect(verdict).toEqual({ episodes, steps, mismatches: 0, first: null });
    expect(Object.values(deviations).reduce((sum, count) => sum + count, 0)).toBe(deviating);
  });

  it.each([
    ['react_episodes.jsonl.gz', 'No more results.', 'No results.'],
    ['react_special.jsonl.gz', 'Third is here', 'Third was here'],
    ['autoplan_env.jsonl.gz', 'Available entities', 'Known entities'],
    ['em_f1.jsonl.gz', '"em":true', '"em":false'],
    ['official_eval/eval_results.json', '0.4987', '0.4988'],
  ])('a single change in %s is found', async (name, from, to) => {
    const path = sharedFile('gold', 'hotpotqa', name);
    if (path === null || dev === null) return;
    const verdict = await verifyTranscripts([recording(path, (text) => text.replace(from, to))], readGames);
    expect(verdict.mismatches).toBe(1);
  });
});
