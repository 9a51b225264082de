/** What the benches share: the built command, programs beside us, and figures as text. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The built command. */
export const cli = resolve('dist/cli/main.js');

/** A whole number with commas. */
export function group(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Milliseconds of CPU time that some work takes in this process. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The most memory that a process has had, in megabytes; NaN where the system does not say. */
export function peakMemoryOf(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  const [, kilobytes] = existsSync(path) ? (/VmHWM:\s*(\d+) kB/.exec(readFileSync(path, 'utf8')) ?? []) : [];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** A program that ends with us, however that comes about. */
export function endWithUs(child: ChildProcess): ChildProcess {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}
