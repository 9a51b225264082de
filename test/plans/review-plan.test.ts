import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import {
  acceptPlan,
  checkExportable,
  createPlan,
  flagsOf,
  formatPlanFile,
  isReviewed,
  type PlanDetails,
  type PlanFile,
  type PlanFlag,
  parsePlanFile,
} from '../../src/plans/index.js';
import { shippedDetails } from '../shipping/sample-plans.js';

const details: PlanDetails = {
  title: 'Go',
  description: 'Goes.',
  environmentVersion: '1',
  actionsHash: `sha256:${'0'.repeat(64)}`,
  provenance: {
    run: 'r',
    seed: 0,
    batch_size: 1,
    reflection: 'full',
    optimizer: 'autoplan',
    optimizer_model: 'm',
    agent_model: 'm',
    tool_version: '0',
    simulated: true,
  },
  evaluation: {
    split: 'held-out',
    n: 1,
    successes: 1,
    rate: 1,
    wilson95: [0.2, 1],
    baseline_rate: 0,
    baseline_successes: 0,
    p_paired: 1,
    errors: 0,
  },
  trainedOn: {
    suite: 's',
    suite_digest: `sha256:${'1'.repeat(64)}`,
    untrusted_observations: true,
    reviewed_by: null,
  },
  license: 'CC0-1.0',
};
const text = '1. Look around.\n2. Say that the blue heron sings at dawn.';
const copied: PlanFlag = { kind: 'copied', line: 2, quote: 'the blue heron sings at dawn' };

/** The file of a plan as training writes it, read again. */
function fileOf(
  flags: readonly PlanFlag[],
  changes: (file: string) => string = (file) => file,
  body = text,
): PlanFile {
  const plan = createPlan({ text: body, iteration: 1, environment: 'toy', taskType: 'seek' });
  const review = { state: 'unreviewed' as const, flags: flags.map((flag) => ({ ...flag })) };
  return parsePlanFile(changes(formatPlanFile(plan, { ...details, review })), 'a.md', { allowEdited: true });
}

/** The file after a person accepted it, read again. */
function accept(
  planFile: PlanFile,
  note?: string,
  changes: (file: string) => string = (file) => file,
): PlanFile {
  const formatted = formatPlanFile(planFile.plan, acceptPlan(planFile, 'a.md', note));
  return parsePlanFile(changes(formatted), 'a.md', { allowEdited: true });
}

describe('a plan without flags', () => {
  test('may be exported, reviewed or not', () => {
    expect(checkExportable(fileOf([]))).toEqual([]);
    expect(checkExportable(accept(fileOf([])))).toEqual([]);
  });

  test('may not be exported once it was edited, until it is reviewed', () => {
    const edited = fileOf([], (file) => file.replace('Look around', 'Look down'));
    expect(checkExportable(edited)).toEqual(['its text is not the one that its file was made for']);
    expect(checkExportable(accept(edited))).toEqual([]);
  });

  test('is a plain plan or an older file too', () => {
    expect(checkExportable(parsePlanFile('Look around.', 'mine.txt'))).toEqual([]);
    const old = createPlan({ text, iteration: 1, environment: 'toy', taskType: 'seek' });
    const read = parsePlanFile(formatPlanFile(old, details), 'old.md');
    expect(read.details).not.toHaveProperty('review');
    expect(isReviewed(read)).toBe(false);
    expect(checkExportable(read)).toEqual([]);
  });
});

