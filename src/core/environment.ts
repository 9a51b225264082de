import type { MaybePromise } from '../util/maybe-promise.js';
import type { TaskInstance } from './task.js';

/** One form an action may take, as the agent reads it: `take {object} from {receptacle}`. */
export interface ActionForm {
  /** Literal words with `{slots}`; a slot stands for a name with its index, or for free text. */
  readonly form: string;
  readonly description: string;
  /** Other ways people say the same, with the same slots (`pick up {object} from {receptacle}`): for the formalizer. */
  readonly alsoSaid?: readonly string[];
}

/** What an agent is told about an environment before it starts. */
export interface Manual {
  readonly introduction: string;
  readonly actions: readonly ActionForm[];
  /** What the tasks of this type ask for, in general terms ("heat some object and put it in/on some receptacle"). */
  readonly task: string;
}

/** What the environment answers: to a reset, and to each action. */
export interface Turn {
  readonly observation: string;
  /** In [0, 1]; 1 means the goal is reached. */
  readonly reward: number;
  /** The task is over by its own rules (never by a step limit: that belongs to the loop). */
  readonly terminated: boolean;
}

/** One started task instance. */
export interface EnvironmentSession {
  /** The answer to the reset. */
  readonly initial: Turn;
  /**
   * Any text is a legal argument: a bad action is answered by an observation, never thrown. A world without input
   * and output answers at once; one that has to ask elsewhere answers with a promise, which rejects when it gets no
   * answer. The next step comes only after this one's answer.
   */
  step(action: string): MaybePromise<Turn>;
  /** Every action that would change or reveal something now, in the environment's own order. */
  admissibleActions(): readonly string[];
  /**
   * How well it went so far, where the reward does not say it all: the scores that the environment declares, each in
   * [0, 1]. Read once, when the episode is over.
   */
  scores?(): Readonly<Record<string, number>>;
  /** Called once when the episode is over, however it ended: frees what the session holds, and must not throw. */
  close?(): void;
}

/** A session of a world without input and output. */
export interface ImmediateSession extends EnvironmentSession {
  step(action: string): Turn;
}

/** Values of a score: `binary` is 0 or 1 for each instance, `graded` anything in [0, 1]. */
export type ScoreKind = 'binary' | 'graded';

/**
 * One text world. `start` is deterministic in the instance. `Started` is what it gives: a session, or the promise of one
 * in a world that has to ask elsewhere.
 */
export interface Environment<
  Started extends MaybePromise<EnvironmentSession> = MaybePromise<EnvironmentSession>,
> {
  readonly name: string;
  /** What people call its instances, in the plural. */
  readonly instancesAre: 'games' | 'questions';
  /** Changes whenever the same actions would give another observation. */
  readonly version: string;
  /** Actions allowed per episode unless the config says otherwise. */
  readonly maxSteps: number;
  manual(instance: TaskInstance): Manual;
  /** Throws, or rejects with, a UsageError when the setup is not one of this environment's. */
  start(instance: TaskInstance): Started;
  /**
   * What a teacher may say of an instance after an episode in training, the answer included; absent where there is
   * nothing to say. No agent is ever shown it. Throws a UsageError as `start` does.
   */
  lesson?(instance: TaskInstance): string;
  /** The scores that its sessions give, by name; absent where they give none. */
  readonly scores?: Readonly<Record<string, ScoreKind>>;
  /** In a world whose tasks end with an answer in words: what judges and annotators compare. */
  readonly answers?: Answers;
  /** Whether some sequence of actions reaches the goal; absent where the world cannot tell. */
  isSolvable?(instance: TaskInstance): boolean;
}

/** The answers of a world. */
export interface Answers {
  /** The right answer. No agent is ever shown it. Throws a UsageError as `start` does. */
  expected(instance: TaskInstance): string;
  /** The answer that the actions of an episode gave; null where they gave none. */
  given(actions: readonly string[]): string | null;
}
