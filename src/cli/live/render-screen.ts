/** The whole screen as lines: a pure function of what is known, and of the size of the screen. */
import { type Block, fixedBlock, heading, type Scene, stackBlocks, titledBlock } from './block.js';
import { bestBlock, countsBlock, spendingBlock, warningsBlock } from './count-blocks.js';
import { boardBlocks, playingBlock } from './game-blocks.js';
import { factsBlock, titleBlock, trailBlock } from './head-blocks.js';
import { armsBlock, cellsBlock, taskTypesBlock } from './lane-blocks.js';
import { changeBlock, plansBlock } from './plan-blocks.js';
import { fitLine, type Line, span } from './styled-line.js';

/** The lines of a screen: no more of them, and none wider, than it has room for. */
export function renderScreen(scene: Scene): readonly Line[] {
  const blocks = [
    titleBlock(scene),
    factsBlock(scene),
    trailBlock(scene),
    countsBlock(scene),
    bestBlock(scene),
    spendingBlock(scene),
    warningsBlock(scene),
    armsBlock(scene),
    cellsBlock(scene),
    taskTypesBlock(scene),
    plansBlock(scene),
    changeBlock(scene),
    ...boardBlocks(scene),
    playingBlock(scene),
    logBlock(scene),
    footBlock(scene),
  ].filter((block): block is Block => block !== null);
  return stackBlocks(blocks, scene.height).map((line) => fitLine(line, scene.width, scene.signs.ellipsis));
}

/** The last things that happened. */
function logBlock(scene: Scene): Block | null {
  const { log } = scene;
  if (log.length === 0) return null;
  const lines = log.map((text): Line => [span(text)]);
  return titledBlock(6, heading('Last', scene), lines.length, (height) => lines.slice(-height));
}

/** Where the run lies, and how it is stopped and gone on with. */
function footBlock({ head, notice, state }: Scene): Block {
  const { folder, look } = head;
  const lines: Line[] = notice === null ? [] : [[span(notice, 'lit')]];
  const running = state.ending === null;
  if (folder !== undefined) {
    const stop =
      look === undefined ? 'Ctrl+C stops it and keeps what there is' : 'Ctrl+C ends the look alone';
    lines.push([span('Run      ', 'faint'), span(folder), span(running ? `   ${stop}` : '', 'faint')]);
    if (state.ending?.outcome !== 'finished' && (look === undefined || !running))
      lines.push([span('To go on ', 'faint'), span(`planwright resume ${folder}`)]);
  }
  return fixedBlock(0, lines, Math.min(lines.length, 2));
}
