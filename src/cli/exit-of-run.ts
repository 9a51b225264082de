import type { EndedRun } from '../config/index.js';
import { exitCodes, note } from './output.js';

/** The exit code for how a run ended; says on stderr why it is not 0. `left` says where what there is so far lies. */
export function exitOfRun(run: EndedRun, errorsAllowed: number, left: string): number {
  if (run.outcome === 'budget-reached') {
    note(`stopped: ${run.message}\n${left}`);
    return exitCodes.budget;
  }
  if (run.outcome === 'interrupted') {
    note(`interrupted\n${left}`);
    return exitCodes.interrupted;
  }
  if (run.errorShare <= errorsAllowed) return exitCodes.ok;
  const share = `${(run.errorShare * 100).toFixed(1)} % of the episodes ended in an infrastructure error`;
  note(
    `${share} (allowed: ${(errorsAllowed * 100).toFixed(1)} %, set by errorsAllowed); see ${run.folder}/journal.jsonl`,
  );
  return exitCodes.tooManyErrors;
}
