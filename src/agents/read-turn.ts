/** A thought and an action that were written in one answer, by their labels; what a label is, is read generously. */

/** What was read. The thought is empty where there is none. */
export interface Turn {
  readonly thought: string;
  /** The first action, in the model's words; null where there is none, or only half of one. */
  readonly action: string | null;
}

/** What may stand around a label: signs of lists, quotes and headings, and bold type. */
const before = '[\\s>*_#`•-]*(?:\\d{1,3}[.)][\\s*_`]*)?';
const after = '[ *_`]*\\d{0,3}[ *_`]*[:：][\\s*_`]*';
const label = (words: string) => new RegExp(`^${before}(?:${words})${after}`, 'i');
const thoughtLabel = label('thoughts?|think(?:ing)?');
const actionLabel = label('actions?');
const observationLabel = label('observations?');
/** Beside blanks: bold type that began before the label, and lines that only fence code off. */
const strayMarks = /^[\s*`]+|[\s*`]+$/g;

/**
 * Reads thought and action. `isCut`: the limit of tokens cut the answer off, so that its last line is half of one. What
 * stands after the first action is left alone, and so is everything from an `Observation:` on, which is the world's to say.
 */
export function readTurn(answer: string, isCut = false): Turn {
  const all = answer.split('\n');
  const invented = all.findIndex((line) => observationLabel.test(line));
  const lines = invented < 0 ? all : all.slice(0, invented);
  const at = lines.findIndex((line) => actionLabel.test(line));
  const thought = readThought(at < 0 ? lines : lines.slice(0, at));
  if (at < 0) return { thought, action: null };
  const said = [(lines[at] ?? '').replace(actionLabel, ''), ...lines.slice(at + 1)].map(bare);
  const first = said.findIndex((line) => line !== '');
  const isHalf = isCut && at + first === all.length - 1;
  const action = said[first];
  return { thought, action: action === undefined || isHalf || isLabelled(action) ? null : action };
}

function readThought(lines: readonly string[]): string {
  const at = lines.findIndex((line) => thoughtLabel.test(line));
  const told = at < 0 ? lines : [(lines[at] ?? '').replace(thoughtLabel, ''), ...lines.slice(at + 1)];
  return told.join('\n').trim();
}

function bare(line: string): string {
  return line.replace(strayMarks, '');
}

function isLabelled(line: string): boolean {
  return thoughtLabel.test(line) || actionLabel.test(line);
}
