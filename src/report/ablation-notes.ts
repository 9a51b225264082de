/** What a reader of an ablation's tables must know to read them right, one line each. */
import { measureOf, successRate } from '../evaluation/index.js';
import type { AblationResults, ArmResults, ExperimentResults, MissingCell } from '../training/index.js';
import { percent } from './numbers.js';

/** What was played, on what, by which model: the line above a table, without its measure. */
export function describeGames({
  title,
  suite,
  heldOutSplit,
  instancesAre,
  models,
}: ExperimentResults): string {
  const own = suite.shipped ? " (our own, not the paper's)" : '';
  return `${title}, ${heldOutSplit} ${instancesAre} of ${suite.name}${own}, ${models.join(', ')}`;
}

/** Notes on one experiment. */
export function ablationNotes(experiment: ExperimentResults): string[] {
  const { arms, taskTypes, instancesAre, worlds = [] } = experiment;
  const unsolvable = taskTypes.reduce((sum, type) => sum + type.unsolvable, 0);
  return [
    ...worlds,
    ...arms.flatMap((arm) => missingNotes(arm, taskTypes.length)),
    ...arms.flatMap((arm) => errorNotes(arm, experiment)),
    ...arms.flatMap((arm) => firstTryNotes(arm, experiment)),
    ...(unsolvable > 0
      ? [`${instancesAre} left out because these rules make them impossible: ${unsolvable}.`]
      : []),
  ];
}

/** What an agent that tries again won at its first try; the others have no second. */
function firstTryNotes({ name, cells }: ArmResults, { instancesAre }: ExperimentResults): string[] {
  const results = cells.flatMap((cell) => (cell.state === 'measured' ? cell.heldOut.results : []));
  if (results.every(({ trials }) => trials === undefined)) return [];
  const { successes, n, rate } = successRate(
    results.map(({ outcome, trials = [] }) => trials[0]?.outcome ?? outcome),
  );
  return [
    `${name}: ${percent(rate)} (${successes} of ${n} ${instancesAre}) at the first try; no other is told how a try went.`,
  ];
}

/** Notes on all tables of an ablation. */
export function paperNotes({ paper, seeds, experiments }: AblationResults): string[] {
  const ours = experiments.flatMap(({ models }) => models.map((model) => model.toLowerCase()));
  const other = paper && ours.includes(paper.model.toLowerCase()) ? '' : ', and with another model than ours';
  return [
    ...(paper
      ? [
          `paper: ${paper.model} in ${paper.source}; not measured here${other}.`,
          ...(paper.note === undefined ? [] : paper.note.trimEnd().split('\n')),
        ]
      : []),
    ...(seeds.length > 1
      ? [
          `Seeds ${seeds.join(', ')} together. The interval of a rate counts once what was played with several seeds,`,
          'and does not show how much the plans that were learned differ from seed to seed; that of runs does.',
        ]
      : []),
  ];
}

/** Says that methods are not compared by a test where there is one run of each. */
export function singleRunNotes({ seeds, experiments }: AblationResults): string[] {
  if (seeds.length > 1 || experiments.every(({ arms }) => arms.length < 2)) return [];
  return [
    'One run of each with one seed: not enough runs to compare them by a test; --set seeds=5 plays five.',
  ];
}

/** What the columns of costs are. */
export function costNotes(
  { priceAs }: AblationResults,
  { instancesAre, models, arms }: ExperimentResults,
): string[] {
  const unused = priceAs === null || models.includes(priceAs) ? '' : ', which was not used here';
  const money =
    priceAs === null
      ? 'US$: what was paid by the price file.'
      : `US$: these tokens at the list price of ${priceAs}${unused}.`;
  return [
    money,
    'Training: per training episode, with reflections and plan updates.',
    `Inference: per held-out ${instancesAre.slice(0, -1)}, over all its trials.`,
    ...arms.flatMap(({ name, planFrom }) =>
      planFrom === null
        ? []
        : [`${name} follows the plans that ${planFrom} learned; their cost stands there.`],
    ),
  ];
}

/** The reasons why cells are missing, each once, with the task types that it is true of. */
function missingNotes({ name, cells }: ArmResults, taskTypes: number): string[] {
  const missing = cells.filter((cell): cell is MissingCell => cell.state === 'not-measured');
  return [...new Set(missing.map(({ reason }) => reason))].map((reason) => {
    const types = [...new Set(missing.filter((cell) => cell.reason === reason).map((cell) => cell.taskType))];
    const where = types.length === taskTypes ? '' : ` on ${types.join(', ')}`;
    return `${name}: not measured${where}: ${reason}`;
  });
}

function errorNotes(
  { name, all, cells }: ArmResults,
  { headline, instancesAre }: ExperimentResults,
): string[] {
  const training = cells.flatMap((cell) =>
    cell.state === 'measured' ? (cell.training?.iterations ?? []) : [],
  );
  const inTraining = training.reduce((sum, { errors }) => sum + errors, 0);
  const errors = all?.errors ?? 0;
  const unscored = all === null ? 0 : measureOf(all, headline).errors - errors;
  return [
    ...(errors > 0
      ? [`${name}: ${instancesAre} left out because of an infrastructure error: ${errors}.`]
      : []),
    ...(inTraining > 0
      ? [`${name}: training episodes that ended in an infrastructure error: ${inTraining}.`]
      : []),
    ...(unscored > 0
      ? [`${name}: ${instancesAre} left out because they have no ${headline.name}: ${unscored}.`]
      : []),
  ];
}
