/** The arms of an ablation, and the task types of a training that are over. */
import { type Block, cutLines, heading, type Scene, titledBlock } from './block.js';
import { describeMeanwhile, describeStage } from './head-blocks.js';
import { describeCount, describeRate, drawInterval } from './rates.js';
import { addTallies, type Lane, latestLane, noTally, type RunState, type Tally } from './run-state.js';
import { type Line, pad, type Span, span } from './styled-line.js';

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
  const lines = [...armOf].flatMap(([cell, arm]): Line[] => {
    const lane = lanes.get(cell);
    return lane === undefined
      ? []
      : [[span(`  ${pad(arm, 28)} `), span(pad(lane.taskType, 20), 'faint'), span(` ${describeCell(lane)}`)]];
  });
  const title = heading('Cells being measured', scene);
  return titledBlock(3, title, lines.length, (height) =>
    cutLines(lines, height, (count) => `  ${count} more cells`),
  );
}

function describeCell(lane: Lane): string {
  const { kind } = lane.stage;
  const where = kind === 'held-out' ? `measuring ${describeStage(lane)}` : describeStage(lane);
  return [where, ...describeMeanwhile(lane)].join('; ');
}

/** Task types that are over. */
export function taskTypesBlock(scene: Scene): Block | null {
  const { state } = scene;
  const over = [...state.lanes.values()].filter((lane) => lane !== latestLane(state));
  if (state.arms.size > 0 || over.length === 0) return null;
  const lines = over.map((lane): Line => {
    const { rows } = lane.boards.heldOut;
    const plan = rows.get(lane.final ?? '') ?? [...rows.values()][0];
    const start = [...rows.values()].find((row) => row !== plan);
    const before: Span[] =
      start === undefined ? [] : [span(` from ${describeCount(start)} ${describeRate(start)}`)];
    return [span(`  ${pad(lane.taskType, 16)} `), ...resultOf(plan ?? noTally, scene), ...before];
  });
  const title = heading('Task types that are over', scene, span('held out, 95 % interval', 'faint'));
  return titledBlock(3, title, lines.length, (height) =>
    cutLines(lines, height, (count) => `  ${count} more`),
  );
}

function resultOf(tally: Tally, { signs, width }: Scene): Span[] {
  const bar = Math.min(40, width - 80);
  return [
    span(pad(describeCount(tally), 9)),
    span(pad(describeRate(tally), 16), 'strong'),
    ...(bar < 10 ? [] : [span(drawInterval(tally, bar, signs), 'won')]),
  ];
}
