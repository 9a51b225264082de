/** What can be found and what luck does, for a terminal. */
import type { Environment } from '../core/environment.js';
import type { FalseVerdicts, NoiseFloor, PowerReport, WorkCost } from '../training/index.js';
import { alignRows } from '../util/table.js';
import { wordsFor } from './instance-words.js';
import { groupDigits, percent } from './numbers.js';
import { renderSimulated } from './simulated-note.js';

type TaskTypePower = PowerReport['taskTypes'][number];

/** What a certificate and an ablation can find, and what they cost. */
export function renderPower(report: PowerReport): string {
  const { taskTypes, costs, effect, alpha, correctedFor, triedBefore, power, instancesAre } = report;
  const { plural } = wordsFor(instancesAre);
  const plans = triedBefore === 1 ? '1 plan was' : `${triedBefore} plans were`;
  return [
    `To find a true difference of ${points(effect)} points with ${percent(power)} chance, at alpha ${alpha}:`,
    '',
    ...indent(alignRows([headOfPower(plural, power, effect), ...taskTypes.map(rowOfPower)])),
    '',
    `  A certificate is corrected for ${correctedFor}: ${plans} tried on the held-out ${plural}, and one is to come.`,
    '  Flips: two plays of the same plan on the same task that differ, by the seed alone.',
    ...taskTypes.flatMap((one) => notesOn(one, report)),
    '',
    ...renderAblations(report),
    ...(costs === null ? [] : renderCosts(costs)),
    ...(report.simulated ? ['', ...renderSimulated(report.models)] : []),
  ].join('\n');
}

function headOfPower(plural: string, power: number, effect: number): string[] {
  return [
    'task type',
    'baseline',
    'flips',
    `held-out ${plural}`,
    `chance to certify ${points(effect)}`,
    `needed for ${percent(power)}`,
    'detectable points',
  ];
}

function rowOfPower({ taskType, heldOut, chances, certify }: TaskTypePower): string[] {
  return [
    taskType,
    percent(chances?.rate ?? null),
    percent(chances?.flipRate ?? null),
    String(heldOut),
    percent(certify?.chance ?? null),
    certify?.instancesNeeded == null ? '-' : groupDigits(certify.instancesNeeded),
    certify?.detectable == null ? '-' : points(certify.detectable),
  ];
}

function notesOn({ taskType, chances, noise, certify }: TaskTypePower, { effect }: PowerReport): string[] {
  if (chances === null) return [`  ${taskType}: nothing was finished in the pilot, so nothing can be said.`];
  const wide = noise === null ? '' : ` (a pilot of ${noise.instances}, played ${noise.repeats} times: rough)`;
  return [
    ...(certify?.chance === null
      ? [
          `  ${taskType}: the baseline wins ${percent(chances.rate)}${wide}, which leaves no room for ${points(effect)} points.`,
        ]
      : []),
    ...(chances.flipRate === 0
      ? [`  ${taskType}: no task went differently${wide}; the noise floor is not known to be above 0.`]
      : []),
    ...(noise !== null && noise.errors > 0
      ? [`  ${taskType}: ${noise.errors} plays ended in an infrastructure error and are left out.`]
      : []),
  ];
}

function renderAblations({ taskTypes, effect, power }: PowerReport): string[] {
  const known = taskTypes.flatMap(({ taskType, ablation }) => (ablation ? [{ taskType, ablation }] : []));
  const counts = known[0]?.ablation.counts ?? [];
  if (counts.length === 0) return [];
  const rows = known.flatMap(({ taskType, ablation }) =>
    (['paired', 'welch'] as const).map((test) => [
      taskType,
      test === 'paired' ? 'paired t' : 'Welch',
      ...ablation.counts.map((one) => pointsOrDash(one[test])),
      ablation.runsNeeded[test] === null ? '-' : groupDigits(ablation.runsNeeded[test]),
    ]),
  );
  return [
    `Ablations: smallest difference in points that runs of an arm find with ${percent(power)} chance, and runs for ${points(effect)}:`,
    '',
    ...indent(
      alignRows([['task type', 'test', ...counts.map(({ runs }) => `${runs} runs`), 'runs needed'], ...rows]),
    ),
    '',
    '  At best: this counts the luck of the episodes alone, and plans that are learned anew differ as well.',
  ];
}

function renderCosts(costs: NonNullable<PowerReport['costs']>): string[] {
  const row = (name: string, { calls, tokens, usd }: WorkCost) => [
    name,
    groupDigits(calls),
    groupDigits(tokens),
    usd === null ? '-' : usd.toFixed(usd < 1 ? 4 : 2),
  ];
  return [
    '',
    'What it takes, by what the pilot used:',
    '',
    ...indent(
      alignRows([
        ['', 'calls', 'tokens', 'US$'],
        row('an episode', costs.episode),
        row('an iteration (about)', costs.iteration),
        row('a certificate', costs.certify),
      ]),
    ),
    ...(costs.episode.usd === null
      ? ['', '  US$ are not known: a model has no price in the price file.']
      : []),
  ];
}

/** What the text of a noise floor is made from. */
export interface NoiseReport {
  readonly noise: NoiseFloor;
  readonly verdicts: FalseVerdicts;
  readonly alpha: number;
  readonly planName: string;
  readonly split: string;
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly instancesAre?: Environment['instancesAre'];
}

/** The noise floor, and what verdicts make of it. */
export function renderNoise({ noise, verdicts, alpha, planName, split, ...report }: NoiseReport): string {
  const { plural } = wordsFor(report.instancesAre);
  const { instances, repeats, rate, flipRate, unsteady, sd, errors } = noise;
  const shares: readonly (readonly [string, number | null])[] = [
    [`exact McNemar test, of ${verdicts.pairs} pairs of repeats`, verdicts.mcnemar],
    ['  certified, the one or the other way round', verdicts.certified],
    [`Welch's t test, ${verdicts.runs} repeats against ${verdicts.runs}`, verdicts.welch],
    [`paired t test, ${verdicts.runs} repeats against ${verdicts.runs}`, verdicts.pairedT],
  ];
  return [
    `${planName} on ${instances} ${plural} of ${split}, ${repeats} times with other seeds:`,
    '',
    ...indent(
      alignRows([
        ['', 'found'],
        ['success rate', percent(rate)],
        ['flips: two plays of one task that differ', percent(flipRate)],
        [`${plural} that did not always go the same`, `${unsteady}/${instances}`],
        ['standard deviation of the rate, points', pointsOrDash(sd)],
      ]),
    ),
    '',
    `Verdicts where nothing differs, p below ${alpha}:`,
    '',
    ...indent(alignRows([['', 'false'], ...shares.map(([name, share]) => [name, percent(share)])])),
    '',
    ...(flipRate === 0
      ? [`  Every play of a task went the same: here only the tasks that are drawn make noise.`]
      : []),
    '  Exact tests find less than alpha allows; few repeats give rough shares.',
    ...(errors > 0 ? [`  ${errors} plays ended in an infrastructure error and are left out.`] : []),
    ...(report.simulated ? ['', ...renderSimulated(report.models)] : []),
  ].join('\n');
}

function points(share: number): string {
  return (share * 100).toFixed(1).replace(/\.0$/, '');
}

function pointsOrDash(share: number | null): string {
  return share === null ? '-' : (share * 100).toFixed(1);
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
