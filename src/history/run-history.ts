/** What a run folder says, as plain data: of runs that are over, going on, cut off, half written or not ours at all. */
import type { Environment } from '../core/environment.js';
import type { Outcome } from '../core/episode.js';
import type { Phase } from '../core/event.js';
import type { Plan } from '../core/plan.js';
import type { Comparison, Headline } from '../evaluation/index.js';
import type { PlanCertificate } from '../plans/index.js';
import type { AblationResults, PlaySummary, SpendEstimate, TransferResults } from '../training/index.js';
import type { CostHistory } from './cost-history.js';
import type { EpisodeTable, ReadEpisode } from './episode-table.js';
import type { PlanRef } from './plan-ref.js';
import type { ReadIteration, TrainingHistory } from './training-history.js';
import type { TroubleHistory } from './trouble-history.js';

/** What a run does; `unknown` where its folder does not say. */
export type HistoryKind = 'training' | 'evaluation' | 'ablation' | 'transfer' | 'certificate' | 'unknown';

/**
 * How far a run is. `running`: a process holds its lock now. `cut-off`: its journal has no end, and nobody is working on
 * it. `unreadable`: there is no journal that can be read.
 */
export type HistoryState =
  | 'running'
  | 'finished'
  | 'budget-reached'
  | 'outage'
  | 'interrupted'
  | 'failed'
  | 'cut-off'
  | 'unreadable';

/** A run in short, from its small files and the ends of its journal: for lists of many runs. */
export interface RunSummary {
  /** Name of the folder. */
  readonly id: string;
  /** Path of the folder as it was given. */
  readonly folder: string;
  readonly kind: HistoryKind;
  readonly state: HistoryState;
  /** Why it ended early, in the run's own words; null where it did not, or nothing is said. */
  readonly message: string | null;
  /** Whether a simulated model played; null where that is not recorded. */
  readonly simulated: boolean | null;
  /** Models in the order agent, reflection, update and so on, each once. */
  readonly models: readonly string[];
  readonly taskTypes: readonly string[];
  readonly seed: number | null;
  readonly suite: { readonly name: string; readonly digest: string } | null;
  readonly environment: { readonly name: string; readonly version: string } | null;
  readonly agent: string | null;
  readonly optimizer: string | null;
  /** Version of planwright that began the run. */
  readonly tool: string | null;
  /** When it began, milliseconds since 1970-01-01 UTC, from the folder's name; null where that does not say. */
  readonly startedAt: number | null;
  /** Effect over all task types as `results.json` has it; null where it is not measured, or not yet. */
  readonly effect: Effect | null;
  /** What could not be read, each in a sentence; empty where all could. */
  readonly problems: readonly string[];
}

/** A share of instances, or a mean score. */
export interface MeasuredShare {
  readonly n: number;
  /** Absent for a graded score. */
  readonly successes?: number;
  /** In [0, 1]; null without any. */
  readonly mean: number | null;
  /** 95 %; null where it is not known. */
  readonly interval95: readonly [number, number] | null;
  readonly errors: number;
}

/** What a plan did against its baseline on the same instances. */
export interface Effect {
  readonly headline: Headline;
  readonly plan: MeasuredShare;
  /** Null where no baseline was measured. */
  readonly baseline: MeasuredShare | null;
  /** Paired; null without a baseline. */
  readonly comparison: Comparison | null;
  /** 95 % interval of the difference, in [-1, 1] (Newcombe's, or that of a t test); null where it is not known. */
  readonly difference95: readonly [number, number] | null;
}

/** A plan that was, or is being, measured on instances. */
export interface EvaluationHistory {
  /** Its place in `evaluations`. */
  readonly index: number;
  /** Null outside of ablations. */
  readonly cell: string | null;
  readonly taskType: string;
  readonly phase: Phase;
  /** What validation was for, for example `update-1` or `selection`; null for other phases. */
  readonly label: string | null;
  readonly planId: string;
  /** Plays that are to be made. */
  readonly planned: number;
  /** Plays that have ended, errors included; and how. */
  readonly played: number;
  readonly successes: number;
  readonly errors: number;
  readonly ended: boolean;
}

