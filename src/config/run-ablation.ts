/** Runs a prepared ablation: every arm on every task type with every seed, in one folder with one report. */
import { BudgetError, messageOf, OutageError, UsageError } from '../core/errors.js';
import type { Plan } from '../core/plan.js';
import { formatPlanFile } from '../plans/index.js';
import { drawAblationFigures, renderAblationReport, renderAblationTables } from '../report/index.js';
import { createRun, type Run } from '../runs/index.js';
import { type AblationResults, type CellResult, describePlan, type MissingCell } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import type { JsonValue } from '../util/json.js';
import { mapConcurrently } from '../util/map-concurrently.js';
import { describeAblation, formatAblation, manifestOfAblation } from './describe-ablation.js';
import { type CellOutcome, cellId, measureCell, type PlannedCell } from './measure-cell.js';
import { recordCells } from './openings-of-ablation.js';
import type { PreparedAblation, PreparedArm } from './prepare-ablation.js';
import { resolveInitialPlan } from './resolve-training.js';
import { type EndedRun, goOn, type RunFrame, runInFolder } from './run-in-folder.js';
import { planOrigin } from './train-task-type.js';

/** What an ablation left behind. */
export interface AblationRun extends EndedRun {
  readonly results: AblationResults;
  /** Share of episodes that may end in an error. */
  readonly errorsAllowed: number;
}

/**
 * Trains, measures and writes. A cell that fails is said to be missing, with the reason; a reached budget and an
 * interrupt are outcomes, and what was measured by then is kept. Rejects when nothing could be measured.
 */
export async function runAblation(prepared: PreparedAblation): Promise<AblationRun> {
  const { cells, ...ended } = await runCells(prepared, {
    describe: (done, outcome) => describeAblation(prepared, done, outcome),
    report: writeReport,
  });
  const results = describeAblation(prepared, cells, ended.outcome);
  return { ...ended, results, errorsAllowed: prepared.shared.errorsAllowed };
}

/** What is said of the cells when all is over. */
export interface CellsReport<Results> {
  /** `results.json` from the cells that came to an end, by their ids. */
  readonly describe: (cells: ReadonlyMap<string, CellResult>, outcome: string) => Results;
  /** Writes what else there is. */
  readonly report: (run: Run, results: Results) => Promise<void>;
}

/** Measures all cells in a run folder, as `runAblation` does, and gives them back by their ids. */
export async function runCells<Results>(
  prepared: PreparedAblation,
  { describe, report }: CellsReport<Results>,
): Promise<EndedRun & { readonly cells: ReadonlyMap<string, CellResult> }> {
  const cells = new Map<string, CellResult>();
  const measured = () => [...cells.values()].some(({ state }) => state === 'measured');
  const ended = await runInFolder(frameAblation(prepared), {
    work: (run) => measureAll(prepared, run, cells),
    results: ({ outcome }) => JSON.parse(JSON.stringify(describe(cells, outcome))) as JsonValue,
    finish: async (run, { outcome }) => {
      recordCells(prepared, planCells(prepared), cells);
      await report(run, describe(cells, outcome));
    },
    left: ({ folder }) => (measured() ? `what was measured is in ${folder}` : null),
  });
  return { ...ended, cells };
}

/** Writes report, tables and figures. Who has interrupted a run does not wait for figures. */
async function writeReport(run: Run, results: AblationResults): Promise<void> {
  const figures = results.outcome === 'interrupted' ? [] : await drawAblationFigures(results);
  const files = [...renderAblationTables(results), ...figures.flatMap((figure) => figure.files)];
  for (const { path, text } of files) run.writeText(path, text);
  run.writeText('report.md', renderAblationReport(results, figures));
}

function frameAblation(prepared: PreparedAblation): RunFrame {
  const { ablation, shared, digest8, runId, record, listen, keepBy, signal, resume } = prepared;
  const { executor, close } = prepared;
  const papers = { config: formatAblation(prepared), manifest: manifestOfAblation(prepared) };
  return {
    record,
    listen,
    keepBy,
    close,
    executor,
    ...(signal ? { signal } : {}),
    ...(prepared.onFolder ? { onFolder: prepared.onFolder } : {}),
    ...(resume ? { resume } : {}),
    runsFolder: shared.runs,
    open: () => {
      if (resume !== undefined) return goOn(prepared, resume, papers, shared.durability);
      return createRun({
        runsFolder: shared.runs,
        configName: ablation.name,
        seed: ablation.seeds[0] ?? 0,
        digest8,
        clock: systemClock,
        ...papers,
        durability: shared.durability,
        ...(runId === undefined ? {} : { runId }),
      });
    },
  };
}

