import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TaskInstance } from '../../../src/core/task.js';
import { createCorpus } from '../../../src/environments/hotpotqa/corpus.js';
import { encyclopedia, generateQuestions } from '../../../src/environments/hotpotqa/encyclopedia.js';
import { checkSetup, type HotpotqaSetup } from '../../../src/environments/hotpotqa/setup.js';
import { loadSuite } from '../../../src/suites/load-suite.js';
import { formatInstance } from '../../../src/suites/suite-format.js';
import { sha256 } from '../../../src/util/hash.js';

const originSchema = z.object({
  generator: z.literal('encyclopedia'),
  seed: z.number(),
  perType: z.object({ train: z.number(), validation: z.number(), 'held-out': z.number() }),
});

const suite = loadSuite('tasks/encyclopedia');
const setups = suite.instances.map((instance) => [instance, checkSetup(instance)] as const);
const pageOf = ({ context = [] }: HotpotqaSetup, title: string) =>
  context.find(([one]) => one === title)?.[1] ?? [];
const goldTitles = ({ supportingFacts }: HotpotqaSetup) => supportingFacts.map(([title]) => title);

/** Ids of the questions for which this does not hold. */
const failing = (holds: (setup: HotpotqaSetup, instance: TaskInstance) => boolean) =>
  setups.filter(([instance, setup]) => !holds(setup, instance)).map(([{ id }]) => id);

describe('the shipped suite', () => {
  test('is what the generator makes with the seed and sizes it names', () => {
    const { seed, perType } = originSchema.parse(suite.origin);
    expect({ seed, perType }).toEqual({ seed: encyclopedia.seed, perType: encyclopedia.perType });
    const text = generateQuestions(seed, perType).map((instance) => `${formatInstance(instance)}\n`);
    expect(`sha256:${sha256(text.join(''))}`).toBe(suite.digest);
    expect(statSync('tasks/encyclopedia/instances.jsonl').size).toBeLessThan(2 ** 21);
  });

  test('has three splits without a page in common, so no question and no pair of pages either', () => {
    const splitOf = new Map<string, string>();
    for (const [{ split }, { context = [] }] of setups) {
      for (const [title] of context) expect([title, splitOf.get(title) ?? split]).toEqual([title, split]);
      for (const [title] of context) splitOf.set(title, split);
    }
    expect(new Set(splitOf.values())).toEqual(new Set(['train', 'validation', 'held-out']));
    expect(new Set(suite.instances.map(({ goal }) => goal)).size).toBe(130);
    expect(new Set(setups.map(([, setup]) => goldTitles(setup).toSorted().join('\n'))).size).toBe(130);
  });

  test('a page says the same wherever it stands', () => {
    const pages = new Map<string, string>();
    for (const [, { context = [] }] of setups) {
      for (const [title, sentences] of context) {
        const text = sentences.join('');
        expect(pages.get(title) ?? text).toBe(text);
        pages.set(title, text);
      }
    }
    expect(pages.size).toBeGreaterThan(400);
  });

  test('asks of all kinds', () => {
    const count = (holds: (setup: HotpotqaSetup) => boolean) =>
      setups.filter(([, setup]) => holds(setup)).length;
    expect(count(({ type }) => type === 'bridge')).toBe(91);
    expect(count(({ answer }) => answer === 'yes')).toBeGreaterThan(4);
    expect(count(({ answer }) => answer === 'no')).toBeGreaterThan(4);
    expect(count(({ answer }) => /^\d+ [A-Z][a-z]+ \d{4}$/.test(answer))).toBeGreaterThan(2);
    expect(count(({ answer }) => /^[\d,]+$/.test(answer))).toBeGreaterThan(20);
  });
});

