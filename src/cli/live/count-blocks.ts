/** The middle of the screen's top: counts, the best so far, what was spent, what is left, and what to worry about. */
import { groupDigits } from '../../report/index.js';
import { mcnemarExact } from '../../stats/index.js';
import { formatSeconds } from '../format-seconds.js';
import { type Block, fixedBlock, nameOfLane, type Scene } from './block.js';
import { costLeft, type Range, secondsLeft } from './pace.js';
import {
  describeCount,
  describeRate,
  drawSpark,
  type MeasuredPlan,
  measuredOn,
  measureOfPlan,
  measureOn,
} from './rates.js';
import { type Lane, openLanes, type PlanLine, type RunState, shownLane, updatesOf } from './run-state.js';
import { type Spender, type Spending, spenders } from './spending.js';
import { type Line, type Span, span } from './styled-line.js';

/** Updates, episodes, errors: one line. */
export function countsBlock({ state, head }: Scene): Block {
  const { kept, rejected, indecisive } = updatesOf(state);
  const updates =
    kept + rejected === 0
      ? []
      : [span(`updates ${kept} kept, ${rejected} rejected, ${indecisive} indecisive`), dot];
  const errors = span(
    `${state.errors} ${state.errors === 1 ? 'error' : 'errors'}`,
    state.errors > 0 ? 'warning' : 'plain',
  );
  return fixedBlock(0, [[...updates, span(describeDone(state, head)), dot, errors]]);
}

const dot = span(' · ', 'faint');

/** `5 of at most 92 episodes`; only those that are over where it is not known how many there will be. */
export function describeDone(
  { finished }: Pick<RunState, 'finished'>,
  { episodes, atMost }: Scene['head'],
): string {
  const all = episodes === undefined ? '' : ` of ${atMost ? 'at most ' : ''}${groupDigits(episodes)}`;
  return `${groupDigits(finished)}${all} episodes`;
}

/** Time and money that are left, as ranges; null while nothing can be said. */
export function describeLeft({ state, head }: Pick<Scene, 'state' | 'head'>): string | null {
  if (head.episodes === undefined || state.ending !== null) return null;
  const left = head.episodes - state.finished;
  const time = secondsLeft(state.pace, left);
  if (time === null) return null;
  const cost = costLeft(state.pace, left, state.spending.total.costUsd);
  const money = cost === null ? '' : ` and US$ ${cost.map((usd) => usd.toFixed(2)).join(' to ')}`;
  return `${describeSeconds(time)}${money} left`;
}

function describeSeconds([low, high]: Range): string {
  return low < 0.05 ? `up to ${formatSeconds(high)}` : `${formatSeconds(low)} to ${formatSeconds(high)}`;
}

/** The best plan so far and the one that there was at first, with a spark of the batches. */
export function bestBlock({ state, signs }: Scene): Block {
  const lane = shownLane(state);
  if (lane === null || state.arms.size > 0 || lane.iterations === 0) return fixedBlock(1, []);
  const [start] = lane.plans;
  const best = bestPlan(lane);
  if (start === undefined || best === null) return fixedBlock(1, []);
  const spark = drawSpark(lane.batches, signs);
  const sparked = lane.batches.length > 1 ? [dot, span('by batch '), span(spark, 'won')] : [];
  const from = measureOn(lane, start.id, best.measured.on) ?? measureOfPlan(lane, start.id);
  return fixedBlock(1, [
    [
      span(nameOfLane({ state }, lane, `best so far: ${namePlan(best.plan)} `)),
      span(describeMeasure(best.measured, lane), 'strong'),
      ...(from === null || best.plan.id === start.id
        ? []
        : [dot, span(`${namePlan(start)} ${describeMeasure(from, lane)}`)]),
      ...sparked,
    ],
  ]);
}

function describeMeasure({ tally, on, unfinished }: MeasuredPlan, { words }: Lane): string {
  const where = `${on === 'its batch' ? 'on its batch' : on}${unfinished ? ' so far' : ''}`;
  return `${describeCount(tally)} ${words.won}, ${describeRate(tally)} ${where}`;
}

/**
 * Of the plans that are measured on the same kind of instances, the one with the highest rate; the later one of equals.
 * The kind is the most telling one that a learned plan is measured on: the start alone has none to be compared with.
 * What is half measured does not count.
 */
function bestPlan(lane: Lane): { readonly plan: PlanLine; readonly measured: MeasuredPlan } | null {
  const kinds = measuredOn.map((on) =>
    lane.plans.flatMap((plan) => {
      const measured = plan.fate === 'rejected' ? null : measureOn(lane, plan.id, on);
      return measured === null || measured.unfinished ? [] : [{ plan, measured }];
    }),
  );
  const comparable =
    kinds.find((known) => known.some(({ plan }) => plan.fate !== 'start')) ??
    kinds.find((known) => known.length > 0) ??
    [];
  const rate = ({ measured: { tally } }: (typeof comparable)[number]) => tally.won / tally.n;
  return comparable.reduce<(typeof comparable)[number] | null>(
    (best, one) => (best === null || rate(one) >= rate(best) ? one : best),
    null,
  );
}

/** What people call a plan of the lineage. */
export function namePlan({ fate, update, isEmpty }: PlanLine): string {
  if (isEmpty) return 'no plan';
  if (fate !== 'start') return `plan ${update}`;
  return update === 0 ? 'given plan' : 'baseline';
}

