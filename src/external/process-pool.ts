/** Processes of one program: as many as there are episodes at once, started anew when one is lost. */
import type { z } from 'zod';
import { messageOf, UsageError } from '../core/errors.js';
import type { Clock } from '../util/clock.js';
import { canonicalJson, type JsonObject } from '../util/json.js';
import { Connection, nameOf, type ProcessSettings } from './connection.js';

/** What all processes of a program say of themselves. */
interface Hello {
  /** Episodes that one of them plays at the same time. */
  readonly episodes: number;
}

/** How to run them. */
export interface PoolOptions<H extends Hello> extends ProcessSettings {
  /** Most of them at the same time. */
  readonly most: number;
  readonly clock: Clock;
  /** How a process is greeted, and the form of its answer. */
  readonly greeting: JsonObject;
  readonly helloSchema: z.ZodType<H>;
}

/** Losses in a row, without an episode that ended well between them, after which none is started any more. */
const mostLosses = 8;
/** Number of the episode that a greeting counts as. */
const greetingEpisode = 0;

/** One of the processes, and how many episodes it plays now. */
interface Member {
  readonly connection: Connection;
  episodes: number;
}

/** Processes of one program. */
export class ProcessPool<H extends Hello> {
  readonly #options: PoolOptions<H>;
  readonly #members = new Set<Member>();
  readonly #queue: (() => void)[] = [];
  #hello: H | null = null;
  #starting = 0;
  #losses = 0;
  #lastLoss = '';
  #episodes = 0;
  #closed = false;

  constructor(options: PoolOptions<H>) {
    this.#options = options;
  }

  /** Starts the first process and lets it introduce itself. Rejects with a UsageError where it can not. */
  async greet(): Promise<H> {
    try {
      const member = await this.#start();
      member.episodes = 0;
      return this.#hello as H;
    } catch (error) {
      throw new UsageError(messageOf(error), 'see "Bring your own world or agent" in the README');
    }
  }

  /** A place for one episode, as soon as there is one. Rejects with an Error where no process can be had. */
  async open(): Promise<Place> {
    try {
      const member = await this.#takeRoom();
      return new Place(member.connection, this.#room(), ++this.#episodes, () => this.#leave(member));
    } finally {
      // Who waits may find room, or has to hear that there will be none.
      this.#serve();
    }
  }

  /** Ends all of them. */
  close(): void {
    this.#closed = true;
    for (const { connection } of this.#members) connection.end('politely');
    this.#members.clear();
    for (const next of this.#queue.splice(0)) next();
  }

  #room(): number {
    return this.#hello?.episodes ?? 1;
  }

  /** Room for one episode, taken. */
  async #takeRoom(): Promise<Member> {
    for (;;) {
      if (this.#closed) throw new Error(`${nameOf(this.#options)}: was ended`);
      const free = [...this.#members].find((one) => one.episodes < this.#room());
      if (free !== undefined) {
        free.episodes++;
        return free;
      }
      if (this.#losses >= mostLosses)
        throw new Error(`${this.#lastLoss} (lost ${this.#losses} times in a row, and not started any more)`);
      if (this.#members.size + this.#starting < this.#options.most) return this.#start();
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
  }

  /** A process that has introduced itself, with room taken for one episode. */
  async #start(): Promise<Member> {
    const { clock, greeting, helloSchema } = this.#options;
    const connection = new Connection(this.#options, clock, () => this.#lose(member));
    const member: Member = { connection, episodes: 1 };
    this.#starting++;
    try {
      const hello = await connection.ask(greetingEpisode, greeting, helloSchema);
      this.#hello ??= hello;
      if (canonicalJson(hello) !== canonicalJson(this.#hello)) {
        connection.end('now');
        throw new Error(`${nameOf(this.#options)}: introduces itself in another way than before`);
      }
      this.#members.add(member);
      return member;
    } finally {
      this.#starting--;
    }
  }

  #lose(member: Member): void {
    this.#members.delete(member);
    this.#losses++;
    this.#lastLoss = member.connection.lost?.message ?? '';
    this.#serve();
  }

  #leave(member: Member): void {
    member.episodes--;
    if (member.connection.lost === null) this.#losses = 0;
    else this.#members.delete(member);
    this.#serve();
  }

  #serve(): void {
    this.#queue.shift()?.();
  }
}

/** A place for one episode in one of the processes. */
export class Place {
  readonly #connection: Connection;
  readonly #room: number;
  readonly #episode: number;
  readonly #leave: () => void;
  #open = true;

  constructor(connection: Connection, room: number, episode: number, leave: () => void) {
    this.#connection = connection;
    this.#room = room;
    this.#episode = episode;
    this.#leave = leave;
  }

  /** As `Connection.ask`. */
  ask<Answer>(message: JsonObject, schema: z.ZodType<Answer>): Promise<Answer> {
    return this.#connection.ask(this.#episode, { ...message, episode: this.#episode }, schema);
  }

  /** Ends the episode; a process that is in the middle of an answer, or waits for one of ours (`owed`), is ended. */
  close(owed = false): void {
    if (!this.#open) return;
    this.#open = false;
    const connection = this.#connection;
    const isAmid = owed || connection.isBusy(this.#episode);
    if (connection.lost === null && isAmid && this.#room === 1) connection.end('now');
    else if (connection.lost === null) connection.endEpisode(this.#episode);
    this.#leave();
  }
}
