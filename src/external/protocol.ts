/**
 * What is said between us and a process that is a world or an agent. Each message is one line of JSON (UTF-8, one LF)
 * on the process's stdin or stdout. We speak first, and every message of ours but `end` is answered by exactly one line;
 * what a process wants to say beside that goes to its stderr. When its stdin ends, it ends.
 *
 * Of a world:
 *
 *     we     {"type":"hello","protocol":1,"role":"world","options":{}}
 *     world  {"type":"hello","name":"my-world","version":"1.0.0","maxSteps":20,"manual":{...}}
 *     we     {"type":"reset","episode":1,"instance":{"id","environment","taskType","split","goal","setup"},"seed":42}
 *     world  {"type":"turn","observation":"...","reward":0,"terminated":false,"admissible":["..."]}
 *     we     {"type":"step","episode":1,"action":"open door 2"}
 *     world  {"type":"turn",...}
 *     we     {"type":"end","episode":1}
 *
 * Of an agent:
 *
 *     we     {"type":"hello","protocol":1,"role":"agent"}
 *     agent  {"type":"hello","name":"my-agent","version":"1.0.0"}
 *     we     {"type":"begin","episode":1,"seed":42,"manual":{...},"taskType","goal","plan","observation","memory":[]}
 *     agent  {"type":"ready"}
 *     we     {"type":"act","episode":1,"observation":"...","steps":[{"thought"?,"action","observation"}]}
 *     agent  {"type":"ask","messages":[{"role":"user","content":"..."}],"maxTokens":100}     as often as it likes
 *     we     {"type":"reply","episode":1,"text":"...","finishReason":"stop"}
 *     agent  {"type":"act","action":"open door 2","thought":"..."}                            or "action":null: it gives up
 *     we     {"type":"end","episode":1}
 *
 * `reset` may be answered by {"type":"refuse","message":"..."} where the setup is none of the world's: the run stops,
 * for the suite is wrong. {"type":"error","message":"..."} may answer anything but `hello`: the episode ends as an error,
 * and the process goes on. An episode may end at any time; a process that is in the middle of an answer then is ended.
 *
 * A process plays one episode at a time, unless its `hello` has `"episodes": n`; then each answer names its `episode`.
 * Several processes are started for several episodes at once. The same instance has the same `seed` in every episode of
 * a world; an agent's `seed` follows from the run's and from the place of the episode, and is the same for every plan.
 */
import { z } from 'zod';

/** Version of the protocol. */
export const protocolVersion = 1;
/** Most bytes of a line. */
export const longestLine = 8 * 1024 * 1024;
/** Most times that an agent may ask a model for one action. */
export const mostAsks = 100;

const text = z.string().min(1);
const episode = z.int().optional();
const version = z.string().regex(/^\d+\.\d+\.\d+$/, 'is not like 1.0.0');
const name = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'is not lower-case words with hyphens');
/** Episodes that the process plays at the same time. */
const episodes = z.int().min(1).max(10_000).default(1);

const manualSchema = z.strictObject({
  introduction: text,
  actions: z
    .array(z.strictObject({ form: text, description: text, alsoSaid: z.array(text).optional() }))
    .min(1),
  /** What the tasks of each type ask for, in general terms. */
  tasks: z.record(z.string(), text),
});

/** How a world introduces itself. */
export const worldHelloSchema = z.strictObject({
  type: z.literal('hello'),
  name,
  version,
  maxSteps: z.int().min(1),
  instancesAre: z.enum(['games', 'questions']).default('games'),
  manual: manualSchema,
  /** The scores that come with its turns; none unless given. */
  scores: z.record(z.string(), z.enum(['binary', 'graded'])).optional(),
  episodes,
});
/** How a world introduces itself. */
export type WorldHello = z.infer<typeof worldHelloSchema>;

/** How an agent introduces itself. */
export const agentHelloSchema = z.strictObject({ type: z.literal('hello'), name, version, episodes });
/** How an agent introduces itself. */
export type AgentHello = z.infer<typeof agentHelloSchema>;

/** A world's answer to `reset` and `step`. */
export const turnSchema = z.strictObject({
  type: z.literal('turn'),
  episode,
  observation: z.string(),
  /** 1 means that the goal is reached. */
  reward: z.number().min(0).max(1),
  terminated: z.boolean(),
  /** Every action that would change or reveal something now; none where the world does not list them. */
  admissible: z.array(z.string()).default([]),
  /** How well it went so far, by the names that `hello` declares. */
  scores: z.record(z.string(), z.number().min(0).max(1)).optional(),
});
/** A world's answer to `reset` and `step`. */
export type TurnMessage = z.infer<typeof turnSchema>;

/** An agent's answer to `begin`. */
export const readySchema = z.strictObject({ type: z.literal('ready'), episode });

/** An agent's answer to `act` and `reply`: its action, or a question to the model. */
export const decisionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('act'),
    episode,
    action: z.string().nullable(),
    thought: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('ask'),
    episode,
    messages: z
      .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: text }))
      .min(1),
    /** For the books: whether it thinks or decides. */
    purpose: z.enum(['think', 'act']).default('act'),
    maxTokens: z.int().min(1).optional(),
    stop: z.array(text).min(1).max(4).optional(),
  }),
]);
/** An agent's answer to `act` and `reply`. */
export type DecisionMessage = z.infer<typeof decisionSchema>;

/** What may answer in the place of what was asked for. */
export const complaintSchema = z.strictObject({
  type: z.enum(['error', 'refuse']),
  episode,
  message: text,
});
