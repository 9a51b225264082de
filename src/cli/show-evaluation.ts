import type { Config, EvaluationRun } from '../config/index.js';
import { exitOfRun } from './exit-of-run.js';
import { print, printJson } from './output.js';

/** Prints what an evaluation measured, and sets the exit code. */
export async function showEvaluation(run: EvaluationRun, config: Config, json: boolean): Promise<void> {
  const { renderEvaluation, renderSpend } = await import('../report/index.js');
  const left = `the episodes so far are in ${run.folder}/journal.jsonl`;
  process.exitCode = await exitOfRun({ ...run, failures: countedFailures(run) }, config.errorsAllowed, left);
  if (json) {
    const { fromCache } = run.spend;
    printJson({ run: run.folder, ...run.document, ...(fromCache ? { fromCache } : {}) });
    return;
  }
  if (run.taskTypes.length === 0) return;
  const { calls } = config.agent;
  const { heldOutSplit } = await import('../config/index.js');
  const planName = run.plan.text === '' ? 'No plan' : `Plan ${config.plan}`;
  const instancesPlayed = run.results.filter(({ played }) => played > 0).length;
  print(renderEvaluation({ ...run, instancesPlayed, split: heldOutSplit(config), planName }));
  print(`\n${renderSpend({ ...run, ...(calls ? { calls } : {}) }).join('\n')}`);
  print(`\nRun  ${run.folder}\nSee  planwright report ${run.folder}`);
}

/** Answers that could not be judged count where the judge makes the headline. */
function countedFailures({ failures, headline }: EvaluationRun): EvaluationRun['failures'] {
  return headline.name === 'judge' ? failures : { ...failures, judging: [] };
}
