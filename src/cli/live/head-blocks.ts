/** The top of the screen: what is run, with what, and how far it is. */
import { formatSeconds } from '../format-seconds.js';
import { type Block, fixedBlock, type Scene } from './block.js';
import { hasSeveral, type Lane, openLanes, type RunState, shownLane } from './run-state.js';
import { fitLine, type Line, type Span, span, widthOf } from './styled-line.js';

/** Command, name and time. */
export function titleBlock({ state, head, seconds, signs, width }: Scene): Block {
  const left = [
    // What has no config is named after its command.
    ...(head.name === head.command ? [] : [span(`${head.command} `, 'faint')]),
    span(head.name, 'strong'),
    ...(head.look === undefined ? [] : [span(` (${head.look})`, 'lit')]),
    ...(state.simulated ? [span('  simulated model: a program', 'warning')] : []),
  ];
  if (seconds === null) return fixedBlock(0, [left]);
  // The time has its place, however long the rest is.
  const time = formatSeconds(seconds);
  const room = Math.max(0, width - widthOf(time) - 1);
  const fitted = fitLine(left, room, signs.ellipsis);
  const used = fitted.reduce((sum, { text }) => sum + widthOf(text), 0);
  return fixedBlock(0, [[...fitted, span(' '.repeat(room - used + 1)), span(time, 'strong')]]);
}

/** What the run was started with, in as many lines as it takes. */
export function factsBlock({ head, width }: Scene): Block {
  const lines: string[] = [];
  for (const fact of head.facts) {
    const longer = `${lines.at(-1)} · ${fact}`;
    if (lines.length === 0 || widthOf(longer) > width) lines.push(fact);
    else lines[lines.length - 1] = longer;
  }
  return fixedBlock(
    2,
    lines.map((line) => [span(line, 'faint')]),
  );
}

/** A part of the way. */
interface Station {
  readonly name: string;
  readonly stages: readonly Lane['stage']['kind'][];
}

/** Whether a station is that of what is measured beside learning. */
function isMeanwhile({ meanwhile }: Lane, station: Station | undefined): boolean {
  return meanwhile !== null && station?.stages.includes(meanwhile.kind) === true;
}

/** The way of a run, the part that it is at lit. */
export function trailBlock({ state, head, signs }: Scene): Block {
  if (state.arms.size > 0) return fixedBlock(0, [cellsTrail(state, head.cells)]);
  const lane = shownLane(state);
  if (lane === null) return fixedBlock(0, [[span(`${signs.now} starting`, 'lit')]]);
  if (hasSeveral(state)) return fixedBlock(0, [typesTrail(state)]);
  const stations = stationsOf(lane, head.command);
  const over = state.ending?.outcome === 'finished';
  const current = over ? stations.length : stations.findIndex(({ stages }) => stages.includes(stageOf(lane)));
  const parts = stations.flatMap(({ name }, i): Span[] => {
    const between = i === 0 ? [] : [span(` ${signs.next} `, 'faint')];
    if (i === current) return [...between, span(`${signs.now} ${name}: ${describeStage(lane)}`, 'lit')];
    if (isMeanwhile(lane, stations[i])) {
      const { finished, size } = lane.meanwhile ?? lane.stage;
      if (finished < size) return [...between, span(`${signs.now} ${name}: ${finished}/${size}`, 'lit')];
      return [...between, span(`${signs.done} ${name}`)];
    }
    return [
      ...between,
      span(`${i < current ? signs.done : signs.later} ${name}`, i < current ? 'plain' : 'faint'),
    ];
  });
  const ending =
    state.ending === null ? [] : [span(` ${signs.next} `, 'faint'), span(endingOf(state), 'lit')];
  return fixedBlock(0, [[span(`${lane.taskType}  `, 'strong'), ...parts, ...ending]]);
}

function endingOf({ ending }: RunState): string {
  if (ending === null) return '';
  return ending.outcome.replace('-', ' ');
}

/** `2 of 6 task types over, 4 being worked on` */
function typesTrail(state: RunState): Line {
  const open = openLanes(state).length;
  const over = state.lanes.size - open;
  const now = state.ending === null ? `${open} being worked on` : endingOf(state);
  return [span(`${over} of ${state.lanes.size} task types over, ${now}`, 'lit')];
}

function cellsTrail({ arms, ending }: RunState, cells: number | undefined): Line {
  const sum = (of: (arm: { open: number; over: number; missing: number }) => number) =>
    [...arms.values()].reduce((total, arm) => total + of(arm), 0);
  const over = sum((arm) => arm.over + arm.missing);
  const total = cells === undefined ? '' : ` of ${cells}`;
  const now =
    ending === null ? `, ${sum((arm) => arm.open)} being measured` : `, ${ending.outcome.replace('-', ' ')}`;
  return [span(`${over}${total} cells over${now}`, 'lit')];
}

/** A lane that has begun nothing yet stands at its first station. */
function stageOf({ stage, iterations }: Lane): Lane['stage']['kind'] {
  if (stage.kind !== 'starting') return stage.kind;
  return iterations > 0 ? 'learning' : 'held-out';
}

function stationsOf({ iterations }: Lane, command: string): readonly Station[] {
  const measure: Station = { name: 'measure it', stages: ['held-out'] };
  if (command === 'certify') return [measure, { name: 'measure the baseline', stages: ['baseline'] }];
  if (iterations === 0) return [{ name: 'measure', stages: ['held-out', 'baseline'] }];
  return [
    { name: 'learn', stages: ['learning', 'validation'] },
    measure,
    { name: 'the start', stages: ['baseline'] },
  ];
}

/** What is measured at the same time, in words; none where nothing is. */
export function describeMeanwhile({ meanwhile, iterations }: Lane): readonly string[] {
  if (meanwhile === null || meanwhile.finished >= meanwhile.size) return [];
  const start = iterations > 0 ? 'the start' : 'the baseline';
  const what = meanwhile.kind === 'baseline' ? start : 'plans';
  return [`measuring ${what} ${meanwhile.finished}/${meanwhile.size}`];
}

/** What is being done and what is measured beside it, in words. */
export function describeLane(lane: Lane): string {
  const what = { 'held-out': 'measuring ', baseline: 'measuring the start ' };
  const { kind } = lane.stage;
  const stage = `${kind === 'held-out' || kind === 'baseline' ? what[kind] : ''}${describeStage(lane)}`;
  return [stage, ...describeMeanwhile(lane)].join('; ');
}

/** What is being done, in words: `iteration 2 of 3, playing 1/4`. */
export function describeStage({ stage, iterations, batches }: Lane): string {
  const { kind, iteration, size, finished, errors, reflected } = stage;
  const done = `${finished}/${size}`;
  if (kind === 'starting') return 'starting';
  if (kind === 'validation')
    return batches.length >= iterations
      ? `choosing the final plan ${done}`
      : `judging update ${iteration + 1} ${done}`;
  if (kind !== 'learning') return done;
  const where = `iteration ${iteration + 1} of ${iterations}`;
  if (finished < size) return `${where}, playing ${done}`;
  if (batches.length > iteration) return `${where}, done`;
  const all = size - errors;
  return reflected.length < all
    ? `${where}, reflecting ${reflected.length}/${all}`
    : `${where}, updating the plan`;
}
