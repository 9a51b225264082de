import type { EndedRun } from '../config/index.js';
import { exitCodes, note } from './output.js';

/**
 * The exit code for how a run ended; says on stderr why it is not 0, and how to go on. `left` says where what there is
 * so far lies.
 */
export async function exitOfRun(run: EndedRun, errorsAllowed: number, left: string): Promise<number> {
  const resume = `to go on: planwright resume ${run.folder}`;
  const onward = `${left}\n${resume}`;
  if (run.outcome === 'budget-reached') {
    const more = '--max-cost USD (or --set budget.calls=N, budget.tokens=N, budget.seconds=N)';
    note(`stopped: ${run.message}\n${onward} ${more}`);
    return exitCodes.budget;
  }
  if (run.outcome === 'outage') {
    note(`stopped: ${run.message}\n${onward}`);
    return exitCodes.tooManyErrors;
  }
  if (run.outcome === 'interrupted') {
    note(`interrupted\n${onward}`);
    return exitCodes.interrupted;
  }
  if (run.errorShare <= errorsAllowed) return exitCodes.ok;
  const { describeFailures, renderReasons } = await import('../report/index.js');
  const { episodes, judging } = run.failures;
  note(
    `${(run.errorShare * 100).toFixed(1)} % ${describeFailures(run.failures)} (allowed: ${(errorsAllowed * 100).toFixed(1)} %, set by errorsAllowed); see ${run.folder}/journal.jsonl\n` +
      `why: ${renderReasons([...episodes, ...judging])}\n` +
      `to play those of the evaluations again: planwright resume ${run.folder}`,
  );
  return exitCodes.tooManyErrors;
}

/** The same for a run of many cells; some that were not measured, for whatever reason, make it one with errors. */
export async function exitOfCells(
  run: EndedRun,
  errorsAllowed: number,
  someAreMissing: boolean,
): Promise<number> {
  const code = await exitOfRun(run, errorsAllowed, `what was finished is in ${run.folder}`);
  if (code !== exitCodes.ok || !someAreMissing) return code;
  note(`not all was measured; to try what is missing again: planwright resume ${run.folder}`);
  return exitCodes.tooManyErrors;
}