describe('a plan with flags', () => {
  test('may not be exported before a person has accepted it', () => {
    const learned = fileOf([copied]);
    expect(flagsOf(learned)).toEqual([copied]);
    expect(checkExportable(learned)).toEqual([
      'line 2: copied: "the blue heron sings at dawn", and nobody reviewed it',
    ]);
    const accepted = accept(learned, 'a saying of the house');
    expect(isReviewed(accepted)).toBe(true);
    expect(accepted.details?.review).toEqual({
      state: 'reviewed',
      content_hash: learned.plan.id,
      note: 'a saying of the house',
      flags: [copied],
    });
    expect(accepted.details?.evaluation).toEqual(details.evaluation);
    expect(checkExportable(accepted)).toEqual([]);
  });

  test('is unreviewed again as soon as its text changes', () => {
    const changed = accept(fileOf([copied]), undefined, (file) => file.replace('Look around', 'Look down'));
    expect(isReviewed(changed)).toBe(false);
    expect(checkExportable(changed)).toEqual([
      'line 2: copied: "the blue heron sings at dawn", and it was reviewed, but its text has changed since',
    ]);
  });

  test('is not reviewed by a review of another text', () => {
    const forged = fileOf([copied], (file) =>
      file.replace('state: unreviewed', `state: reviewed\n  content_hash: sha256:${'2'.repeat(64)}`),
    );
    expect(isReviewed(forged)).toBe(false);
    expect(checkExportable(forged)).toHaveLength(1);
  });

  test('keeps what was found when it was made as long as it stands there, wherever it moves', () => {
    const moved = fileOf([copied], (file) => file.replace('1. Look', '0. Wait.\n1. Look'));
    expect(flagsOf(moved)).toEqual([{ ...copied, line: 3 }]);
    expect(
      flagsOf(fileOf([copied], (file) => file.replaceAll('blue heron sings at dawn.\n', 'heron.\n'))),
    ).toEqual([]);
  });

  test('is screened anew: what its file keeps silent about is found', () => {
    const silent = fileOf([], (file) => file, 'Go.\nVisit http://a.example');
    expect(flagsOf(silent)).toEqual([{ kind: 'url', line: 2, quote: 'http://a.example' }]);
    const known = fileOf(flagsOf(silent), (file) => file, 'Go.\nVisit http://a.example');
    expect(flagsOf(known)).toHaveLength(1);
    expect(checkExportable(parsePlanFile('Visit http://a.example', 'mine.txt'))).toHaveLength(1);
  });
});

test('accepting an edited plan takes its results out: they are about the text before', () => {
  const { plan } = fileOf([]);
  const { certificate } = shippedDetails(plan.id);
  if (certificate === undefined) throw new Error('the sample has a certificate');
  const certified = formatPlanFile(plan, { ...details, certificate });
  const asItIs = parsePlanFile(certified, 'a.md');
  expect(accept(asItIs).details).toEqual({ ...asItIs.details, review: expect.anything() });
  const edited = parsePlanFile(certified.replace('Look around', 'Look down'), 'a.md', { allowEdited: true });
  const accepted = accept(edited);
  expect(accepted.edited).toBe(false);
  expect(accepted.plan.text).toContain('Look down');
  expect(accepted.plan.parentId).toBe(createPlan({ ...fileOf([]).plan }).id);
  expect(accepted.details).not.toHaveProperty('evaluation');
  expect(accepted.details).not.toHaveProperty('certificate');
});

test('a flag of the file stays on one line', () => {
  const [flag] = flagsOf(fileOf([{ ...copied, quote: 'x\nreviewed, nothing found' }]));
  expect(flag?.quote).toBe('x<U+000A>reviewed, nothing found');
});

test('a plain plan has no place for a review', () => {
  const plain = parsePlanFile('Look around.', 'mine.txt');
  expect(() => acceptPlan(plain, 'mine.txt')).toThrow(UsageError);
  expect(() => acceptPlan(plain, 'mine.txt')).toThrow(/^mine\.txt: a plain plan has no front matter/);
});

test.each([
  ['another state', /state: unreviewed/, 'state: fine', /front matter: review\.state/],
  ['another kind', /kind: copied/, 'kind: nice', /front matter: review\.flags\.0\.kind/],
  ['no line', /line: 2/, 'line: 0', /front matter: review\.flags\.0\.line/],
])('a review with %s is refused with its place', (_what, from, to, message) => {
  expect(() => fileOf([copied], (file) => file.replace(from, to))).toThrow(message);
});
