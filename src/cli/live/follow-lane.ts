/** The state of one task type, or of one cell of an ablation, after an event. */
import type { Episode } from '../../core/episode.js';
import type { Phase, RunEvent } from '../../core/event.js';
import type { Plan } from '../../core/plan.js';
import type { Verdict } from '../../core/validation.js';
import { createPlan, diffPlans } from '../../plans/index.js';
import { wordsFor } from '../../report/index.js';
import { mcnemarExact, newcombePaired } from '../../stats/index.js';
import { addEpisode, addRow } from './board.js';
import { beginStage, boardOf, type ChangedLine, type Lane, type PlanLine, type Stage } from './run-state.js';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** The lane after an event that concerns it. */
export function followLane(lane: Lane, event: RunEvent): Lane {
  switch (event.type) {
    case 'run-start':
      return startLane(lane, event);
    case 'iteration-start':
      return { ...lane, stage: beginStage('learning', event.iteration, event.instanceIds.length) };
    case 'reflection-end':
      return addReflection(lane, event);
    case 'update-judged':
      return addVerdict(lane, event);
    case 'iteration-end':
      return endIteration(lane, event);
    case 'plan-selected':
      return { ...lane, final: event.selection.plan.id };
    case 'evaluation-start':
      return startEvaluation(lane, event);
    case 'evaluation-end':
      return { ...lane, measured: new Set(lane.measured).add(event.phase) };
    default:
      return lane;
  }
}

/** The lane after an episode of it. */
export function finishEpisode(lane: Lane, phase: Phase, episode: Episode): Lane {
  const { stage, meanwhile, boards } = lane;
  const name = boardOf[phase];
  const next = { ...lane, boards: { ...boards, [name]: addEpisode(boards[name], episode) } };
  return meanwhile !== null && meanwhile.kind === phase && stage.kind !== phase
    ? { ...next, meanwhile: countEpisode(meanwhile, episode) }
    : { ...next, stage: countEpisode(stage, episode) };
}

function countEpisode(stage: Stage, { outcome, trial }: Episode): Stage {
  return {
    ...stage,
    finished: stage.finished + (trial === 0 ? 1 : 0),
    won: stage.won + (outcome.kind === 'success' ? 1 : 0),
    errors: stage.errors + (outcome.kind === 'error' ? 1 : 0),
  };
}

function startLane(lane: Lane, event: EventOf<'run-start'>): Lane {
  const { initialPlan, iterations, heldOut, instancesAre } = event;
  const start = { ...planLine(initialPlan.id, 0, 'start'), isEmpty: initialPlan.text === '' };
  return {
    ...lane,
    words: wordsFor(instancesAre),
    iterations,
    heldOut,
    plan: initialPlan,
    plans: lane.plans.length > 0 ? lane.plans : [start],
  };
}

function planLine(id: string, update: number, fate: PlanLine['fate']): PlanLine {
  const none = { indecisive: false, difference: null, interval95: null, reason: '' };
  return { id, update, fate, ...none, added: 0, removed: 0, isEmpty: false };
}

function addReflection(lane: Lane, { reflection }: EventOf<'reflection-end'>): Lane {
  const { stage } = lane;
  if (stage.reflected.includes(reflection.instanceId)) return lane;
  return { ...lane, stage: { ...stage, reflected: [...stage.reflected, reflection.instanceId] } };
}

/** Less evidence than this does not decide: 1 in 20 of updates that change nothing would pass. */
const alpha = 0.05;

function addVerdict(lane: Lane, { iteration, verdict }: EventOf<'update-judged'>): Lane {
  const { candidate, accepted, reason, difference, better, worse, n } = verdict;
  const fate = accepted ? 'accepted' : 'rejected';
  const changed = compareTexts(lane, candidate, iteration + 1, !accepted);
  const line: PlanLine = {
    ...planLine(candidate.id, iteration + 1, fate),
    ...changed.counts,
    indecisive: n === 0 || mcnemarExact(better, worse) >= alpha,
    difference,
    interval95: intervalOf(verdict),
    reason,
  };
  return { ...lane, plans: [...lane.plans, line], change: changed.change };
}

