/** The loop that all optimizers share: play a batch, propose an update, keep it or not; at the end choose a plan. */
import { type Episode, succeeded } from '../core/episode.js';
import type { Iteration, OptimizerContext } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import type { Selection, Verdict } from '../core/validation.js';
import { type Acceptance, acceptAlways } from './acceptance.js';
import { drawBatch } from './draw-batch.js';
import { type FurtherQuestion, type Job, playBatch, type ReflectionOptions, type Round } from './reflect.js';
import { type SelectionRule, selectLast } from './selection.js';

/** The slots that every optimizer has. */
export interface Slots {
  /** Whether an update is kept. */
  readonly acceptance: Acceptance;
  /** Which of the plans that were kept is final. */
  readonly selection: SelectionRule;
}

/** The paper's: every update is kept, the last plan is final. */
export const paperSlots: Slots = { acceptance: acceptAlways, selection: selectLast };

/** What an update asks for. The plan is that of the round, with the same id, where nothing changes. */
export type Proposal = Pick<Iteration, 'plan' | 'note' | 'edits'> & {
  /** The plan of the round where it is to go on: the same text, with what the batch has shown of it. */
  readonly incumbent: Plan;
};

/** What tells optimizers apart. */
export interface Method {
  readonly reflection: ReflectionOptions;
  /** Asked about each episode beside the revision. */
  readonly further?: FurtherQuestion;
  /** Makes the next plan from a batch; its iteration is that of the round plus 1. */
  readonly propose: (round: Round, jobs: readonly Job[]) => Promise<Proposal>;
  /** Told when a proposal was not kept. */
  readonly onRejected?: (proposal: Proposal, verdict: Verdict) => void;
}

/** Runs a method from the initial plan on. Rejects with what must stop the run; a bad rollout is data. */
export async function* iterate(
  context: OptimizerContext,
  method: Method,
  { acceptance, selection }: Slots,
): AsyncGenerator<Iteration, Selection | null> {
  let plan = context.initialPlan;
  const kept = new Map([[plan.id, plan]]);
  for (let index = 0; index < context.iterations; index++) {
    const iteration = await runIteration({ context, plan, index }, method, acceptance);
    plan = iteration.plan;
    kept.set(plan.id, plan);
    yield iteration;
  }
  const selected = await selection.select(context, [...kept.values()], context.iterations);
  if (selected !== null)
    context.emit({ type: 'plan-selected', taskType: context.taskType, selection: selected });
  return selected;
}

async function runIteration(round: Round, method: Method, acceptance: Acceptance): Promise<Iteration> {
  const { context, index } = round;
  const { taskType, emit } = context;
  const batch = drawBatch(context.instances, context.seed, context.batchSize, index);
  emit({
    type: 'iteration-start',
    taskType,
    iteration: index,
    instanceIds: batch.map((instance) => instance.id),
  });
  const jobs = await playBatch(round, batch, method.reflection, method.further);
  const proposal = await method.propose(round, jobs);
  const verdict = await judge(round, proposal, method, acceptance);
  const plan = verdict?.accepted === false ? proposal.incumbent : proposal.plan;
  const episodes = jobs.map((job) => job.episode);
  emit({ type: 'iteration-end', taskType, iteration: index, plan, ...countEpisodes(episodes) });
  return {
    iteration: index,
    episodes,
    reflections: jobs.flatMap((job) => (job.reflection ? [job.reflection] : [])),
    plan,
    ...(proposal.note === undefined ? {} : { note: proposal.note }),
    ...(verdict ? { verdict } : {}),
    ...(proposal.edits ? { edits: proposal.edits } : {}),
  };
}

/** A plan with the same text needs no judgement. */
async function judge(
  { context, index }: Round,
  proposal: Proposal,
  method: Method,
  acceptance: Acceptance,
): Promise<Verdict | null> {
  const { plan: candidate, incumbent } = proposal;
  if (candidate.id === incumbent.id) return null;
  const verdict = await acceptance.judge(context, { candidate, incumbent }, index);
  if (verdict === null) return null;
  context.emit({ type: 'update-judged', taskType: context.taskType, iteration: index, verdict });
  if (!verdict.accepted) method.onRejected?.(proposal, verdict);
  return verdict;
}

function countEpisodes(episodes: readonly Episode[]) {
  return {
    successes: episodes.filter(succeeded).length,
    episodes: episodes.length,
    errors: episodes.filter((episode) => episode.outcome.kind === 'error').length,
  };
}

/** No update, and why. */
export function keepPlan(plan: Plan, reason: string): Pick<Iteration, 'plan' | 'note'> {
  return { plan, note: `the plan stayed as it was: ${reason}` };
}
