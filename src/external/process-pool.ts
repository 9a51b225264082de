/** Processes of one program: as many as there are episodes at once, started anew when one is lost. */
import type { z } from 'zod';
import { messageOf, UsageError } from '../core/errors.js';
import type { Clock } from '../util/clock.js';
import { canonicalJson, type JsonObject } from '../util/json.js';
import { type Connection, connect, nameOf, type ProcessSettings } from './connection.js';

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

/** A place for one episode in one of the processes. */
export interface Place {
  /** As `Connection.ask`. */
  ask<Answer>(message: JsonObject, schema: z.ZodType<Answer>): Promise<Answer>;
  /** Ends the episode; a process that is in the middle of an answer, or waits for one of ours (`owed`), is ended. */
  close(owed?: boolean): void;
}

/** Processes of one program. */
export interface ProcessPool<H extends Hello> {
  readonly hello: H;
  /** A place for one episode, as soon as there is one. Rejects with an Error where no process can be had. */
  open(): Promise<Place>;
  /** Ends all of them. */
  close(): void;
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

/** Starts the first process and lets it introduce itself. Rejects with a UsageError where it can not. */
export async function openProcessPool<H extends Hello>(options: PoolOptions<H>): Promise<ProcessPool<H>> {
  const members = createMembers(options);
  try {
    const { member, hello } = await members.start();
    member.episodes = 0;
    return {
      hello,
      open: () => members.seat(hello),
      close: members.close,
    };
  } catch (error) {
    throw new UsageError(messageOf(error), 'see "Bring your own world or agent" in the README');
  }
}

/** Keeps count of the processes: which has room, which was lost, who waits for one. */
function createMembers<H extends Hello>(options: PoolOptions<H>) {
  const members = new Set<Member>();
  const queue: (() => void)[] = [];
  let starting = 0;
  let losses = 0;
  let lastLoss = '';
  let episodes = 0;
  let closed = false;
  const serve = () => queue.shift()?.();
  /** A process that has introduced itself, with room taken for one episode. */
  const start = async () => {
    const member: Member = { episodes: 1, connection: connect(options, options.clock, () => onLost()) };
    const { connection } = member;
    const onLost = () => {
      members.delete(member);
      losses++;
      lastLoss = connection.lost()?.message ?? '';
      serve();
    };
    starting++;
    try {
      const hello = await connection.ask(greetingEpisode, options.greeting, options.helloSchema);
      members.add(member);
      return { member, hello };
    } finally {
      starting--;
    }
  };
  const startAnother = async (known: H): Promise<Member> => {
    const { member, hello } = await start();
    if (canonicalJson(hello) === canonicalJson(known)) return member;
    members.delete(member);
    member.connection.end('now');
    throw new Error(`${nameOf(options)}: introduces itself in another way than before`);
  };
  /** Room for one episode, taken. */
  const takeRoom = async (hello: H): Promise<Member> => {
    for (;;) {
      const free = [...members].find((one) => one.episodes < hello.episodes);
      if (free !== undefined) {
        free.episodes++;
        return free;
      }
      if (closed) throw new Error(`${nameOf(options)}: was ended`);
      if (losses >= mostLosses)
        throw new Error(`${lastLoss} (lost ${losses} times in a row, and not started any more)`);
      if (members.size + starting < options.most) return startAnother(hello);
      await new Promise<void>((resolve) => queue.push(resolve));
    }
  };
  return {
    start,
    seat: async (hello: H): Promise<Place> => {
      try {
        const member = await takeRoom(hello);
        return createPlace(member.connection, hello, ++episodes, (well) => {
          member.episodes--;
          if (member.connection.lost() !== null) members.delete(member);
          if (well) losses = 0;
          serve();
        });
      } catch (error) {
        serve();
        throw error;
      }
    },
    close: () => {
      closed = true;
      for (const { connection } of members) connection.end('politely');
      members.clear();
      for (const next of queue.splice(0)) next();
    },
  };
}

function createPlace(
  connection: Connection,
  { episodes }: Hello,
  episode: number,
  leave: (well: boolean) => void,
): Place {
  let open = true;
  return {
    ask: (message, schema) => connection.ask(episode, { ...message, episode }, schema),
    close: (owed = false) => {
      if (!open) return;
      open = false;
      const isWell = connection.lost() === null;
      if (isWell && episodes === 1 && (owed || connection.isBusy(episode))) connection.end('now');
      else if (isWell) connection.tell({ type: 'end', episode });
      leave(isWell);
    },
  };
}
