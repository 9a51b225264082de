/** The pages that recorded episodes were played on. */
import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import { createPage } from './corpus.js';
import type { Page, Paragraph } from './wiki.js';

const questionsSchema = z.array(
  z.object({ _id: z.string(), context: z.array(z.tuple([z.string(), z.array(z.string())])) }),
);
const inventedSchema = z.record(
  z.string(),
  z.object({ p: z.array(z.string()), ul: z.array(z.array(z.string())).optional() }),
);

/** Gives a page by its title. Throws a UsageError for one that there is not. */
export type PageOf = (title: string) => Page;

/** The pages of the official questions: of a question its own paragraphs first, then those of all. */
export function readQuestionPages(text: string, source: string): (id: string, place: string) => PageOf {
  const questions = check(questionsSchema, text, source);
  const all = new Map<string, readonly string[]>();
  const own = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const { _id, context } of questions) {
    for (const [title, sentences] of context) if (!all.has(title)) all.set(title, sentences);
    own.set(_id, new Map<string, readonly string[]>(context satisfies readonly Paragraph[]));
  }
  return (id, place) => (title) => {
    const sentences = own.get(id)?.get(title) ?? all.get(title);
    if (sentences !== undefined) return createPage(title, sentences);
    throw missing(title, source, place);
  };
}

/** Invented pages: paragraphs under `p`, lists of lines under `ul`. */
export function readInventedPages(text: string, source: string): (place: string) => PageOf {
  const pages = new Map(Object.entries(check(inventedSchema, text, source)));
  return (place) => (title) => {
    const page = pages.get(title);
    if (page !== undefined)
      return { title, blocks: [...page.p, ...(page.ul ?? []).map((lines) => lines.join('\n'))] };
    throw missing(title, source, place);
  };
}

/** A checked JSON text. Throws a UsageError that names the source and the place in it. */
export function check<T>(schema: z.ZodType<T>, text: string, source: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${source}: not valid JSON (cut or edited?)`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  // Of several forms the last is the usual one: what it lacks says more than that no form fits.
  const issue = (first?.code === 'invalid_union' ? first.errors.at(-1)?.[0] : undefined) ?? first;
  const field = issue?.path.join('.') ?? '';
  throw new UsageError(`${source}: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'malformed'}`);
}

function missing(title: string, source: string, place: string): UsageError {
  return new UsageError(
    `${place}: its page ${JSON.stringify(title)} is not in ${source}`,
    'give the pages that the episodes were recorded on',
  );
}
