/** Plans by instances, and the episodes in play. */

import type { Phase } from '../../core/event.js';
import { type Block, cutLines, heading, nameOfLane, type Scene, titledBlock } from './block.js';
import type { Board, BoardRow, Mark } from './board.js';
import { namePlan } from './count-blocks.js';
import { type BoardName, boardOf, type Lane, type Playing, type RunState, shownLane } from './run-state.js';
import type { Signs } from './signs.js';
import { type Line, pad, type Span, type Style, span } from './styled-line.js';

const styles: Readonly<Record<Mark | 'playing', Style>> = {
  none: 'faint',
  lost: 'lost',
  won: 'won',
  error: 'warning',
  mixed: 'won',
  playing: 'lit',
};

const titles: Readonly<Record<BoardName, string>> = {
  train: 'Learned from',
  validation: 'Validation',
  heldOut: 'Held out',
};

/** Rows of a screen that shows more than what is being played. */
const roomForAll = 40;

/** The heat map of what is being played; the others where there is room. */
export function boardBlocks(scene: Scene): readonly Block[] {
  const lane = shownLane(scene.state);
  if (lane === null || scene.state.arms.size > 0) return [];
  const current = currentBoard(lane);
  const names: readonly BoardName[] = ['train', 'validation', 'heldOut'];
  return names
    .filter((name) => lane.boards[name].rows.size > 0 && (name === current || scene.height >= roomForAll))
    .map((name) => boardBlock(scene, lane, name, name === current));
}

function currentBoard({ stage: { kind }, iterations }: Lane): BoardName {
  if (kind === 'learning') return 'train';
  if (kind === 'starting') return iterations > 0 ? 'train' : 'heldOut';
  return boardOf[kind];
}

/** Columns of the names of plans. */
const nameWidth = 16;

function boardBlock(scene: Scene, lane: Lane, name: BoardName, isCurrent: boolean): Block {
  const { state, signs, width } = scene;
  const board = lane.boards[name];
  const playing = isCurrent ? playingOn(state, lane, name) : [];
  const rows = [...board.rows];
  const lines = rows.map(([planId, row]): Line => {
    const inPlay = playing
      .filter(([id, { phase }]) => planInPlay(lane, phase, id) === planId)
      .map(([id]) => id);
    return [
      span(pad(`  ${nameOfRow(lane, planId)}`, nameWidth)),
      ...drawRow(board, row, inPlay, Math.max(0, width - nameWidth - 12), signs),
    ];
  });
  const title = heading(
    nameOfLane(scene, lane, `${titles[name]}, plans by ${lane.words.plural}`),
    scene,
    ...legend(signs, lane),
  );
  return titledBlock(isCurrent ? 3 : 7, title, lines.length, (height) => lines.slice(-height));
}

function legend({ marks }: Signs, { words }: Lane): Span[] {
  const entry = (mark: Mark | 'playing', text: string) => [
    span(marks[mark], styles[mark]),
    span(` ${text}  `, 'faint'),
  ];
  return [
    ...entry('won', words.won),
    ...entry('lost', words.won === 'right' ? 'wrong' : 'lost'),
    ...entry('error', 'error'),
    ...entry('none', 'not played'),
  ];
}

function nameOfRow({ plans, stage }: Lane, planId: string): string {
  const plan = plans.find(({ id }) => id === planId);
  return plan === undefined ? `update ${stage.iteration + 1}` : namePlan(plan);
}

/** The episodes of a lane that are in play, by their ids. */
function playingOn({ playing }: RunState, { key }: Lane, name: BoardName): readonly [string, Playing][] {
  return [...playing].filter(([, { lane, phase }]) => lane === key && boardOf[phase] === name);
}

/** Id of the plan that an episode is played with. Plans are validated together: there, its id says which it is. */
function planInPlay({ plan, boards, measuring }: Lane, phase: Phase, episodeId: string): string | undefined {
  if (phase === 'train') return plan?.id;
  const named = (id: string) => episodeId.includes(`/${id.slice('sha256:'.length, 15)}/`);
  const validated = phase === 'validation' ? [...boards.validation.rows.keys()].find(named) : undefined;
  return validated ?? measuring.get(phase);
}

/** A row's signs, those of a kind together; instances that no plan has been through yet follow at the end. */
function drawRow(board: Board, row: BoardRow, inPlay: readonly string[], room: number, signs: Signs): Span[] {
  const marks: (Mark | 'playing')[] = Array.from(
    { length: board.columns.size },
    (_, column) => row.marks[column] ?? 'none',
  );
  for (const id of inPlay) marks[columnOf(board, id) ?? marks.length] = 'playing';
  const spans: Span[] = [];
  for (const mark of marks.slice(0, room)) {
    const last = spans.at(-1);
    const sign = signs.marks[mark];
    if (last?.style === styles[mark]) spans[spans.length - 1] = span(last.text + sign, last.style);
    else spans.push(span(sign, styles[mark]));
  }
  const cut = Math.max(0, marks.length - room) + board.hidden;
  return cut === 0 ? spans : [...spans, span(` +${cut} more`, 'faint')];
}

/** The column of the instance that an episode is of: its id ends in the instance's, perhaps with a trial after it. */
function columnOf({ columns }: Board, episodeId: string): number | undefined {
  const id = episodeId.replace(/\/(?:trial|repeat)-\d+/g, '');
  for (let at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
    const column = columns.get(id.slice(at + 1));
    if (column !== undefined) return column;
  }
  return undefined;
}

/** Columns of the names of episodes, of which the end says which instance it is. */
const nameOfEpisode = 32;

function lastOf(name: string, length: number, { ellipsis }: Signs): string {
  return name.length <= length ? name : `${ellipsis}${name.slice(1 - length)}`;
}

/** Episodes in play, with what each does. */
export function playingBlock(scene: Scene): Block | null {
  const { state } = scene;
  if (state.playing.size === 0) return null;
  const lines = [...state.playing].map(([id, { lane, step, action }]): Line => {
    const what = step === 0 ? 'begins' : `action ${step}`;
    const name = id.startsWith(`${lane}/`) ? id.slice(lane.length + 1) : id;
    return [
      span(`  ${pad(lastOf(name, nameOfEpisode, scene.signs), nameOfEpisode)} `),
      span(pad(what, 11), 'faint'),
      span(action),
    ];
  });
  const title = heading(`In play: ${state.playing.size}`, scene);
  return titledBlock(5, title, lines.length, (height) =>
    cutLines(lines, height, (count) => `  ${count} more`),
  );
}
