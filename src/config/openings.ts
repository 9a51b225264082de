/**
 * The record of who has looked at held-out tasks: `openings.jsonl` in the runs folder, a line for each comparison that
 * was measured on a split of a suite. A certificate is corrected for it.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, UsageError } from '../core/errors.js';
import {
  describeFileError,
  kindOf,
  makeDirectory,
  openAppender,
  readText,
  writeWhole,
} from '../util/files.js';

const openingSchema = z.strictObject({
  /** Number of this look at the split, from 1. */
  opening: z.int().min(1),
  suite: z.string(),
  split: z.string(),
  taskType: z.string(),
  kind: z.enum(['train', 'eval', 'ablate', 'transfer', 'certify']),
  /** What was compared: equal for equal settings. */
  comparison: z.string(),
  /** Ids of the plans that were measured; none stands for no plan at all. */
  plans: z.array(z.string()),
  n: z.int().min(0),
  successes: z.int().min(0),
  /** Of the baseline, where there is one. */
  baselineSuccesses: z.int().min(0).nullable(),
  p: z.number().nullable(),
  /** Of a certificate; null where it came to none. */
  verdict: z.string().nullable(),
});

/** One look at a split. */
export type Opening = z.infer<typeof openingSchema>;
/** A split of a suite, by the digest of the one and our name of the other. */
export type SealedSplit = Pick<Opening, 'suite' | 'split'>;

/** Where a runs folder keeps its openings. */
export function openingsFile(runsFolder: string): string {
  return join(runsFolder, 'openings.jsonl');
}

/**
 * All openings of a runs folder, in their order, but for a last line that was cut off while it was written: the run it
 * is of was cut off, too. Throws a UsageError that names the line of what is none.
 */
export function readOpenings(runsFolder: string): readonly Opening[] {
  const file = openingsFile(runsFolder);
  if (kindOf(file) === null) return [];
  const lines = wholeLines(attempt(file, () => readText(file))).split('\n');
  return lines.flatMap((line, i) => (line.trim() === '' ? [] : [parseOpening(line, `${file}:${i + 1}`)]));
}

/** Lines up to the last that ends; one without an end that is JSON all the same was ended by somebody's editor. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  try {
    JSON.parse(text.slice(end));
    return `${text}\n`;
  } catch {
    return text.slice(0, end);
  }
}

function parseOpening(line: string, place: string): Opening {
  try {
    return openingSchema.parse(JSON.parse(line));
  } catch (error) {
    const problem =
      error instanceof z.ZodError ? (error.issues[0]?.message ?? 'malformed') : messageOf(error);
    throw new UsageError(
      `${place}: not an opening of held-out tasks: ${problem}`,
      'put the line back as it was: certificates are corrected for what is in this file',
    );
  }
}

/** The openings of one split. */
export function openingsOf(openings: readonly Opening[], { suite, split }: SealedSplit): readonly Opening[] {
  return openings.filter((one) => one.suite === suite && one.split === split);
}

/** An earlier opening of the same comparison; the last that came to a verdict where there are several. */
export function findOpening(
  openings: readonly Opening[],
  wanted: SealedSplit & Pick<Opening, 'kind' | 'comparison'>,
): Opening | undefined {
  const same = openingsOf(openings, wanted).filter(
    ({ kind, comparison }) => kind === wanted.kind && comparison === wanted.comparison,
  );
  return same.find(({ verdict }) => verdict !== null) ?? same[0];
}

/**
 * Appends openings to the record and numbers them. A comparison that is there already, with a verdict if this one has
 * one, is a repeat and does not count again. Throws a UsageError when the record can not be read or written.
 */
export function recordOpenings(runsFolder: string, opened: readonly Omit<Opening, 'opening'>[]): void {
  const known = [...readOpenings(runsFolder)];
  const file = openingsFile(runsFolder);
  for (const one of opened) {
    const before = findOpening(known, one);
    if (before !== undefined && (before.verdict !== null || one.verdict === null)) continue;
    const last = Math.max(0, ...openingsOf(known, one).map(({ opening }) => opening));
    const { suite, split, ...rest } = one;
    const next = { opening: before?.opening ?? last + 1, suite, split, ...rest };
    attempt(file, () => appendLine(runsFolder, file, JSON.stringify(next)));
    known.push(next);
  }
}

function appendLine(folder: string, file: string, line: string): void {
  makeDirectory(folder);
  const text = kindOf(file) === null ? '' : readText(file);
  const whole = wholeLines(text);
  if (text !== '' && whole !== text) writeWhole(file, whole);
  const appender = openAppender(file);
  try {
    appender.append(`${line}\n`);
  } finally {
    appender.close();
  }
}

/** How often luck has had a chance. */
export interface Tries {
  /** Distinct plan texts that were measured on the split, this one included. */
  readonly plans: number;
  /** The same, and one more for every further certification of a plan: with another seed, agent, model or alpha. */
  readonly correctedFor: number;
}

/** Counts what was tried on a split up to now, with the certification of a plan that is to come. */
export function countTries(
  openings: readonly Opening[],
  next: SealedSplit & { readonly plan: string; readonly comparison: string },
): Tries {
  const own = openingsOf(openings, next);
  const plans = new Set([next.plan, ...own.flatMap((one) => one.plans)]);
  const certified = new Map([[next.comparison, next.plan]]);
  for (const { kind, comparison, plans: of } of own)
    if (kind === 'certify') certified.set(comparison, of[0] ?? '');
  const further = certified.size - new Set(certified.values()).size;
  return { plans: plans.size, correctedFor: plans.size + further };
}

function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(
      `${file}: the record of openings can not be used: ${describeFileError(error)}`,
      'set runs to a folder that can be read and written',
    );
  }
}
