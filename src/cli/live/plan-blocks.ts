/** The lineage of plans, a line each, and what the last update changed. */
import { type Block, cutLines, heading, nameOfLane, type Scene, titledBlock } from './block.js';
import { namePlan } from './count-blocks.js';
import { describeCount, describeRate, drawInterval, type MeasuredPlan, measureOfPlan } from './rates.js';
import { type Lane, noTally, type PlanChange, type PlanLine, shownLane } from './run-state.js';
import { fitLine, type Line, pad, type Span, type Style, span, widthOf } from './styled-line.js';

/** Plans with rate, interval and fate. */
export function plansBlock(scene: Scene): Block | null {
  const lane = shownLane(scene.state);
  if (lane === null || scene.state.arms.size > 0 || lane.plans.length === 0) return null;
  const title = heading(
    nameOfLane(scene, lane, 'Plans'),
    scene,
    span(`${lane.words.plural} ${lane.words.won}, 95 % interval`, 'faint'),
  );
  const lines = lane.plans.map((plan) => planRow(plan, lane, scene));
  return titledBlock(2, title, lines.length, (height) => firstAndLast(lines, height));
}

/** The first one, from which everything came, and the last ones. */
function firstAndLast(lines: readonly Line[], height: number): readonly Line[] {
  if (lines.length <= height) return lines;
  const last = Math.max(1, height - (height > 2 ? 2 : 1));
  const between: Line[] = height > 2 ? [[span(`    ${lines.length - 1 - last} more`, 'faint')]] : [];
  return [...lines.slice(0, height > 1 ? 1 : 0), ...between, ...lines.slice(-last)];
}

function planRow(plan: PlanLine, lane: Lane, { signs, width }: Scene): Line {
  const measured = measureOfPlan(lane, plan.id);
  const isCurrent = plan.id === (lane.final ?? lane.plan?.id);
  const bar = Math.min(40, width - 65);
  const style: Style = plan.fate === 'rejected' ? 'faint' : isCurrent ? 'strong' : 'plain';
  return [
    span(isCurrent ? `${signs.now} ` : '  ', 'lit'),
    span(pad(namePlan(plan), 11), style),
    span(pad(measured === null ? '' : describeCount(measured.tally), 8), style),
    span(pad(measured === null ? '-' : describeRate(measured.tally), 16), style),
    span(pad(describeWhere(measured), 11), 'faint'),
    ...(bar < 10 ? [] : [span(drawInterval(measured?.tally ?? noTally, bar, signs), 'won')]),
    span(` ${describeFate(plan, lane)}`, plan.fate === 'rejected' ? 'lost' : 'plain'),
  ];
}

/** What a rate is of. What is not over yet is not what it will be: wins end early. */
function describeWhere(measured: MeasuredPlan | null): string {
  if (measured === null) return 'unmeasured';
  return measured.unfinished ? 'so far' : measured.on;
}

/** What became of a plan, and why. */
export function describeFate(plan: PlanLine, { final }: Pick<Lane, 'final'>): string {
  const { fate, added, removed, reason, indecisive, difference, interval95 } = plan;
  const chosen = final === plan.id ? ['final'] : [];
  if (fate === 'start') return chosen.join('');
  const change = `+${added} -${removed} lines`;
  if (fate === 'kept') return [...chosen, 'kept unjudged', change].join(', ');
  const points = (share: number) => `${share < 0 ? '-' : '+'}${Math.abs(share * 100).toFixed(0)}`;
  const range = interval95 === null ? '' : ` [${interval95.map(points).join(', ')}]`;
  const by = difference === null ? '' : ` ${points(difference)}${range}`;
  const words = `${fate === 'accepted' ? 'kept' : 'rejected'}${by}${indecisive ? ', within noise' : ''}`;
  return [...chosen, words, change, reason].join(', ');
}

/** Lines that the last update put in and took out, and the jobs that it came from. */
export function changeBlock(scene: Scene): Block | null {
  const lane = shownLane(scene.state);
  if (lane?.change === undefined || lane.change === null || scene.state.arms.size > 0) return null;
  const { change } = lane;
  const title = heading(
    nameOfLane(scene, lane, `Update ${change.update}${change.rejected ? ', rejected' : ''}`),
    scene,
    originOf(change, lane),
  );
  const lines = change.lines.map(({ kind, text, from }): Line => {
    const line = ` ${kind === 'added' ? '+' : '-'} ${text}`;
    if (from.length === 0) return [span(line, kind)];
    const origin = `  from ${from[0]}${from.length > 1 ? ` and ${from.length - 1} more` : ''}`;
    const room = Math.max(20, scene.width - widthOf(origin));
    const cut = fitLine([span(line, kind)], room, scene.signs.ellipsis);
    return [...cut, span(origin, 'faint')];
  });
  if (lines.length === 0) return null;
  return titledBlock(4, title, lines.length, (height) =>
    cutLines(lines, height, (count) => `   ${count} more lines changed`),
  );
}

/** The jobs whose reflections the update was made from, first. */
function originOf({ from }: PlanChange, { words }: Lane): Span {
  const jobs = [...from].sort().slice(0, 6).join(', ');
  const more = from.length > 6 ? ` and ${from.length - 6} more` : '';
  return span(from.length === 0 ? '' : `from reflections on ${words.plural}: ${jobs}${more}`, 'faint');
}
