import type { Environment } from '../core/environment.js';
import {
  type Failures,
  type Headline,
  type MeasuredRate,
  type SuccessRate,
  successHeadline,
} from '../evaluation/index.js';
import { alignRows } from '../util/table.js';
import { renderFailures } from './failures-text.js';
import { cellsOf, headOf } from './headline-cells.js';
import { type InstanceWords, wordsFor } from './instance-words.js';
import { count, interval, percent } from './numbers.js';
import { renderScores } from './scores-text.js';
import { renderSimulated } from './simulated-note.js';

/** What an evaluation's text is made from. */
export interface EvaluationReport {
  readonly heldOut: MeasuredRate;
  readonly taskTypes: readonly (MeasuredRate & { readonly taskType: string })[];
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly split: string;
  /** What was measured: a plan's name, or `no plan`. */
  readonly planName: string;
  /** The measure that the table is of; success unless given. */
  readonly headline?: Headline;
  /** What the instances are called; games unless given. */
  readonly instancesAre?: Environment['instancesAre'];
  /** What was left out, and why. */
  readonly failures: Failures;
  /** Times that each instance was played; once unless given. */
  readonly repeats?: number;
  /** Instances of which at least one play did not end in an error; needed where they were played several times. */
  readonly instancesPlayed?: number;
  /** Of an agent that tries again: its name, how often it may try, and success at its first try. */
  readonly tries?: { readonly agent: string; readonly most: number; readonly first: SuccessRate };
}

/** An evaluation for a terminal. */
export function renderEvaluation(report: EvaluationReport): string {
  const { heldOut, taskTypes, planName, split, headline = successHeadline } = report;
  const named = taskTypes.map((row) => [row.taskType, ...cellsOf(row, headline)]);
  const rows = taskTypes.length > 1 ? [...named, ['all', ...cellsOf(heldOut, headline)]] : named;
  const lines = alignRows([headOf('task type', headline, wordsOf(report)), ...rows]).map(
    (line) => `  ${line}`,
  );
  const scores = renderScores([['mean', heldOut]], headline);
  const simulated = report.simulated ? renderSimulated(report.models) : [];
  return [
    `${planName} on ${split}:`,
    '',
    ...lines,
    ...renderRepeats(report),
    ...scores,
    ...renderTries(report),
    '',
    ...renderFailures(report.failures),
    ...simulated,
  ]
    .join('\n')
    .trimEnd();
}

/** What the rows count: plays, where each instance was played several times. */
function wordsOf({ instancesAre, repeats = 1 }: EvaluationReport): InstanceWords {
  const words = wordsFor(instancesAre);
  return repeats === 1 ? words : { ...words, plural: 'plays' };
}

/** Says what is counted where instances were played several times. */
function renderRepeats({
  repeats = 1,
  instancesPlayed = 0,
  heldOut,
  instancesAre,
}: EvaluationReport): string[] {
  if (repeats === 1) return [];
  const { plural } = wordsFor(instancesAre);
  const [one, many] = [plural.slice(0, -1), `${instancesPlayed} ${plural}`];
  return [
    '',
    `  ${heldOut.n} plays of ${instancesPlayed === 1 ? `1 ${one}` : many}; the interval counts each ${one} once.`,
  ];
}

/** Success at the first try beside that in the end, and what the agent is told between them. */
function renderTries(report: EvaluationReport): string[] {
  const { tries, heldOut } = report;
  if (tries === undefined) return [];
  const { plural, won } = wordsOf(report);
  const row = (name: string, rate: SuccessRate) => [name, count(rate), percent(rate.rate), interval(rate)];
  const rows = [
    ['', `${plural} ${won}`, 'rate', '95 % interval'],
    row('at the first try', tries.first),
    row(`after up to ${tries.most}`, heldOut),
  ];
  return [
    '',
    ...alignRows(rows).map((line) => `  ${line}`),
    '',
    `  On held-out instances ${tries.agent} is told whether a try succeeded, which no other agent is.`,
  ];
}
