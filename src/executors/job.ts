/** What travels between a coordinator and its workers: jobs and results as JSON, and what is refused. */
import { z } from 'zod';
import { roleOfPurpose } from '../models/index.js';
import type { JsonObject } from '../util/json.js';

/** Name and version of both forms. */
export const jobFormat = 'planwright-job/1';

const text = z.string();
const whole = z.number().int().min(0);
const positive = z.number().int().min(1);
const digest = z.string().regex(/^[0-9a-f]{32,64}$/);
const purpose = z.enum(Object.keys(roleOfPurpose) as [keyof typeof roleOfPurpose]);

const usage = z.strictObject({
  calls: whole,
  promptTokens: whole,
  completionTokens: whole,
  cachedTokens: whole,
  estimatedCalls: whole,
});

const reply = z.strictObject({
  text,
  finishReason: z.enum(['stop', 'length']),
  usage,
  model: text,
});

const message = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text });

const sampling = z.strictObject({
  temperature: z.number().exactOptional(),
  topP: z.number().exactOptional(),
  seed: z.number().exactOptional(),
  stop: z.array(text).readonly().exactOptional(),
  maxTokens: positive.exactOptional(),
});

const instance = z.strictObject({
  id: text,
  environment: text,
  taskType: text,
  split: text,
  sourceSplit: text.exactOptional(),
  goal: text,
  setup: z.record(z.string(), z.json()) as unknown as z.ZodType<JsonObject>,
});

/** Of a plan, what an agent and the record of an episode need. */
const plan = z.strictObject({
  id: text,
  iteration: whole,
  environment: text,
  taskType: text,
  text,
});

const episode = z.strictObject({
  episodeId: text,
  instance,
  plan,
  seedScope: text,
  seed: z.number().int(),
  limits: z.strictObject({
    maxSteps: positive,
    maxTokens: positive.exactOptional(),
    maxSeconds: z.number().gt(0).exactOptional(),
  }),
  trial: whole.exactOptional(),
  memory: z.array(text).readonly().exactOptional(),
  another: z.boolean().exactOptional(),
});

const common = {
  format: z.literal(jobFormat),
  /** Version of the tool that sent it. */
  tool: text,
  /** Digest of what the run's jobs share: its settings, prompts and models. */
  setup: digest,
};

const rolloutJob = z.strictObject({
  ...common,
  kind: z.literal('rollout'),
  episode,
  /** How the agent samples. */
  mode: z.enum(['optimize', 'evaluate']),
  /** Answers that are had already, by the place of the call in the episode. */
  known: z.array(z.strictObject({ place: text, reply })),
  /** What may be spent. */
  budget: z.strictObject({
    costUsd: z.number().min(0).exactOptional(),
    tokens: whole.exactOptional(),
    calls: whole.exactOptional(),
    seconds: z.number().min(0).exactOptional(),
  }),
});

const callJob = z.strictObject({
  ...common,
  kind: z.literal('call'),
  request: z.strictObject({ purpose, messages: z.array(message).readonly(), sampling, callId: text }),
});

const job = z.discriminatedUnion('kind', [rolloutJob, callJob]);
/** A piece of work for a worker. */
export type Job = z.infer<typeof job>;
/** An episode to be played, as far as it can be. */
export type RolloutJob = z.infer<typeof rolloutJob>;
/** One model call. */
export type CallJob = z.infer<typeof callJob>;

const modelErrorCodes = [
  'timeout',
  'connection',
  'rate-limit',
  'server',
  'bad-reply',
  'authentication',
  'request',
  'refusal',
] as const;

const answer = z.strictObject({
  /** Place of the call in its episode; `call` for a job of one call. */
  place: text,
  /** The model that was asked, as the run calls it. */
  model: text,
  /** Digest of what was asked. */
  request: digest,
  reply: reply.nullable(),
  /** Why there is no reply. */
  error: z.strictObject({ code: z.enum(modelErrorCodes), message: text, retryable: z.boolean() }).nullable(),
});
/** What came of one model call. */
export type Answer = z.infer<typeof answer>;

const result = z.strictObject({
  format: z.literal(jobFormat),
  /** In the order in which they came; known ones are not among them. */
  answers: z.array(answer),
  /** Attempts that were sent and had no answer. */
  failedAttempts: whole,
  /** Why the work ended before its end; null where it did not. */
  stopped: z
    .strictObject({
      why: z.enum(['budget', 'outage', 'usage', 'given-back']),
      message: text,
      remedy: text.exactOptional(),
    })
    .nullable(),
});
/** What a worker has done. */
export type JobResult = z.infer<typeof result>;

/** Reads a job. Throws an Error that says what is wrong with it. */
export function parseJob(value: unknown): Job {
  return parse(job, value, 'job');
}

/** Reads the text of a result. Throws an Error that says what is wrong with it. */
export function parseResult(json: string): JobResult {
  return parse(result, JSON.parse(json), 'result');
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`malformed ${what}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown'}`);
}
