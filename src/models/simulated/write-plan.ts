/**
 * Writes a new plan: weighs what the reports of the jobs claim, with what the current plan says, and fills what
 * stays open from belief, minus what was refuted. The order of the jobs makes no difference.
 */
import { hash53 } from '../../util/hash.js';
import { applianceBeliefs, applianceLikeness } from './beliefs.js';
import { type Claim, claimKey, readClaims } from './claims.js';
import type { Effect } from './lexicon.js';
import type { SimulatedProfile } from './profiles.js';
import { type Goal, readGoal } from './read-goal.js';
import { isEffect } from './read-log.js';
import { type Directives, readPlan } from './read-plan.js';

/** What a new plan is made from. */
export interface PlanRequest {
  readonly jobs: readonly string[];
  readonly currentPlan: string;
  readonly placing: 'move' | 'put';
  readonly profile: SimulatedProfile;
  /** Labels the draws; the same for the same seed and sampling. */
  readonly seed: string;
}

/** Weight of each claim over all jobs and the current plan. */
type Evidence = ReadonlyMap<string, { readonly claim: Claim; readonly weight: number }>;

/** The new plan as numbered steps. */
export function writePlan(request: PlanRequest): string {
  const goals = request.jobs.map((job) => readGoal(goalLine(job))).filter((goal) => goal !== null);
  const kind = mostCommon(goals.map((goal) => goal.kind)) ?? 'pick';
  const jobs = [...request.jobs].map(withoutNumber).sort();
  const drawn = createDraw(request.seed, jobs);
  const evidence = weigh(jobs, request, drawn);
  const current = readPlan(request.currentPlan, knownTypes(evidence));
  const steps = [
    ...searchSteps(evidence, current, request, drawn),
    ...takeSteps(evidence, current, kind),
    ...(isEffect(kind) ? changeSteps(kind, evidence, current, request, drawn) : []),
    ...(kind === 'light'
      ? lightSteps(evidence, current, goals)
      : deliverSteps(evidence, current, request, drawn)),
    ...(kind === 'two'
      ? ['Do the same for the second object: look for it, take it, and put it in the same place.']
      : []),
  ];
  return steps.map((step, i) => `${i + 1}. ${step}`).join('\n');
}

type Draw = (label: string) => number;

function createDraw(seed: string, jobs: readonly string[]): Draw {
  const base = hash53([seed, ...jobs].join('\u001f'));
  return (label) => hash53(`${base}\u001f${label}`) / 0x20000000000000;
}

function goalLine(job: string): string {
  return job.split('\n').slice(0, 3).join(' ');
}