/** Where scores are yes or no, the difference has an interval. */
function intervalOf({ n, better, worse, candidateMean }: Verdict): PlanLine['interval95'] {
  const both = Math.round((candidateMean ?? 0) * n) - better;
  const neither = n - both - better - worse;
  const isCount = Math.abs((candidateMean ?? 0) * n - (both + better)) < 1e-6;
  if (n === 0 || !isCount || both < 0 || neither < 0) return null;
  return newcombePaired({ both, onlyA: better, onlyB: worse, neither });
}

function endIteration(lane: Lane, event: EventOf<'iteration-end'>): Lane {
  const { plan, iteration, successes, episodes, errors } = event;
  const ended: Lane = {
    ...lane,
    plan,
    batches: [...lane.batches, { won: successes, n: episodes - errors, errors }],
    stage: { ...lane.stage, finished: lane.stage.size },
  };
  if (plan.id === lane.plan?.id || lane.plans.some(({ id }) => id === plan.id)) return ended;
  const changed = compareTexts(lane, plan, iteration + 1, false);
  const line = { ...planLine(plan.id, iteration + 1, 'kept'), ...changed.counts };
  return { ...ended, plans: [...lane.plans, line], change: changed.change };
}

/** Characters of a plan's line that are kept, and lines of a change: a screen has no room for more. */
const [longestText, mostLines] = [400, 100];

function compareTexts({ plan, stage }: Lane, next: Plan, update: number, rejected: boolean) {
  const before = plan ?? { ...next, text: '', steps: [] };
  const lines = diffPlans(withoutNumbers(before), withoutNumbers(next)).flatMap(
    ({ kind, text }): ChangedLine[] =>
      kind === 'same' || text === ''
        ? []
        : [{ kind, text: text.slice(0, longestText), from: originOf(next, text) }],
  );
  const count = (kind: ChangedLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return {
    counts: { added: count('added'), removed: count('removed') },
    change: { update, lines: lines.slice(0, mostLines), from: stage.reflected, rejected },
  };
}

/** The plan without step numbers, so that a step put in first does not change all others. */
function withoutNumbers({ id: _id, ...parts }: Plan): Plan {
  return createPlan({ ...parts, text: parts.text.replace(/^\s*\d+[.)]\s+/gm, '') });
}

/** A structured plan knows which episodes each of its steps was made from. */
function originOf({ steps = [] }: Plan, text: string): readonly string[] {
  const { episodes = [] } = steps.find((step) => step.text === text) ?? {};
  return episodes.map((id) => id.split('/').slice(2).join('/') || id);
}

const noPlan = createPlan({ text: '', iteration: 0, environment: '', taskType: '' }).id;

function startEvaluation(lane: Lane, event: EventOf<'evaluation-start'>): Lane {
  const { phase, planId, instances } = event;
  const name = boardOf[phase];
  const kind = phase === 'train' ? 'learning' : phase;
  const known = lane.plans.some(({ id }) => id === planId);
  const boards = { ...lane.boards, [name]: addRow(lane.boards[name], planId) };
  const measuring = new Map(lane.measuring).set(phase, planId);
  // Where no plan was chosen, the last one is final.
  const isLearning = lane.batches.length < lane.iterations;
  const isFinal = phase === 'held-out' && lane.iterations > 0 && !isLearning && planId === lane.plan?.id;
  const final = lane.final ?? (isFinal ? planId : null);
  const stages = beginMeasuring(lane, kind, instances, isLearning && name === 'heldOut');
  // The plan of an update that is being judged gets its line with the verdict.
  if (known || phase === 'validation') return { ...lane, final, ...stages, measuring, boards };
  const line = { ...planLine(planId, lane.plans.length, 'start'), isEmpty: planId === noPlan };
  return { ...lane, final, ...stages, measuring, boards, plans: [...lane.plans, line] };
}

/** What is measured beside something else does not take its place; plans that are measured so count together. */
function beginMeasuring(
  { stage, meanwhile }: Lane,
  kind: Stage['kind'],
  instances: number,
  beside: boolean,
): Pick<Lane, 'stage' | 'meanwhile'> {
  const { iteration, reflected } = stage;
  const goesOn = stage.finished < stage.size && stage.kind !== 'learning';
  if (goesOn && stage.kind === kind) return { stage: { ...stage, size: stage.size + instances }, meanwhile };
  if (!beside && !goesOn)
    return { stage: { ...beginStage(kind, iteration, instances), reflected }, meanwhile };
  const before = meanwhile?.kind === kind ? meanwhile : beginStage(kind, iteration, 0);
  return { stage, meanwhile: { ...before, size: before.size + instances } };
}
