/**
 * Writes edits of a plan as JSON: works out the plan that the reports ask for, as for a rewrite, and then only what has
 * to be changed to come nearer to it. What the request says was rejected before is not asked for again, when it is
 * noticed; a step that is said to have hurt more than it helped does not count as knowledge, and goes.
 */
import { hash53 } from '../../util/hash.js';
import { type ListedStep, lastParagraph, readListedSteps } from './read-steps.js';

/** What edits are made from. */
export interface EditRequest {
  /** The request's text. */
  readonly last: string;
  readonly jobs: readonly string[];
  readonly insight: number;
  /** Labels the draws. */
  readonly seed: string;
  /** The plan that the reports ask for, as numbered steps, when the current one is the text given. */
  readonly rewrite: (currentPlan: string) => string;
  /** Whether two steps tell their reader the same. */
  readonly meansTheSame: (a: string, b: string) => boolean;
}

interface Edit {
  readonly operation: 'add' | 'replace' | 'remove';
  readonly id?: string;
  readonly after?: string;
  readonly text?: string;
  readonly jobs?: readonly number[];
}

/** The edits; where there are too many, the most urgent. */
export function writeEdits(request: EditRequest): string {
  const { last, jobs } = request;
  const firstJob = last.indexOf(jobs[0] ?? '\u0000');
  const before = firstJob < 0 ? last : last.slice(0, firstJob);
  const steps = readListedSteps(before);
  const rejected = readRejected(before, steps);
  const trusted = steps.filter(({ helped, hurt }) => hurt <= helped);
  const named = readRefusedNames(before).filter((name) => draw(request, `named ${name}`) < request.insight);
  const rewritten = request.rewrite(numbered(trusted.map(({ text }) => text)));
  const wanted = splitPlan(named.reduce(withoutNumber, rewritten));
  const heeded = (text: string) =>
    rejected.has(normal(text)) && draw(request, `rejected ${normal(text)}`) < request.insight;
  const edits = compare(steps, wanted, heeded, request.meansTheSame).map((edit) => ({
    ...edit,
    ...reasonsOf(edit, jobs),
  }));
  return JSON.stringify({ edits: mostUrgent(edits, readMost(last)) });
}

/** How the plan becomes the one that is wanted: steps that say nearly the same take each other's place. */
function compare(
  steps: readonly ListedStep[],
  wanted: readonly string[],
  isRejected: (text: string) => boolean,
  meansTheSame: EditRequest['meansTheSame'],
): Edit[] {
  const pairs = pairByPlace(steps, wanted, pairUp(steps, wanted));
  const edits: Edit[] = [];
  let place = 'start';
  wanted.forEach((text, i) => {
    const step = pairs.get(i);
    if (step === undefined) {
      if (!isRejected(text)) edits.push({ operation: 'add', after: place, text });
      return;
    }
    // Other words for the same are not worth an edit.
    if (!meansTheSame(step.text, text) && !isRejected(text))
      edits.push({ operation: 'replace', id: step.id, text });
    place = step.id;
  });
  const paired = new Set([...pairs.values()].map(({ id }) => id));
  const left = steps.filter(({ id }) => !paired.has(id));
  return [...edits, ...left.map(({ id }): Edit => ({ operation: 'remove', id }))];
}

/** The step that each wanted one is nearest to, the nearest pairs first. */
function pairUp(steps: readonly ListedStep[], wanted: readonly string[]): Map<number, ListedStep> {
  const all = wanted.flatMap((text, i) =>
    steps.map((step) => ({ i, step, nearness: likeness(text, step.text) })),
  );
  const pairs = new Map<number, ListedStep>();
  const taken = new Set<string>();
  for (const { i, step, nearness } of all.sort((a, b) => b.nearness - a.nearness)) {
    if (nearness < 0.34 || pairs.has(i) || taken.has(step.id)) continue;
    pairs.set(i, step);
    taken.add(step.id);
  }
  return pairs;
}