/** How one instance went under one plan: its last trial. */
export interface Play {
  readonly instanceId: string;
  /** Number of the play of this instance, from 0: evaluations may play each several times. */
  readonly repeat: number;
  readonly episodeId: string;
  /** Row in `episodes`. */
  readonly row: number;
  readonly outcome: Outcome['kind'];
  /** By the headline, in [0, 1]; null after an error, or where there is no score. */
  readonly value: number | null;
  readonly steps: number;
}

/** How one instance changed between two plans. */
export interface PairedPlay {
  readonly instanceId: string;
  readonly before: Play | null;
  readonly after: Play | null;
  /** `incomparable`: one of them is missing or ended in an error. */
  readonly change: 'won' | 'lost' | 'same' | 'incomparable';
}

/** Two plans that were measured on the same instances. */
export interface PairedPlans {
  readonly cell: string | null;
  readonly taskType: string;
  /** `effect`: the last plan against the first. `flips`: two plans that followed one another. */
  readonly role: 'effect' | 'flips';
  readonly before: PlanRef;
  readonly after: PlanRef;
  /** Indexes in `evaluations`. */
  readonly evaluations: readonly [before: number, after: number];
}

/** One task type's effect in a training or a certificate, or one cell's. */
export interface EffectOfType extends Effect {
  readonly cell: string | null;
  readonly taskType: string;
  /** Whether both evaluations have ended: before that the numbers are of what there is. */
  readonly complete: boolean;
}

/** Everything that a run folder says. Large parts are read when they are asked for. */
export interface RunHistory extends RunSummary {
  readonly instancesAre: Environment['instancesAre'];
  readonly headline: Headline;
  /** Split that plans are measured on; null where that is not recorded. */
  readonly split: string | null;
  /** One for each task type, in order of their beginning; in an ablation one for each cell that learns. */
  readonly trainings: readonly TrainingHistory[];
  readonly evaluations: readonly EvaluationHistory[];
  /** By task type or cell, from the episodes; `judge` scores come from `results.json`. */
  readonly effects: readonly EffectOfType[];
  readonly pairs: readonly PairedPlans[];
  /** Of a certification that came to its end. */
  readonly certificate: PlanCertificate | null;
  /** Of an ablation, what `results.json` says; null until it is written. */
  readonly ablation: AblationResults | null;
  /** The same of a transfer. */
  readonly transfer: TransferResults | null;
  readonly cost: CostHistory;
  /** What it was expected to use, where that was estimated before it began; null where it was not. */
  readonly estimate: SpendEstimate | null;
  /** Actions by who put them into form. */
  readonly formalizer: Readonly<Record<'grammar' | 'model' | 'none', number>>;
  /** What playing took, over all episodes that have ended. */
  readonly playing: PlaySummary;
  readonly trouble: TroubleHistory;
  readonly episodes: EpisodeTable;
  readonly journal: JournalState;
  /** All plays of an evaluation, in order of instance id. Made anew on each call. */
  playsOf(evaluation: number): readonly Play[];
  /** The two plans instance by instance, in order of instance id. */
  comparePlays(pair: PairedPlans): readonly PairedPlay[];
  /** One episode by its id, turn by turn, from its place in the journal. Never throws. */
  readEpisode(id: string): ReadEpisode;
  /** One iteration in full: plans, reflections, verdict. Never throws. */
  readIteration(training: TrainingHistory, iteration: number): ReadIteration;
  /** The text and steps of a plan that the run made or began with; null where it can not be read. */
  readPlan(ref: Pick<PlanRef, 'id'>, training?: TrainingHistory): Plan | null;
  /** Paths in the folder of further files for people: figures, tables, plans. */
  readonly files: readonly string[];
  /** The text of one of `files`; null where it can not be read. Nothing outside of the folder is ever read. */
  readFile(path: string): string | null;
  /** The run as it is now: itself where nothing has changed. What was read before is not read again. */
  refresh(): Promise<RunHistory>;
}

/** How much of the journal there is. */
export interface JournalState {
  /** Bytes of whole records. */
  readonly bytes: number;
  readonly records: number;
  /** What is wrong with the first line that is not whole, in words; null where all are. */
  readonly damage: string | null;
  /** Bytes that had to be scanned; the rest was known from the run's own index. */
  readonly scanned: number;
}
