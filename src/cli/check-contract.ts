/** `planwright worlds check` and `planwright agents check`. */
import type { ContractCheck } from '../config/index.js';
import { abortOnInterrupt } from './abort-on-interrupt.js';
import { exitCodes, note, print, printJson } from './output.js';

/** Options of both. */
export interface CheckOptions {
  readonly set?: readonly string[];
  readonly perType?: number;
  readonly json?: true;
}

/** Most problems that are shown: what is wrong in one instance is wrong in others. */
const mostShown = 20;

/** Checks and prints. Gives the exit code. */
export async function checkContract(
  what: 'world' | 'agent',
  file: string,
  { set = [], perType = 3, json }: CheckOptions,
): Promise<number> {
  const { checkAgentOf, checkWorldOf, loadConfig, parseOverride } = await import('../config/index.js');
  const loaded = loadConfig(file, set.map(parseOverride));
  const interrupt = abortOnInterrupt(note);
  try {
    const check = await (what === 'world' ? checkWorldOf(loaded, perType) : checkAgentOf(loaded));
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    const { name, instances, problems } = check;
    if (json) printJson({ [what]: name, instances, kept: problems.length === 0, problems });
    else show(what, check);
    return problems.length === 0 ? exitCodes.ok : exitCodes.gate;
  } catch (error) {
    // What was being asked when it was interrupted has been ended, and is no news.
    if (interrupt.signal.aborted) return exitCodes.interrupted;
    throw error;
  } finally {
    interrupt.stop();
  }
}

function show(what: 'world' | 'agent', { name, instances, problems }: ContractCheck): void {
  const played = what === 'world' ? `, ${countOf(instances, 'instance')} played` : '';
  const verdict = problems.length === 0 ? 'keeps the contract' : countOf(problems.length, 'problem');
  print(`${what} ${name}: ${verdict}${played}`);
  for (const problem of problems.slice(0, mostShown)) print(`  ${problem}`);
  if (problems.length > mostShown) print(`  and ${problems.length - mostShown} more`);
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
