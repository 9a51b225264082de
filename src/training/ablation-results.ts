/** Results of an ablation as plain data: equal for equal settings, with no time and no path in it. */
import type { Environment } from '../core/environment.js';
import type { Usage } from '../core/model.js';
import type { Headline, MeasuredRate } from '../evaluation/index.js';
import type { AblationAnalysis } from './ablation-analysis.js';
import type {
  EvaluationSummary,
  IterationSummary,
  PlanSummary,
  SelectionSummary,
  SpendSummary,
} from './summarize-results.js';

/** What a paper reports of a method; what is absent it does not report. */
export interface PaperNumbers {
  /** Success or accuracy in percent by task type, or `all`. */
  readonly success?: Readonly<Record<string, number>>;
  /** US$ per instance. */
  readonly trainingUsd?: number;
  readonly inferenceUsd?: number;
}

/** Whose numbers they are, and of which model. */
export interface PaperSource {
  readonly model: string;
  readonly source: string;
  readonly note?: string;
}

/** An arm on one task type with one seed: the unit that arms are compared in. */
export type CellResult = MeasuredCell | MissingCell;

/** A cell that came to its end. */
export interface MeasuredCell {
  readonly state: 'measured';
  readonly taskType: string;
  readonly seed: number;
  /** The plan that was followed; its text is empty for none. */
  readonly plan: PlanSummary;
  /** Null where the arm learns no plan. */
  readonly training: CellTraining | null;
  readonly heldOut: EvaluationSummary;
  /**
   * The plan after each iteration on the same instances, from iteration 0, which is before the first. Empty where only
   * the last plan is measured, or none is learned.
   */
  readonly curve: readonly CellPoint[];
  /** Spend of the last plan's held-out episodes, and of judging their answers. */
  readonly inference: SpendSummary;
  readonly judging: SpendSummary;
}

/** A plan on the held-out instances while it was being learned. */
export interface CellPoint {
  /** Iterations that were over. */
  readonly iteration: number;
  readonly planId: string;
  readonly heldOut: EvaluationSummary;
}

/** How a cell's plan was learned. */
export interface CellTraining {
  readonly episodes: number;
  readonly iterations: readonly IterationSummary[];
  /** How the final plan was chosen; absent where it is the last one. */
  readonly selection?: SelectionSummary;
  /** Episodes played to measure plans while learning; absent where none were. */
  readonly validationEpisodes?: number;
  /** Spend of episodes, reflections, updates and validation. */
  readonly spend: SpendSummary;
}

/** A cell that was not measured. */
export interface MissingCell {
  readonly state: 'not-measured';
  readonly taskType: string;
  readonly seed: number;
  readonly reason: string;
}

/** What a part of the work spent per instance. */
export interface InstanceCost {
  readonly instances: number;
  /** Per instance, prompt and completion together. */
  readonly tokens: number;
  readonly calls: number;
  /** Of inference: model calls for each step of the agent; null of other work, and where no step was taken. */
  readonly callsPerStep: number | null;
  /** US$ per instance; null where a model has no known price. */
  readonly usd: number | null;
  /** US$ per instance as if another model had been used; null where none is named. */
  readonly usdAs: number | null;
}

/** An arm's cells taken together. Null: not all cells that belong to it were measured. */
export interface ArmSummary {
  readonly taskTypes: Readonly<Record<string, MeasuredRate | null>>;
  readonly all: MeasuredRate | null;
  /** Null also where the arm learns no plan. */
  readonly training: InstanceCost | null;
  readonly inference: InstanceCost | null;
  /** Null also where nothing was judged. */
  readonly judging: InstanceCost | null;
}

/** An arm's results. */
export interface ArmResults extends ArmSummary {
  readonly name: string;
  readonly agent: string;
  readonly train: boolean;
  /** The arm whose learned plans it followed. */
  readonly planFrom: string | null;
  readonly paper: PaperNumbers | null;
  readonly cells: readonly CellResult[];
}

/** The results of all arms on one world. */
export interface ExperimentResults {
  readonly name: string;
  readonly title: string;
  /** `shipped`: it comes with planwright, so its instances are not the paper's. */
  readonly suite: { readonly name: string; readonly digest: string; readonly shipped: boolean };
  readonly environment: { readonly name: string; readonly version: string };
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly heldOutSplit: string;
  readonly instancesAre: Environment['instancesAre'];
  /** What arms are compared by. */
  readonly headline: Headline;
  /** Instances per task type, of the first seed. */
  readonly taskTypes: readonly {
    readonly taskType: string;
    readonly train: number;
    readonly heldOut: number;
    readonly unsolvable: number;
  }[];
  /** Settings of the world that are not the same for all arms, in words; absent where all are. */
  readonly worlds?: readonly string[];
  readonly arms: readonly ArmResults[];
  /** The arms by run. */
  readonly analysis: AblationAnalysis;
  readonly paperOnly: readonly { readonly name: string; readonly paper: PaperNumbers }[];
}

/** Everything that an ablation found. */
export interface AblationResults {
  readonly format: 'planwright-ablation/1';
  /** Name of the ablation with the digits of its settings. */
  readonly ablation: string;
  readonly outcome: string;
  readonly seeds: readonly number[];
  /** Whether plans were measured after each iteration, or only the last one. */
  readonly measure: 'last' | 'each-iteration';
  /** The model whose list price `usdAs` is worked out with. */
  readonly priceAs: string | null;
  readonly paper: PaperSource | null;
  readonly experiments: readonly ExperimentResults[];
  /** Of everything, also of what was not finished. */
  readonly spend: SpendSummary;
}

/** What tokens would cost, US$. */
export type PriceUsage = (usage: Usage) => number;
