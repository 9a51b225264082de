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

/** An episode that waits for an answer. */
interface Waiting {
  readonly asked: string;
  readonly take: (answer: JsonObject) => void;
  readonly fail: (error: Error) => void;
}

/** A process that runs. */
export class Connection {
  readonly #settings: ProcessSettings;
  readonly #clock: Clock;
  readonly #onLost: () => void;
  readonly #child: Child;
  readonly #waiting = new Map<number, Waiting>();
  /** Episodes that ended before their last answer, which is still to come. */
  readonly #ended = new Set<number>();
  #lost: Error | null = null;

  /** Starts a process. `onLost` is told once when it misbehaves or is gone. */
  constructor(settings: ProcessSettings, clock: Clock, onLost: () => void) {
    this.#settings = settings;
    this.#clock = clock;
    this.#onLost = onLost;
    this.#child = startChild({
      ...settings,
      longestLine,
      onLine: (line) => {
        const problem = this.#lost === null ? deliver(line, this.#waiting, this.#ended) : null;
        if (problem !== null) this.#lose(problem);
      },
      onLost: (reason) => this.#lose(sayWhen(reason, this.#waiting)),
    });
  }

  /**
   * Sends a message of an episode and waits for its answer. Rejects with a Complaint, or with an Error that says in one
   * line how the process misbehaved: then it is lost.
   */
  async ask<Answer>(episode: number, message: JsonObject, schema: z.ZodType<Answer>): Promise<Answer> {
    const answer = await this.#exchange(episode, message);
    const complaint = complaintSchema.safeParse(answer);
    if (complaint.success) throw new Complaint(complaint.data.type, complaint.data.message);
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw this.#lose(`answered ${String(message.type)} with ${describeProblem(parsed.error)}`);
  }

  /** Says that an episode is over; what is still to come of it is dropped. */
  endEpisode(episode: number): void {
    const one = this.#waiting.get(episode);
    if (one !== undefined) {
      this.#waiting.delete(episode);
      this.#ended.add(episode);
      one.fail(new Error(`${nameOf(this.#settings)}: the episode was ended`));
    }
    this.#send({ type: 'end', episode });
  }

  /** Whether an answer of this episode is still to come. */
  isBusy(episode: number): boolean {
    return this.#waiting.has(episode);
  }

  /** What became of it; null while all is well. */
  get lost(): Error | null {
    return this.#lost;
  }

  /** Ends it: at once, or when it has seen the end of its input. */
  end(how: 'now' | 'politely'): void {
    this.#lost ??= new Error(`${nameOf(this.#settings)}: was ended`);
    if (how === 'now') this.#child.kill();
    else this.#child.end();
    this.#failAll(this.#lost);
  }

  #exchange(episode: number, message: JsonObject): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== null) return reject(this.#lost);
      const timer = new AbortController();
      const settle =
        <T>(next: (value: T) => void) =>
        (value: T) => {
          timer.abort('answered');
          next(value);
        };
      const asked = String(message.type);
      this.#waiting.set(episode, { asked, take: settle(resolve), fail: settle(reject) });
      const { timeoutSeconds } = this.#settings;
      this.#clock.sleep(timeoutSeconds * 1000, timer.signal).then(
        () => this.#lose(`did not answer ${asked} within ${timeoutSeconds} s`),
        () => {},
      );
      this.#send(message);
    });
  }

  #send(message: JsonObject): void {
    this.#child.send(JSON.stringify(message));
  }

  /** It can not be gone on with: ends it, and tells everybody why. */
  #lose(reason: string): Error {
    if (this.#lost !== null) return this.#lost;
    const words = this.#child.lastWords();
    const said = words === '' ? '' : `; its stderr ends with: ${words}`;
    this.#lost = new Error(`${nameOf(this.#settings)}: ${reason}${said}`);
    this.#child.kill();
    this.#failAll(this.#lost);
    this.#onLost();
    return this.#lost;
  }

  #failAll(error: Error): void {
    const left = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of left) fail(error);
  }
}

/** Gives a line to the episode that waits for it. Gives what is wrong with it, in words; null for nothing. */
function deliver(line: string, waiting: Map<number, Waiting>, ended: Set<number>): string | null {
  const answer = parseObject(line);
  if (answer === null) return `wrote ${quote(line)} to stdout, which is no message (${hintAt(line)})`;
  const [only] = waiting.size === 1 ? waiting.keys() : [];
  const { episode = only } = answer;
  if (waiting.size === 0 && ended.size === 0) return `wrote ${quote(line)}, which nobody asked for`;
  if (typeof episode !== 'number') return `wrote ${quote(line)} without saying of which episode it is`;
  // The answer to what nobody waits for any more.
  if (ended.delete(episode)) return null;
  const one = waiting.get(episode);
  if (one === undefined) return `wrote ${quote(line)}, which nobody asked for`;
  waiting.delete(episode);
  one.take(answer);
  return null;
}

function hintAt(line: string): string {
  return /[:[,]\s*-?(?:NaN|Infinity)\b/.test(line)
    ? 'NaN and Infinity are no JSON'
    : 'all else goes to stderr';
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
  const isStart = reason.startsWith('can not be started');
  return asked === '' || isStart ? reason : `${reason} when asked for ${asked}`;
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
