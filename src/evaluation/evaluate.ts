/** A frozen plan on a set of instances: the same loop as in training, without reflection (paper section 3.2.3). */
import type { Answers } from '../core/environment.js';
import type { Episode } from '../core/episode.js';
import type { EventSink, Phase } from '../core/event.js';
import { addSpend, noSpend, type Spend } from '../core/model.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { mapConcurrently } from '../util/map-concurrently.js';
import { type InstanceResult, summarizeTrials } from './instance-result.js';
import type { JudgedAnswer, Judgement } from './judge.js';
import { type MeasuredRate, measureResults, type ScoreKinds } from './measure-results.js';

/** A plan measured on instances. */
export interface Evaluation extends MeasuredRate {
  readonly planId: string;
  /** In the order of the instances given. */
  readonly results: readonly InstanceResult[];
  /** Of the episodes. */
  readonly spend: Spend;
  /** Of judging their answers; absent where none are judged. */
  readonly judging?: Spend;
}

/** What an evaluation needs. */
export interface EvaluationTask {
  readonly plan: Plan;
  readonly taskType: string;
  readonly phase: Phase;
  readonly instances: readonly TaskInstance[];
  /** Episodes open at a time. */
  readonly concurrency: number;
  /** Plays an instance, in as many trials as the agent takes. */
  readonly rollout: (instance: TaskInstance) => Promise<readonly Episode[]>;
  readonly emit: EventSink;
  /** The world's answers, where it has any: results hold them. */
  readonly answers?: Answers | undefined;
  /** Kinds of the world's scores. */
  readonly scoreKinds?: ScoreKinds | undefined;
  /** Judges an answer, where answers are to be judged: results hold the score `judge`. */
  readonly judge?: ((instance: TaskInstance, judged: JudgedAnswer) => Promise<Judgement>) | undefined;
}

/** Plays every instance once. The result does not depend on which episode ends first. */
export async function evaluate(task: EvaluationTask): Promise<Evaluation> {
  const { plan, taskType, phase, instances, emit, judge, scoreKinds = {} } = task;
  emit({ type: 'evaluation-start', taskType, phase, planId: plan.id, instances: instances.length });
  const played = await mapConcurrently(instances, task.concurrency, (instance) => play(task, instance));
  const results = played.map((entry) => entry.result);
  const evaluation: Evaluation = {
    planId: plan.id,
    ...measureResults(results, judge ? { ...scoreKinds, judge: 'binary' } : scoreKinds),
    results,
    spend: played.reduce((sum, entry) => addSpend(sum, entry.spend), noSpend),
    ...(judge ? { judging: played.reduce((sum, entry) => addSpend(sum, entry.judging), noSpend) } : {}),
  };
  const { successes, errors } = evaluation;
  emit({
    type: 'evaluation-end',
    taskType,
    phase,
    planId: plan.id,
    successes,
    episodes: instances.length,
    errors,
  });
  return evaluation;
}

async function play({ rollout, answers, judge }: EvaluationTask, instance: TaskInstance) {
  const trials = await rollout(instance);
  const spend = trials.reduce((sum, episode) => addSpend(sum, episode.spend), noSpend);
  const result = summarizeTrials(instance, trials, answers);
  const judged = judge ? await judgeResult(result, instance, judge) : { result, judging: noSpend };
  return { ...judged, spend };
}

/** An instance that ended in an error is not judged. */
async function judgeResult(
  result: InstanceResult,
  instance: TaskInstance,
  judge: NonNullable<EvaluationTask['judge']>,
): Promise<{ readonly result: InstanceResult; readonly judging: Spend }> {
  const { outcome, answer, expected = '', scores } = result;
  if (outcome.kind === 'error') return { result, judging: noSpend };
  const known = judgeWithoutAsking(result);
  if (known !== null) return { result: { ...result, scores: { ...scores, judge: known } }, judging: noSpend };
  const judged = { question: instance.goal, expected, answer: answer ?? '' };
  const { votes, score, error = 'no majority', spend: judging } = await judge(instance, judged);
  const found =
    score === null ? { missingScores: { judge: error } } : { scores: { ...scores, judge: score } };
  return { result: { ...result, ...found, votes }, judging };
}

/**
 * What needs no judge: no answer or an empty one is wrong, an instance that is won by the world's own rules (an exact
 * match) is right. Null where only a judge can tell.
 */
function judgeWithoutAsking({ outcome, answer }: InstanceResult): 0 | 1 | null {
  if (outcome.kind === 'success') return 1;
  return answer === null || answer === undefined || answer.trim() === '' ? 0 : null;
}
