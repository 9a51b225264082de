/** Names in Redis. Whoever shares one Redis shares the queue; jobs are told apart by the run. */
import { sha256 } from '../util/hash.js';

/** Before all keys. */
export const prefix = 'planwright';
/** The one queue. */
export const queueName = 'jobs';
/** Seconds that results and setups are kept for whoever does not come for them. */
export const keepSeconds = 24 * 60 * 60;

/** Key of a job's result. */
export function resultKey(jobId: string): string {
  return `${prefix}:result:${jobId}`;
}

/** Key of what the jobs of a run share. */
export function setupKey(digest: string): string {
  return `${prefix}:setup:${digest}`;
}

/** Id of a job: of the run, and of all that it says. */
export function jobIdOf(run: string, json: string): string {
  return `job-${sha256(`${run}\n${json}`).slice(0, 32)}`;
}

/** Name under which Redis knows a worker; it has neither spaces nor `/`. */
export function workerName(version: string, concurrency: number, host: string, pid: number): string {
  return `${version}/${concurrency}/${host.replace(/[^\w.-]/g, '-')}-${pid}`;
}

/** What a name says; null where it says nothing. */
export function readWorkerName(name: string): { readonly version: string; readonly slots: number } | null {
  const [, version, slots] = /:w:([^/\s]+)\/(\d{1,5})\//.exec(name) ?? [];
  return version === undefined ? null : { version, slots: Number(slots) };
}