async function measureAll(
  prepared: PreparedAblation,
  run: Run,
  cells: Map<string, CellResult>,
): Promise<void> {
  const outcomes = new Map<string, Promise<CellOutcome>>();
  const failures: unknown[] = [];
  const measure = async (cell: PlannedCell): Promise<void> => {
    announce(prepared, cell);
    const outcome = measurePlanned(prepared, cell, outcomes);
    outcomes.set(cell.id, outcome);
    try {
      const measured = await outcome;
      cells.set(cell.id, measured.result);
      prepared.record({ type: 'cell-end', cell: cell.id, reason: null });
      writeCellPlan(prepared, run, cell, measured);
    } catch (error) {
      const missing = missingCell(cell, error, prepared.signal);
      cells.set(cell.id, missing);
      prepared.record({ type: 'cell-end', cell: cell.id, reason: missing.reason });
      if (stopsAll(error) || prepared.signal?.aborted) throw error;
      failures.push(error);
    }
    run.journal.flush();
  };
  const planned = planCells(prepared);
  // The calls of all cells share one limit; no more cells are open than calls may be in flight.
  await mapConcurrently(planned, prepared.executor.inFlight(), measure);
  if (failures.length === planned.length) throw failures[0];
}

/** Whether no other cell can do better: the budget is reached, or the server gone. */
function stopsAll(error: unknown): boolean {
  return error instanceof BudgetError || error instanceof OutageError;
}

/** Measures a cell once the plan that it follows is there: the cell that learns it stands earlier in the order. */
export async function measurePlanned(
  prepared: PreparedAblation,
  cell: PlannedCell,
  outcomes: ReadonlyMap<string, Promise<CellOutcome>>,
): Promise<CellOutcome> {
  return measureCell(prepared, cell, await givenPlan(prepared, cell, outcomes));
}

/** All cells in the order that they are begun in: arms that follow plans of others come after those. */
export function planCells({ experiments }: PreparedAblation): PlannedCell[] {
  const cells = experiments.flatMap(({ experiment, arms }) => {
    const followers = ([first]: readonly PreparedArm[]) => (first?.arm.planFrom === null ? 0 : 1);
    return [...arms]
      .sort((a, b) => followers(a) - followers(b))
      .flatMap((bySeed) =>
        bySeed.flatMap((prepared) =>
          prepared.tasks.taskTypes.map((instances) => ({
            id: cellId(experiment.name, prepared.arm.folder, prepared.config.seed, instances.taskType),
            experiment: experiment.name,
            prepared,
            instances,
          })),
        ),
      );
  });
  return cells.map((cell, order) => ({ ...cell, order }));
}

function announce(ablation: PreparedAblation, { id, experiment, prepared, instances }: PlannedCell): void {
  const { taskType } = instances;
  const { arm, config } = prepared;
  ablation.record({
    type: 'cell-start',
    cell: id,
    experiment,
    arm: arm.name,
    taskType,
    instancesAre: prepared.tasks.environment.instancesAre,
    seed: config.seed,
  });
}

/** The plan that a cell starts from or follows: another arm's, the user's, or none. */
async function givenPlan(
  { experiments }: PreparedAblation,
  { experiment, prepared, instances }: PlannedCell,
  outcomes: ReadonlyMap<string, Promise<CellOutcome>>,
): Promise<Plan> {
  const { arm, config, tasks } = prepared;
  if (arm.planFrom === null)
    return resolveInitialPlan(config.plan, tasks.environment.name, instances.taskType);
  const own = experiments.find((one) => one.experiment.name === experiment);
  const source = own?.experiment.arms.find(({ name }) => name === arm.planFrom);
  try {
    const id = cellId(experiment, source?.folder ?? '', config.seed, instances.taskType);
    const outcome = await outcomes.get(id);
    if (outcome) return outcome.plan;
  } catch (error) {
    if (stopsAll(error)) throw error;
  }
  throw new UsageError(`"${arm.planFrom}" has no plan for it`);
}

function missingCell(
  { prepared, instances }: PlannedCell,
  error: unknown,
  signal: AbortSignal | undefined,
): MissingCell {
  const reason =
    error instanceof BudgetError ? 'budget reached' : signal?.aborted ? 'interrupted' : messageOf(error);
  return { state: 'not-measured', taskType: instances.taskType, seed: prepared.config.seed, reason };
}

function writeCellPlan(
  ablation: PreparedAblation,
  run: Run,
  { experiment, prepared, instances }: PlannedCell,
  { plan, flags }: CellOutcome,
): void {
  const { arm, config } = prepared;
  if (!arm.train) return;
  const origin = planOrigin({ ...prepared, experiment: ablation.experiment }, instances);
  const suffix = ablation.ablation.seeds.length > 1 ? `_s${config.seed}` : '';
  run.writeText(
    `plans/${experiment}/${arm.folder}/${instances.taskType}${suffix}.md`,
    formatPlanFile(plan, describePlan(plan, origin, undefined, flags)),
  );
}
