import type { AgentContext } from './agent.js';
import type { Episode, Reflection } from './episode.js';
import type { EventSink } from './event.js';
import type { ChatMessage, ChatModel } from './model.js';
import type { Plan } from './plan.js';
import type { TaskInstance } from './task.js';
import type { Selection, ValidationScore, Verdict } from './validation.js';

/** What an optimizer is given: functions and values, never an environment or an agent. */
export interface OptimizerContext {
  readonly taskType: string;
  /** Training instances of this task type. */
  readonly instances: readonly TaskInstance[];
  readonly initialPlan: Plan;
  readonly seed: number;
  readonly batchSize: number;
  readonly iterations: number;
  /** Plays one training instance under a plan. */
  readonly rollout: (instance: TaskInstance, plan: Plan, iteration: number) => Promise<Episode>;
  /** Instances to measure plans on while learning; absent where none are set aside. */
  readonly validation?: ValidationSplit;
  /** The conversation of a finished episode, to be continued by reflection. */
  readonly conversation: (episode: Episode, plan: Plan) => readonly ChatMessage[];
  /** What a teacher says of a training instance once its episode is over; absent in a world that has no lessons. */
  readonly lesson?: (instanceId: string) => string;
  /**
   * The right answer to a training instance, so that it can be kept out of plans; absent in a world without answers.
   * It is for comparing words with; no model is told it.
   */
  readonly answer?: (instanceId: string) => string;
  /** What the agent was told: rules and the task in general terms. */
  readonly manual: AgentContext['manual'];
  /** The model for reflection and updates, in the given seed scope. */
  readonly model: (scope: string) => ChatModel;
  readonly emit: EventSink;
}

/** Instances that are neither trained on nor held out, and what measures a plan on them. */
export interface ValidationSplit {
  readonly instances: readonly TaskInstance[];
  /**
   * Plays instances once each under a frozen plan. Plans that are measured under one label draw the same seeds, so
   * that they can be compared as pairs. Scores stand in the order of the instances.
   */
  readonly validate: (
    plan: Plan,
    instances: readonly TaskInstance[],
    label: string,
  ) => Promise<readonly ValidationScore[]>;
}

/** An edit of a structured plan that an update asked for. */
export interface EditRecord {
  /** In words, for example `replace s3: "Open it."` */
  readonly edit: string;
  /** Whether the update's plan has it. */
  readonly applied: boolean;
  /** Why it was refused; absent where it was applied. */
  readonly reason?: string;
}

/** One iteration: the batch's episodes and reflections in order of instance id, and the plan that came out. */
export interface Iteration {
  readonly iteration: number;
  readonly episodes: readonly Episode[];
  readonly reflections: readonly Reflection[];
  readonly plan: Plan;
  /** What went wrong, in words: reflections that failed, or why the plan stayed as it was. */
  readonly note?: string;
  /** Whether the update was kept, where it was measured. */
  readonly verdict?: Verdict;
  /** Of an optimizer that edits: every edit of the update, in the order given. */
  readonly edits?: readonly EditRecord[];
}

/** A way to improve a plan: yields one iteration after another. The last plan is final unless it returns a selection. */
export interface Optimizer {
  readonly name: string;
  // biome-ignore lint/suspicious/noConfusingVoidType: a generator without a return statement returns void
  optimize(context: OptimizerContext): AsyncGenerator<Iteration, Selection | null | void>;
}