/** What is left over on both sides between the same two steps takes each other's place as well, in order. */
function pairByPlace(
  steps: readonly ListedStep[],
  wanted: readonly string[],
  near: ReadonlyMap<number, ListedStep>,
): Map<number, ListedStep> {
  const pairs = new Map(near);
  const taken = new Set([...near.values()].map(({ id }) => id));
  let at = 0;
  wanted.forEach((_, i) => {
    const step = near.get(i) ?? (taken.has(steps[at]?.id ?? '') ? undefined : steps[at]);
    if (step === undefined) return;
    pairs.set(i, step);
    taken.add(step.id);
    at = steps.indexOf(step) + 1;
  });
  return pairs;
}

/** Share of the words of two steps that both have. */
function likeness(a: string, b: string): number {
  const [first, second] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  const common = [...first].filter((word) => second.has(word)).length;
  return common / Math.max(1, first.size + second.size - common);
}

const urgency = { remove: 0, replace: 2, add: 1 } as const;

/** In the order given; where there are too many, what is taken out waits first, then new steps. */
function mostUrgent(edits: readonly Edit[], most: number): Edit[] {
  const ranked = edits.toSorted((a, b) => urgency[a.operation] - urgency[b.operation]);
  const chosen = new Set(ranked.slice(0, most));
  return edits.filter((edit) => chosen.has(edit));
}

/** Numbers of the reports that speak of what a new step speaks of beyond common words. */
function reasonsOf({ text }: Edit, jobs: readonly string[]): { readonly jobs?: readonly number[] } {
  if (text === undefined) return {};
  const words = wordsOf(text).filter((word) => word.length > 5);
  const numbers = jobs.flatMap((job, i) => {
    const said = new Set(wordsOf(job));
    const shared = words.filter((word) => said.has(word)).length;
    return words.length > 0 && shared * 2 >= words.length ? [i + 1] : [];
  });
  return numbers.length > 0 ? { jobs: numbers } : {};
}

/** Steps that the request quotes as rejected: what stands in quotation marks outside of the plan. */
function readRejected(before: string, steps: readonly ListedStep[]): ReadonlySet<string> {
  const own = new Set(steps.map(({ text }) => normal(text)));
  const lines = before.split('\n').filter((line) => /reject|refus|failed|undone/i.test(line));
  const quoted = lines.flatMap((line) =>
    [...line.matchAll(/["“]([^"”]{12,})["”]/g)].map((match) => normal(match[1] ?? '')),
  );
  return new Set(quoted.filter((text) => !own.has(text)));
}

/** Numbered things that the request quotes as reasons why something was rejected. */
function readRefusedNames(before: string): string[] {
  const lines = before.split('\n').filter((line) => /reject|refus/i.test(line));
  return lines.flatMap((line) => [...line.matchAll(/["“](\w+ \d+)["”]/g)].map((match) => match[1] ?? ''));
}

function withoutNumber(plan: string, name: string): string {
  return plan.replaceAll(new RegExp(`\\b${name}\\b`, 'gi'), name.replace(/ \d+$/, '').toLowerCase());
}

/** How many edits the request allows. */
function readMost(last: string): number {
  const allowed = /\b(?:at most|no more than|up to|maximum of) (\d+) (?:edit|change|operation)/i.exec(
    lastParagraph(last),
  );
  return allowed?.[1] === undefined ? Infinity : Number(allowed[1]);
}

function splitPlan(plan: string): string[] {
  return plan.split('\n').map((line) => line.replace(/^\d+\. /, ''));
}

function numbered(steps: readonly string[]): string {
  return steps.map((text, i) => `${i + 1}. ${text}`).join('\n');
}

function normal(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function draw({ seed, jobs }: EditRequest, label: string): number {
  return hash53([seed, ...jobs.toSorted(), label].join('\u001f')) / 0x20000000000000;
}
