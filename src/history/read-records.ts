/** Reads single records of a journal at their places. What is not what it should be is said in words. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Episode, Reflection } from '../core/episode.js';
import type { Plan } from '../core/plan.js';
import type { Selection, Verdict } from '../core/validation.js';
import { parseRecord, type RecordPlace } from '../runs/index.js';
import { isPlainFile, openRandomAccess } from '../util/files.js';

const count = z.number().nonnegative();
const spendSchema = z.object({
  usage: z.object({
    calls: count,
    promptTokens: count,
    completionTokens: count,
    cachedTokens: count,
    estimatedCalls: count,
  }),
  costUsd: count,
  unpricedCalls: count,
});
const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success') }),
  z.object({ kind: z.literal('failure') }),
  z.object({ kind: z.literal('truncated'), by: z.enum(['steps', 'tokens', 'time']) }),
  z.object({ kind: z.literal('error'), code: z.string(), message: z.string() }),
]);
const stepSchema = z.object({
  thought: z.string().optional(),
  rawAction: z.string(),
  action: z.string(),
  formalizer: z.enum(['grammar', 'model', 'none']),
  observation: z.string(),
});
const episodeSchema = z.object({
  id: z.string(),
  instanceId: z.string(),
  taskType: z.string(),
  goal: z.string(),
  agent: z.string(),
  environment: z.string(),
  planId: z.string(),
  trial: count,
  seed: z.number(),
  initialObservation: z.string(),
  steps: z.array(stepSchema),
  outcome: outcomeSchema,
  reward: z.number(),
  scores: z.record(z.string(), z.number()).optional(),
  memory: z.string().optional(),
  spend: spendSchema,
});
const ids = z.array(z.string());
const reflectionSchema = z.object({
  episodeId: z.string(),
  instanceId: z.string(),
  summary: z.string(),
  flaws: z.string(),
  revision: z.string(),
  evidence: z.object({ helped: ids, hurt: ids, notFollowed: ids }).optional(),
});
const planStepSchema = z.object({
  id: z.string(),
  text: z.string(),
  iteration: count,
  episodes: ids,
  replaces: z.string().optional(),
  helped: count,
  hurt: count,
  notFollowed: count,
});
const planSchema = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  iteration: count,
  environment: z.string(),
  taskType: z.string(),
  text: z.string(),
  steps: z.array(planStepSchema).optional(),
});
const mean = z.number().nullable();
const verdictSchema = z.object({
  accepted: z.boolean(),
  reason: z.string(),
  candidate: planSchema,
  instances: ids,
  n: count,
  candidateMean: mean,
  incumbentMean: mean,
  difference: mean,
  better: count,
  worse: count,
});
const selectionSchema = z.object({
  plan: planSchema,
  reason: z.string(),
  instances: ids,
  n: count,
  candidates: z.array(z.object({ plan: planSchema, mean })),
});

const schemas = {
  episode: z.object({ episode: episodeSchema }),
  reflection: z.object({ reflection: reflectionSchema }),
  plan: z.object({ plan: planSchema }),
  initialPlan: z.object({ initialPlan: planSchema }),
  verdict: z.object({ verdict: verdictSchema }),
  selection: z.object({ selection: selectionSchema }),
};

interface Values {
  readonly episode: Episode;
  readonly reflection: Reflection;
  readonly plan: Plan;
  readonly initialPlan: Plan;
  readonly verdict: Verdict;
  readonly selection: Selection;
}

/** What stands at a place of a journal under a name, or why it can not be had, as a sentence. Never throws. */
export function readRecordAt<Name extends keyof Values>(
  folder: string,
  place: RecordPlace,
  name: Name,
): Values[Name] | { readonly problem: string } {
  const where = `journal.jsonl, record ${place.record}`;
  const line = readLine(join(folder, 'journal.jsonl'), place);
  if (line === null) return { problem: `${where}: can not be read.` };
  const fields = parseRecord(line, place.record);
  if (typeof fields === 'string') return { problem: `${where}: ${fields}.` };
  const found = schemas[name].safeParse(fields);
  if (!found.success) return { problem: `${where}: is not what it should be (${describe(found.error)}).` };
  return (found.data as unknown as Pick<Values, Name>)[name];
}

/** Whether something could not be read. */
export function isProblem<T extends object>(
  read: T | { readonly problem: string },
): read is { readonly problem: string } {
  return 'problem' in read;
}

/** Most bytes of a record that is read: far above a real one. */
const mostBytes = 64 * 2 ** 20;

function readLine(path: string, { offset, length }: RecordPlace): string | null {
  if (!isPlainFile(path) || length > mostBytes || !Number.isSafeInteger(offset + length)) return null;
  try {
    const file = openRandomAccess(path);
    try {
      return file.readAt(offset, length).toString('utf8');
    } finally {
      file.close();
    }
  } catch {
    return null;
  }
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`.slice(0, 200);
}
