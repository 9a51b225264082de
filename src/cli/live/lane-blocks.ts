/** The arms of an ablation, and the task types of a training that are over. */
import { type Block, cutLines, heading, type Scene, titledBlock } from './block.js';
import { describeLane } from './head-blocks.js';
import { describeCount, describeRate, drawInterval } from './rates.js';
import {
  addTallies,
  hasSeveral,
  isOver,
  type Lane,
  noTally,
  type RunState,
  shownLane,
  type Tally,
} from './run-state.js';
import { type Line, pad, type Span, span, widthOf } from './styled-line.js';

/** Arms with what they won so far on held-out instances. */
export function armsBlock(scene: Scene): Block | null {
  const { state } = scene;
  const { arms } = state;
  if (arms.size === 0) return null;
  const several = new Set([...arms.values()].map(({ experiment }) => experiment)).size > 1;
  const lines = [...arms].map(([key, { experiment, arm, open, over, missing, tally: ended }]): Line => {
    const tally = openTallies(state, key).reduce(addTallies, ended);
    const name = several ? `${experiment}, ${arm}` : arm;
    const cells = `${over} over${open > 0 ? `, ${open} open` : ''}${missing > 0 ? `, ${missing} missing` : ''}`;
    return [span(`  ${pad(name, 28)} `), ...resultOf(tally, scene), span(` ${cells}`, 'faint')];
  });
  const title = heading('Arms', scene, span('held-out instances so far, 95 % interval', 'faint'));
  return titledBlock(2, title, lines.length, (height) =>
    cutLines(lines, height, (count) => `  ${count} more arms`),
  );
}

/** What cells of an arm have measured that are still open, where it is their final plan. */
function openTallies({ armOf, lanes }: RunState, arm: string): readonly Tally[] {
  return [...armOf].flatMap(([cell, of]) => {
    const lane = of === arm ? lanes.get(cell) : undefined;
    if (lane === undefined || (lane.iterations > 0 && lane.final === null)) return [];
    return lane.boards.heldOut.rows.get(lane.final ?? '') ?? [...lane.boards.heldOut.rows.values()].slice(-1);
  });
}

/** Cells that are being measured. */
export function cellsBlock(scene: Scene): Block | null {
  const { arms, armOf, lanes } = scene.state;
  if (arms.size === 0 || armOf.size === 0) return null;
  const open = [...armOf].flatMap(([cell, arm]) => {
    const lane = lanes.get(cell);
    return lane === undefined ? [] : [{ arm, lane }];
  });
  const armWidth = longest(open.map(({ arm }) => arm));
  const typeWidth = longest(open.map(({ lane }) => lane.taskType));
  const lines = open.map(
    ({ arm, lane }): Line => [
      span(`  ${pad(arm, armWidth)} `),
      span(pad(lane.taskType, typeWidth), 'faint'),
      span(` ${describeLane(lane)}`),
    ],
  );
  const title = heading('Cells being measured', scene);
  return titledBlock(3, title, lines.length, (height) =>
    cutLines(lines, height, (count) => `  ${count} more cells`),
  );
}

/** Columns for names: so many as the longest takes, within what a line has room for. */
function longest(names: readonly string[]): number {
  return Math.min(28, Math.max(0, ...names.map(widthOf)));
}

/** All task types while several are worked on; else those that are not shown in full. */
export function taskTypesBlock(scene: Scene): Block | null {
  const { state, height } = scene;
  const several = hasSeveral(state);
  const lanes = [...state.lanes.values()].filter((lane) => several || lane !== shownLane(state));
  if (state.arms.size > 0 || lanes.length === 0) return null;
  const width = Math.max(16, longest(lanes.map(({ taskType }) => taskType)));
  const lines = lanes.map((lane): Line => {
    const name = span(`${isFirst(lane, scene) ? scene.signs.now : ' '} ${pad(lane.taskType, width)} `);
    return [name, ...(isOver(lane) ? effectOf(lane, scene) : [span(describeLane(lane))])];
  });
  const title = heading('Task types', scene, span('held out, 95 % interval', 'faint'));
  const block = titledBlock(several ? 1 : 3, title, lines.length, (most) =>
    cutLines(lines, most, (count) => `  ${count} more`),
  );
  return several ? { ...block, least: Math.min(block.most, Math.floor(height / 2)) } : block;
}

/** Whether it is the lane that is shown in full below others. */
function isFirst(lane: Lane, { state }: Scene): boolean {
  return lane === shownLane(state) && !isOver(lane);
}

/** What the final plan of a task type won, and what the start did. */
function effectOf({ boards, final }: Lane, scene: Scene): Span[] {
  const { rows } = boards.heldOut;
  const plan = rows.get(final ?? '') ?? [...rows.values()][0];
  const start = [...rows.values()].find((row) => row !== plan);
  const before: Span[] =
    start === undefined ? [] : [span(` from ${describeCount(start)} ${describeRate(start)}`)];
  return [...resultOf(plan ?? noTally, scene), ...before];
}

function resultOf(tally: Tally, { signs, width }: Scene): Span[] {
  const bar = Math.min(40, width - 80);
  return [
    span(pad(describeCount(tally), 9)),
    span(pad(describeRate(tally), 16), 'strong'),
    ...(bar < 10 ? [] : [span(drawInterval(tally, bar, signs), 'won')]),
  ];
}