describe('each question', () => {
  test('has ten different pages of four to eight sentences', () => {
    const whole = (sentences: readonly string[]) =>
      sentences.length >= 4 &&
      sentences.length <= 8 &&
      sentences.every(
        (sentence, i) =>
          /^[^\s].*\.$/.test(sentence.slice(i === 0 ? 0 : 1)) && (i === 0 || sentence[0] === ' '),
      );
    expect(
      failing(
        ({ context = [] }) => context.length === 10 && new Set(context.map(([title]) => title)).size === 10,
      ),
    ).toEqual([]);
    expect(failing(({ context = [] }) => context.every(([, sentences]) => whole(sentences)))).toEqual([]);
    // Worlds cut sentences at a full stop and a blank, so that must be the end of one; no slot is left open.
    expect(
      failing(({ context = [] }) =>
        context.every(([, all]) => all.every((one) => !/\. |[{}]|undefined/.test(one))),
      ),
    ).toEqual([]);
  });

  test('takes two pages that are there, and not always in the same place', () => {
    expect(failing((setup) => new Set(goldTitles(setup)).size === 2)).toEqual([]);
    expect(
      failing((setup) =>
        setup.supportingFacts.every(([title, at]) => pageOf(setup, title)[at] !== undefined),
      ),
    ).toEqual([]);
    const places = setups.map(([, setup]) =>
      setup.context?.findIndex(([title]) => title === goldTitles(setup)[0]),
    );
    expect(new Set(places).size).toBe(10);
  });

  test('has its answer in the sentence that it names, and on no first page', () => {
    const bridge = (setup: HotpotqaSetup) => {
      const [first, second] = setup.supportingFacts;
      if (first === undefined || second === undefined) return false;
      const linked = pageOf(setup, first[0])[first[1]] ?? '';
      return (
        pageOf(setup, second[0])[second[1]]?.includes(setup.answer) === true &&
        !pageOf(setup, first[0]).join('').includes(setup.answer) &&
        linked.includes(second[0].replace(/ \(\w+\)$/, ''))
      );
    };
    expect(failing((setup) => setup.type !== 'bridge' || bridge(setup))).toEqual([]);
    expect(failing((_setup, { goal }) => goal.endsWith('?'))).toEqual([]);
  });

  test('names the first page in other words at most, which still lead to it', () => {
    const corpus = createCorpus(setups.flatMap(([, { context = [] }]) => context));
    const leads = (setup: HotpotqaSetup, { goal }: TaskInstance) => {
      const [first = ''] = goldTitles(setup);
      const bare = first.replace(/ \(\w+\)$/, '');
      if (goal.includes(bare)) return true;
      const words = bare.split(' ').filter((word) => word.length > 3 && goal.includes(word));
      return corpus.similar(words.join(' '), 5).includes(first);
    };
    expect(failing(leads)).toEqual([]);
    expect(
      failing((setup, { goal }) => goal.includes((goldTitles(setup)[0] ?? '').replace(/ \(\w+\)$/, '')))
        .length,
    ).toBeGreaterThan(2);
  });

  test('compares as the pages say', () => {
    const numberIn = (text: string) => Number(/(\d[\d,]*)(?!.*\d)/.exec(text)?.[1]?.replaceAll(',', ''));
    const checked = setups.filter(([{ goal }]) =>
      /^Which (?:river|mountain|bridge|film|university|town has)/.test(goal),
    );
    expect(checked.length).toBeGreaterThan(5);
    for (const [{ goal }, setup] of checked) {
      const [[a, i], [b, j]] = setup.supportingFacts as [[string, number], [string, number]];
      const [x, y] = [numberIn(pageOf(setup, a)[i] ?? ''), numberIn(pageOf(setup, b)[j] ?? '')];
      const least = /shorter|fewer|older/.test(goal);
      expect([goal, setup.answer]).toEqual([goal, (x < y === least ? a : b).replace(/ \(\w+\)$/, '')]);
    }
  });
});

describe('the generator', () => {
  test('makes any size from any seed, the same each time', () => {
    for (const seed of [0, 2, 3, 17]) {
      const sizes = { train: seed, validation: 1, 'held-out': 11 };
      const made = generateQuestions(seed, sizes);
      expect(made).toEqual(generateQuestions(seed, sizes));
      expect(made).toHaveLength(seed + 12);
      for (const instance of made) expect(checkSetup(instance).context).toHaveLength(10);
    }
    expect(generateQuestions(5, { train: 0, validation: 0, 'held-out': 0 })).toEqual([]);
    const sizes = { train: 3, validation: 0, 'held-out': 0 };
    expect(generateQuestions(1, sizes)).not.toEqual(generateQuestions(2, sizes));
  });
});
