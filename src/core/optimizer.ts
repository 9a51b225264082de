import type { AgentContext } from './agent.js';
import type { Episode, Reflection } from './episode.js';
import type { EventSink } from './event.js';
import type { ChatMessage, ChatModel } from './model.js';
import type { Plan } from './plan.js';
import type { TaskInstance } from './task.js';

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
  /** The conversation of a finished episode, to be continued by reflection. */
  readonly conversation: (episode: Episode, plan: Plan) => readonly ChatMessage[];
  /** What a teacher says of a training instance once its episode is over; absent in a world that has no lessons. */
  readonly lesson?: (instanceId: string) => string;
  /** What the agent was told: rules and the task in general terms. */
  readonly manual: AgentContext['manual'];
  /** The model for reflection and updates, in the given seed scope. */
  readonly model: (scope: string) => ChatModel;
  readonly emit: EventSink;
}

/** One iteration: the batch's episodes and reflections in order of instance id, and the plan that came out. */
export interface Iteration {
  readonly iteration: number;
  readonly episodes: readonly Episode[];
  readonly reflections: readonly Reflection[];
  readonly plan: Plan;
  /** What went wrong, in words: reflections that failed, or why the plan stayed as it was. */
  readonly note?: string;
}

/** A way to improve a plan: yields one iteration after another. */
export interface Optimizer {
  readonly name: string;
  optimize(context: OptimizerContext): AsyncGenerator<Iteration>;
}
