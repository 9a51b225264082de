/** One process that is spoken with: each message has one answer, in time and well-formed, or the process is lost. */
import type { z } from 'zod';
import { type Child, startChild } from '../util/child-process.js';
import type { Clock } from '../util/clock.js';
import type { JsonObject } from '../util/json.js';
import { hideSecrets } from '../util/secrets.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { complaintSchema, longestLine } from './protocol.js';

/** A program to speak with. */
export interface ProcessSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folder that it works in. */
  readonly folder: string;
  /** Most seconds that it may take for one answer. */
  readonly timeoutSeconds: number;
}

/** A process that says of itself that something can not be done, and goes on. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
  readonly type: 'error' | 'refuse';
  constructor(type: 'error' | 'refuse', message: string) {
    super(message);
    this.type = type;
  }
}

/** A process that runs. */
export interface Connection {
  /**
   * Sends a message of an episode and waits for its answer. Rejects with a Complaint, or with an Error that says in one
   * line how the process misbehaved: then it is lost.
   */
  ask<Answer>(episode: number, message: JsonObject, schema: z.ZodType<Answer>): Promise<Answer>;
  /** Sends a message that has no answer. */
  tell(message: JsonObject): void;
  /** Whether an answer of this episode is still to come. */
  isBusy(episode: number): boolean;
  /** What became of it; null while all is well. */
  lost(): Error | null;
  /** Ends it: at once, or when it has seen the end of its input. */
  end(how: 'now' | 'politely'): void;
}

interface Waiting {
  readonly asked: string;
  readonly take: (answer: JsonObject) => void;
  readonly fail: (error: Error) => void;
}

/** Starts a process. */
export function connect(settings: ProcessSettings, clock: Clock, onLost: () => void): Connection {
  const waiting = new Map<number, Waiting>();
  const ended = new Set<number>();
  let lost: Error | null = null;
  const lose = (reason: string): Error => {
    if (lost !== null) return lost;
    lost = describeLoss(settings, reason, child);
    child.kill();
    const left = [...waiting.values()];
    waiting.clear();
    for (const { fail } of left) fail(lost);
    onLost();
    return lost;
  };
  const child = startChild({
    ...settings,
    longestLine,
    onLine: (line) => {
      const problem = lost === null ? deliver(line, waiting, ended) : null;
      if (problem !== null) lose(problem);
    },
    onLost: (reason) => lose(sayWhen(reason, waiting)),
  });
  const send = (message: JsonObject) => child.send(JSON.stringify(message));
  const wait = (episode: number, message: JsonObject) =>
    new Promise<JsonObject>((resolve, reject) => {
      if (lost !== null) return reject(lost);
      const timer = new AbortController();
      const asked = String(message.type);
      const settle =
        <T>(next: (value: T) => void) =>
        (value: T) => {
          timer.abort('answered');
          next(value);
        };
      waiting.set(episode, { asked, take: settle(resolve), fail: settle(reject) });
      const late = `did not answer ${asked} within ${settings.timeoutSeconds} s`;
      clock.sleep(settings.timeoutSeconds * 1000, timer.signal).then(
        () => lose(late),
        () => {},
      );
      send(message);
    });
  const forget = (episode: number) => {
    const one = waiting.get(episode);
    if (one === undefined) return;
    waiting.delete(episode);
    ended.add(episode);
    one.fail(new Error(`${nameOf(settings)}: the episode was ended`));
  };
  return {
    ask: async (episode, message, schema) => {
      const answer = await wait(episode, message);
      const complaint = complaintSchema.safeParse(answer);
      if (complaint.success) throw new Complaint(complaint.data.type, complaint.data.message);
      const parsed = schema.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw lose(`answered ${String(message.type)} with ${describeProblem(parsed.error)}`);
    },
    tell: (message) => {
      const { type, episode } = message;
      if (type === 'end' && typeof episode === 'number') forget(episode);
      send(message);
    },
    isBusy: (episode) => waiting.has(episode),
    lost: () => lost,
    end: (how) => {
      lost ??= new Error(`${nameOf(settings)}: was ended`);
      if (how === 'now') child.kill();
      else child.end();
      for (const { fail } of waiting.values()) fail(lost);
      waiting.clear();
    },
  };
}

/** Gives a line to the episode that waits for it. Gives what is wrong with it, in words; null for nothing. */
function deliver(line: string, waiting: Map<number, Waiting>, ended: Set<number>): string | null {
  const answer = parseObject(line);
  if (answer === null) return `wrote ${quote(line)} to stdout, which is no message (all else goes to stderr)`;
  const [only] = waiting.size === 1 ? waiting.keys() : [];
  const { episode = only } = answer;
  if (typeof episode !== 'number') return `wrote ${quote(line)} without saying of which episode it is`;
  // The answer to what nobody waits for any more.
  if (ended.delete(episode)) return null;
  const one = waiting.get(episode);
  if (one === undefined) return `wrote ${quote(line)}, which nobody asked for`;
  waiting.delete(episode);
  one.take(answer);
  return null;
}

function parseObject(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}

/** What was being asked when it went wrong. */
function sayWhen(reason: string, waiting: ReadonlyMap<number, Waiting>): string {
  const asked = [...new Set([...waiting.values()].map((one) => one.asked))].join(', ');
  return asked === '' ? reason : `${reason} when asked for ${asked}`;
}

function describeLoss(settings: ProcessSettings, reason: string, child: Child): Error {
  const words = child.lastWords();
  return new Error(`${nameOf(settings)}: ${reason}${words === '' ? '' : `; its stderr ends with: ${words}`}`);
}

/** The command as a person would write it. */
export function nameOf({ command }: Pick<ProcessSettings, 'command'>): string {
  return showOnOneLine(hideSecrets(command.join(' '))).slice(0, 200);
}

/** The first of what is wrong with a message. */
function describeProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'something else';
  return `a wrong message: ${place === '' ? '' : `${place}: `}${message}`;
}

function quote(line: string): string {
  const shown = showOnOneLine(hideSecrets(line.slice(0, 500)));
  return JSON.stringify(shown.length > 60 ? `${shown.slice(0, 57)}...` : shown);
}
