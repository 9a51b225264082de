/** A thought and an action that were written in one answer, by their labels; what a label is, is read generously. */

/** What was read. The thought is empty where there is none. */
export interface Turn {
  readonly thought: string;
  /** The first action, in the model's words; null where there is none, or only half of one. */
  readonly action: string | null;
}

/** What may stand around a label: signs of lists, quotes and headings, and bold type. */
const before = '[\\s>*_#`•-]*(?:\\d{1,3}[.)][\\s*_`]*)?';
const after = '[ *_`]*(?:\\d{1,3}[ *_`]*)?[:：][\\s*_`]*';
const label = (words: string) => new RegExp(`^${before}(?:${words})${after}`, 'i');
const thoughtLabel = label('thoughts?|think(?:ing)?');
const actionLabel = label('actions?');
const observationLabel = label('observations?');
const blank = '[^\\S\\n]';
const inLine = (words: string) => `(?=[*_\`]{0,4}(?:${words})[ *_\`]{0,4}(?:\\d{1,3}[ *_\`]{0,4})?[:：])`;
const sentenceEnd = '(?<=[.!?…][*_`"\'”’)\\]]{0,4})';
/** Blanks before an action in mid-line, which begins where a sentence has ended: some models do not break lines. */
const beforeAction = `${sentenceEnd}${blank}{1,4}${inLine('Action|ACTION')}`;
const firstInLine = new RegExp(beforeAction);
const nextInLine = new RegExp(`${beforeAction}|${blank}${inLine('Observation|OBSERVATION')}`, 'g');
/** What some models think aloud before they answer; its beginning may be missing, as it stood in the prompt. */
const reasoningStart = /^\s*<think(?:ing)?>/i;
const reasoningEnd = /<\/think(?:ing)?>/gi;
/** A line that fences code off, perhaps with the name of a language. */
const fence = /^\s*```\w*\s*$/;
/** Beside blanks: bold type that began before the label, and code. */
const strayMarks = /^[\s*`]+|(?<![\s*`])[\s*`]+$/g;

/**
 * Reads thought and action, each in lines of its own or both in one. `isCut`: the limit of tokens cut the answer off, so
 * that its last line is half of one. What stands after the first action is left alone, and so is everything from an
 * `Observation:` on, which is the world's to say. Actions that were weighed in `<think>` are none.
 */
export function readTurn(answer: string, isCut = false): Turn {
  const said = afterReasoning(answer);
  if (said === null) return { thought: answer.replace(reasoningStart, '').trim(), action: null };
  const lines = said.split('\n');
  const isBroken = lines.some((line) => actionLabel.test(line));
  return readLines(isBroken ? lines : breakLines(said).split('\n'), isCut);
}

/** The same with an action in mid-line, and what follows it, on lines of their own. What comes before may say anything. */
function breakLines(said: string): string {
  const at = said.search(firstInLine);
  return at < 0 ? said : `${said.slice(0, at)}\n${said.slice(at).replace(nextInLine, '\n')}`;
}

/** The answer without the reasoning before it; null where it is nothing else. */
function afterReasoning(answer: string): string | null {
  const end = [...answer.matchAll(reasoningEnd)].at(-1);
  if (end !== undefined) return answer.slice(end.index + end[0].length);
  return reasoningStart.test(answer) ? null : answer;
}

function readLines(all: readonly string[], isCut: boolean): Turn {
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
  return fence.test(line) ? '' : line.replace(strayMarks, '');
}

function isLabelled(line: string): boolean {
  return thoughtLabel.test(line) || actionLabel.test(line);
}