/** A report without its number, so that its place among the others says nothing. */
function withoutNumber(job: string): string {
  return job.trim().replace(/^([ \t#*]*[a-z]+\s*#?)\d+/i, '$1');
}

/** Each claim of each job counts when it is noticed. */
function weigh(jobs: readonly string[], request: PlanRequest, drawn: Draw): Evidence {
  const evidence = new Map<string, { claim: Claim; weight: number }>();
  for (const job of jobs) {
    for (const claim of readClaims(job)) {
      const key = claimKey(claim);
      if (drawn(`${job}\u001f${key}`) >= request.profile.insight) continue;
      evidence.set(key, { claim, weight: (evidence.get(key)?.weight ?? 0) + 1 });
    }
  }
  return evidence;
}

function knownTypes(evidence: Evidence): string[] {
  return imaginableTypes(
    [...evidence.values()].flatMap(({ claim }) => ('type' in claim ? [claim.type] : [])),
  );
}

/** Kinds of furniture that a reader knows by name. */
export const furniture: readonly string[] =
  'armchair bathtubbasin bed cabinet cart coffeetable countertop desk diningtable drawer dresser garbagecan handtowelholder laundryhamper ottoman safe shelf sidetable sofa toilet toiletpaperhanger towelholder tvstand'.split(
    ' ',
  );

function weightOf(evidence: Evidence, kind: Claim['kind']): number {
  return [...evidence.values()].reduce(
    (sum, { claim, weight }) => sum + (claim.kind === kind ? weight : 0),
    0,
  );
}

function searchSteps(evidence: Evidence, current: Directives, request: PlanRequest, drawn: Draw): string[] {
  const scores = new Map<string, number>();
  for (const [rank, type] of current.lookFirst.entries()) scores.set(type, 0.9 / (1 + 0.2 * rank));
  for (const { claim, weight } of evidence.values()) {
    if (claim.kind === 'found') scores.set(claim.type, (scores.get(claim.type) ?? 0) + weight);
  }
  const order = [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([type]) => type);
  const first = order.slice(0, 6).map((type) => particular(type, request, drawn));
  const once = weightOf(evidence, 'once') > 0 || current.checkOnce;
  const where = first.length > 0 ? `Look first at: ${first.join(', ')}.` : 'Begin with the likely places.';
  return [
    `Look for the object: go to {receptacle}. ${where}${once ? ' Search one place after another, each only once.' : ''}`,
    ...(opensClosed(evidence, current)
      ? ['When a place is closed, open it (open {receptacle}) before you go on.']
      : []),
  ];
}

/** Now and then a number slips in, which belongs to one job only. */
function particular(type: string, { profile }: PlanRequest, drawn: Draw): string {
  return drawn(`particular ${type}`) < profile.generalisation ? type : `${type} 1`;
}

function opensClosed(evidence: Evidence, current: Directives): boolean {
  return current.openClosed || weightOf(evidence, 'open') > 0;
}

function takeSteps(evidence: Evidence, current: Directives, kind: Goal['kind']): string[] {
  const one = current.oneAtATime || weightOf(evidence, 'one-at-a-time') > 0;
  const carry = one || kind !== 'two' ? '' : ' Carry both.';
  return [
    `When you see the object, take it: take {object} from {receptacle}.${one ? ' Only one can be carried at a time.' : carry}`,
  ];
}

function changeSteps(
  effect: Effect,
  evidence: Evidence,
  current: Directives,
  request: PlanRequest,
  drawn: Draw,
): string[] {
  const refuted = refutedTypes(effect, evidence, current);
  const proven = provenType(effect, evidence, current, refuted);
  const guess = proven ?? guessType(effect, evidence, refuted);
  const avoid = refuted.filter((type) => type !== proven);
  const warning =
    avoid.length > 0 ? [`Do not ${effect} with: ${avoid.join(', ')}. They cannot ${effect}.`] : [];
  if (!guess) return [`Try what else there is in turn until something can ${effect} the object.`, ...warning];
  const held = weightOf(evidence, 'hold') > 0 || current.insert === false;
  const inside = !held && drawn('insert') < request.profile.householdLogic;
  const action = `${effect} {object} with the ${guess}${held ? ', while you still carry it' : ''}`;
  return [
    `Go to the ${guess}.`,
    ...(inside ? [`Put the object into the ${guess} and close it.`] : []),
    proven ? `${capital(effect)} the object: ${action}.` : `Try to ${effect} the object there: ${action}.`,
    ...warning,
  ];
}

function refutedTypes(effect: Effect, evidence: Evidence, current: Directives): string[] {
  const scores = new Map(current.avoid[effect].map((type) => [type, 1]));
  const add = (type: string, weight: number) => scores.set(type, (scores.get(type) ?? 0) + weight);
  for (const { claim, weight } of evidence.values()) {
    if (!('effect' in claim) || claim.effect !== effect) continue;
    if (claim.kind === 'works') add(claim.type, -1.5 * weight);
    else if (claim.sure) add(claim.type, weight);
  }
  return [...scores]
    .filter(([, score]) => score >= 0.8)
    .map(([type]) => type)
    .sort();
}

/** The first guess: common sense, less where attempts failed for no stated cause, which rule nothing out. */
function guessType(effect: Effect, evidence: Evidence, refuted: readonly string[]): string | undefined {
  const score = ([type, weight]: readonly [string, number]) =>
    weight - 0.25 * doubtAbout(type, effect, evidence);
  const isAbsent = (type: string) => evidence.has(claimKey({ kind: 'absent', type }));
  const believed = Object.entries(applianceBeliefs[effect]).filter(
    ([type]) => !refuted.includes(type) && !isAbsent(type),
  );
  return believed.sort((a, b) => score(b) - score(a))[0]?.[0];
}

/** Reports of a failure with no stated cause. */
function doubtAbout(type: string, effect: Effect, evidence: Evidence): number {
  return evidence.get(claimKey({ kind: 'fails', effect, type, sure: false }))?.weight ?? 0;
}

/** The type that the reports, or the current plan, say does it; what the plan only tries does not count. */
function provenType(
  effect: Effect,
  evidence: Evidence,
  current: Directives,
  refuted: readonly string[],
): string | undefined {
  const scores = new Map<string, number>();
  const add = (type: string, weight: number) => scores.set(type, (scores.get(type) ?? 0) + weight);
  if (!current.tentative) for (const type of current.appliance[effect].slice(0, 1)) add(type, 0.9);
  for (const { claim, weight } of evidence.values()) {
    if (claim.kind === 'works' && claim.effect === effect) add(claim.type, weight);
  }
  const certain = (type: string, score: number) => score - 0.25 * doubtAbout(type, effect, evidence) > 0.5;
  const ranked = [...scores].filter(([type, score]) => certain(type, score) && !refuted.includes(type));
  return ranked.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0];
}

function deliverSteps(evidence: Evidence, current: Directives, request: PlanRequest, drawn: Draw): string[] {
  const open = opensClosed(evidence, current) ? ' (open it if it is closed)' : '';
  const put =
    request.placing === 'move' ? 'move {object} to {receptacle}' : 'put {object} in/on {receptacle}';
  const verb =
    drawn('deliver') < 0.5
      ? 'Bring the object to the place that the job names'
      : 'Go to the target place of the job';
  return [`${verb}${open} and put it there: ${put}.`];
}

function lightSteps(evidence: Evidence, current: Directives, goals: readonly Goal[]): string[] {
  const lamp = mostCommon(goals.map((goal) => goal.target)) ?? 'lamp';
  const use = current.useLamp || weightOf(evidence, 'use-lamp') > 0;
  const place = `Carry the object to the place where the ${lamp} stands.`;
  return use
    ? [place, `Use the lamp: use {object} with the name of the ${lamp}.`]
    : [place, `Examine the object in the light of the ${lamp}.`];
}

function mostCommon<T>(items: readonly T[]): T | undefined {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (String(a) < String(b) ? -1 : 1))[0]?.[0];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Types that a plan or a room makes a reader think of. */
export function imaginableTypes(rooms: readonly string[]): string[] {
  const believed = Object.values(applianceBeliefs).flatMap((weights) => Object.keys(weights));
  return [...new Set([...rooms, ...furniture, ...believed, ...Object.keys(applianceLikeness)])];
}