/** Money and tokens, by who spent them. */
export function spendingBlock({ state, head }: Scene): Block {
  const { spending } = state;
  const { total, fromCache } = spending;
  if (total.usage.calls + fromCache.calls === 0) return fixedBlock(1, []);
  const split = describeSplit(spending);
  const line: Span[] = [
    span(describeMoney(spending), 'strong'),
    dot,
    span(describeTokens(spending)),
    ...(split === '' ? [] : [span(`: ${split}`)]),
  ];
  const left = describeLeft({ state, head });
  const further = span(describeCalls(spending));
  return fixedBlock(1, [line, left === null ? [further] : [span(left, 'strong'), dot, further]]);
}

/** `US$ 0.42`; says so where it is less than what was paid. */
export function describeMoney({ total: { costUsd, unpricedCalls, usage } }: Spending): string {
  if (unpricedCalls === 0) return `US$ ${costUsd.toFixed(2)}`;
  return unpricedCalls === usage.calls ? 'price not known' : `US$ ${costUsd.toFixed(2)} and more`;
}

/** `1.2M tokens, 34 % of the prompts cached` */
export function describeTokens({ total: { usage } }: Spending): string {
  const cached =
    usage.cachedTokens === 0
      ? ''
      : `, ${((100 * usage.cachedTokens) / Math.max(1, usage.promptTokens)).toFixed(0)} % of prompts cached`;
  return `${shorten(usage.promptTokens + usage.completionTokens)} tokens${cached}`;
}

/** Shares of money, or of tokens where nothing cost anything. */
export function describeSplit({ total, by }: Spending): string {
  const amount = (spender: Spender) => {
    const { costUsd, usage } = by[spender];
    return total.costUsd > 0 ? costUsd : usage.promptTokens + usage.completionTokens;
  };
  const all = spenders.reduce((sum, spender) => sum + amount(spender), 0);
  return spenders
    .filter((spender) => amount(spender) > 0)
    .map((spender) => `${nameOf[spender]} ${((100 * amount(spender)) / all).toFixed(0)} %`)
    .join(', ');
}

const nameOf: Readonly<Record<Spender, string>> = {
  agent: 'agent',
  formalizer: 'formalizer',
  reflection: 'reflection',
  update: 'update',
  judge: 'judge',
  before: 'before the resume',
};

/** Calls, those from the cache, and how often the formalizer had to ask a model. */
export function describeCalls({ total, fromCache, acted, formalized }: Spending): string {
  const saved = fromCache.calls > 0 ? [`${shorten(fromCache.calls)} more from the response cache`] : [];
  const form =
    formalized > 0
      ? [`formalizer asked for ${shorten(formalized)} of ${shorten(acted)} actions`]
      : acted > 0
        ? ['formalizer never asked']
        : [];
  return [`${shorten(total.usage.calls)} calls`, ...saved, ...form].join(' · ');
}

/** A count in few characters: `1.2k`. */
export function shorten(value: number): string {
  if (value < 1000) return String(value);
  return value < 999_950 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(1)}M`;
}

/** What a person should know of, in yellow. */
export function warningsBlock({ state, head, signs }: Scene): Block {
  const texts = [
    ...describeWaiting(state),
    ...describeErrors(state),
    ...describeBudget(state, head.budget),
    ...describeResolution(state, head.validation),
  ];
  const lines = texts.map((text): Line => [span(`${signs.warning} ${text}`, 'warning')]);
  return fixedBlock(1, lines);
}

/** What is waited for, in a line; none while nothing is. */
export function describeWaiting({ outage, pauses }: Pick<RunState, 'outage' | 'pauses'>): readonly string[] {
  if (outage !== null) return [`waiting for the server: ${outage}`];
  const waiting = [...pauses.values()];
  const [first] = waiting;
  if (first === undefined) return [];
  const calls = waiting.length === 1 ? '1 call waits' : `${waiting.length} calls wait`;
  return [`${calls} for up to ${Math.max(...waiting.map(({ seconds }) => seconds))} s: ${first.message}`];
}

function describeErrors({ errors, reasons, arms }: RunState): readonly string[] {
  const why = [...reasons].map(([reason, count]) => `${reason} (${count})`).join(', ');
  const missing = [...arms.values()].reduce((sum, arm) => sum + arm.missing, 0);
  return [
    ...(errors === 0 ? [] : [`${errors} ${errors === 1 ? 'episode' : 'episodes'} ended in an error: ${why}`]),
    ...(missing === 0 ? [] : [`${missing} cells could not be measured`]),
  ];
}

function describeBudget({ spending: { total } }: RunState, budget: number | undefined): readonly string[] {
  if (budget === undefined || total.costUsd < 0.8 * budget) return [];
  return [`US$ ${total.costUsd.toFixed(2)} of the budget of ${budget.toFixed(2)} are spent`];
}

/** Above this share of its instances, what a measurement can tell apart is said to be little. */
const coarse = 0.25;

function describeResolution(state: RunState, validation: number | undefined): readonly string[] {
  if (validation === undefined || state.ending !== null || openLanes(state).length === 0) return [];
  let apart = 1;
  while (mcnemarExact(apart, 0) >= 0.05) apart++;
  if (apart / validation <= coarse) return [];
  const judged = `updates are judged on ${validation} instances`;
  if (apart > validation) return [`${judged}: no difference on so few is more than luck`];
  return [`${judged}: a difference of less than ${apart} may be luck`];
}
