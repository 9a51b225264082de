/** One process at a time writes a run: a lock file that says who holds it, and that is seen to be left behind. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { type Clock, systemClock } from '../util/clock.js';
import { changedAt, isPlainFile, kindOf, readText, remove, rename, touch, writeNew } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';

/** A held lock. */
export interface RunLock {
  /** Gives it back; a second call does nothing. */
  release(): void;
}

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells this start of the machine from others; empty where the system does not say. */
  readonly boot: string;
  /** When the process began, in the system's own terms: process ids are used again. */
  readonly started: string;
}

/** How often a holder shows that it is alive. */
const beatMilliseconds = 5_000;
/** A holder on another machine that has not shown itself for so long is taken to be gone. */
const silenceMilliseconds = 10 * 60_000;

/**
 * Takes the lock of a run folder. A lock whose holder is gone (its process has ended, or the machine has been started
 * anew) is taken over. Throws a UsageError that names the holder where there is one.
 */
export function lockRun(folder: string, clock: Clock = systemClock): RunLock {
  if (kindOf(folder) !== 'directory')
    throw new UsageError(
      `${folder}: there is no such run`,
      'give the folder of a run, for example runs/NAME',
    );
  const path = join(folder, 'lock');
  const mine = JSON.stringify(describeProcess(process.pid));
  while (!writeNew(path, mine)) {
    const text = readLock(path);
    if (text === null) continue;
    if (isHeld(path, text, clock)) throw refusal(folder, path, text);
    takeAway(path, text);
  }
  const beat = new AbortController();
  void keepBeating(path, clock, beat.signal);
  let held = true;
  return {
    release: () => {
      if (!held) return;
      held = false;
      beat.abort();
      if (readLock(path) === mine) remove(path);
    },
  };
}

/** Whether a process is working on a run now. Never throws: a lock that can not be read is none. */
export function isRunLocked(folder: string, clock: Clock = systemClock): boolean {
  const path = join(folder, 'lock');
  if (!isPlainFile(path)) return false;
  try {
    return isHeld(path, readSmallText(path, mostLockBytes), clock);
  } catch {
    return false;
  }
}

/** Far above what a lock holds. */
const mostLockBytes = 10_000;

function readLock(path: string): string | null {
  return kindOf(path) === null ? null : readText(path);
}

/** Moves a lock out of the way, unless somebody has taken it over in between. */
function takeAway(path: string, text: string): void {
  const aside = `${path}.left-${process.pid}`;
  rename(path, aside);
  const moved = readText(aside);
  remove(aside);
  if (moved !== text) writeNew(path, moved);
}

function isHeld(path: string, text: string, clock: Clock): boolean {
  const holder = parseHolder(text);
  // A lock that was cut while it was written has no holder: the process has ended in the middle of it.
  if (holder === null) return clock.now() - changedAt(path) < beatMilliseconds;
  if (holder.host !== hostname()) return clock.now() - changedAt(path) < silenceMilliseconds;
  const now = describeProcess(holder.pid);
  return isAlive(holder.pid) && now.boot === holder.boot && now.started === holder.started;
}

function parseHolder(text: string): Holder | null {
  try {
    const { pid, host, boot, started } = JSON.parse(text) as Partial<Holder>;
    if (typeof pid !== 'number' || typeof host !== 'string') return null;
    return { pid, host, boot: String(boot), started: String(started) };
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function describeProcess(pid: number): Holder {
  const stat = readSystem(`/proc/${pid}/stat`);
  // The name in brackets may hold spaces; the 22nd field, the 20th after it, is the start.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return { pid, host: hostname(), boot: readSystem('/proc/sys/kernel/random/boot_id').trim(), started };
}

function readSystem(path: string): string {
  try {
    return readText(path);
  } catch {
    return '';
  }
}

async function keepBeating(path: string, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(beatMilliseconds, signal);
      touch(path, clock.now());
    }
  } catch {
    // The lock was given back, or its folder is gone: nothing is left to be kept alive.
  }
}

function refusal(folder: string, path: string, text: string): UsageError {
  const holder = parseHolder(text);
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  return new UsageError(
    `${folder}: ${who} is working on this run`,
    `wait until it has ended; if you are sure that it has, delete ${path}`,
  );
}
