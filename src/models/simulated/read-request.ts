/**
 * Takes a request apart by what it says: rules, plan, job, log, and what is asked for now. It knows no template of
 * anyone's; other wordings of the same request read the same.
 */
import type { ChatMessage } from '../../core/model.js';
import { type Example, jobLabel, type LoggedTurn, readExamples } from './read-examples.js';
import { asksAboutSteps, asksForEdits } from './read-steps.js';

export type { LoggedTurn };

/** What a request asks for. */
export type Ask =
  | 'thought'
  | 'action'
  | 'thought-and-action'
  /** The next line of a log that holds thoughts (`think: ...`) and actions. */
  | 'line'
  /** What to do differently in another try at the same job. */
  | 'lesson'
  | 'formalize'
  | 'summarize'
  | 'flaws'
  | 'revision'
  | 'update'
  /** A new plan as changes of the current one, in JSON. */
  | 'edits'
  /** Which steps of the plan helped, in JSON. */
  | 'steps'
  | 'unknown';

/** A request as understood. */
export interface Reading {
  readonly ask: Ask;
  /** Everything before the log: rules and plan, or the whole of a one-message request. */
  readonly preamble: string;
  /** The plan's text; empty where there is none. */
  readonly plan: string;
  /** The job's sentence; empty where none is given. */
  readonly job: string;
  readonly firstObservation: string;
  readonly turns: readonly LoggedTurn[];
  /** Jobs that others did, shown to learn from. */
  readonly examples: readonly Example[];
  /** What the request says of earlier tries at this very job; empty where it says nothing. */
  readonly earlierTries: string;
  /** What the assistant said last and nothing has answered yet. */
  readonly pending: string;
  /** The last message. */
  readonly last: string;
  /** Whether the rules put things down with `move` or with `put`. */
  readonly placing: 'move' | 'put';
}

const observed =
  /(?:^|\n)[ \t]*(?:observation|result|feedback|response|answer|world|game)\b[^:\n]{0,20}:[ \t]*/i;
const observationLine = /^[ \t]*(?:observation|world|game)\b[^:\n]{0,20}:/i;
const observedSentence =
  /^(?:you (?:are|arrive|open|close|pick|move|put|heat|cool|clean|turn|sliced?)\b|on the \w+ \d+,|the \w+ \d+ is (?:open|closed)|nothing happens|action failed|this is a|there's nothing)/i;

/** Reads a request. */
export function readRequest(messages: readonly ChatMessage[]): Reading {
  const firstUser = messages.findIndex((message) => message.role === 'user');
  const opening = messages[firstUser]?.content ?? '';
  const preamble = messages
    .slice(0, firstUser + 1)
    .map((message) => message.content)
    .join('\n\n');
  const system = messages.slice(0, Math.max(firstUser, 0));
  const told = system.length === 0 ? opening : beforeWorld(opening);
  const byLines = saysHowToThink([...system.map(({ content }) => content), told].join('\n\n'));
  const { rules, examples } = readRules(system, told, byLines);
  const { turns, pending } = readTurns(messages.slice(firstUser + 1));
  const last = messages.at(-1)?.content ?? '';
  const inConversation = messages.some((message) => message.role === 'assistant');
  return {
    ask: byLines ? classifyLine(last, inConversation) : classifyAsk(last, inConversation),
    preamble,
    plan: readPlanText(rules),
    job: readJob(told) || readJob(opening) || readJob(rules),
    firstObservation:
      [...opening.matchAll(/you are in the middle of a room[^\n]*/gi)].at(
        system.length === 0 ? -1 : 0,
      )?.[0] ?? '',
    turns,
    examples,
    earlierTries: byLines && firstUser > 0 ? readEarlierTries(told) : '',
    pending,
    last,
    placing: /\bmove (?:\{|<|\[|"|some |an? |the )?\w+\W{0,2} (?:to|into)\b/i.test(rules) ? 'move' : 'put',
  };
}

/**
 * The opening up to where the world begins to speak: what comes after is no rule, plan or job, whatever it looks like,
 * unless the job itself stands there.
 */
function beforeWorld(opening: string): string {
  const room = opening.search(/you are in the middle of a room/i);
  return room < 0 ? opening : opening.slice(0, room);
}

/** What is said before the log, without examples; where replies are lines, without what earlier tries taught. */
function readRules(
  system: readonly ChatMessage[],
  opening: string,
  byLines: boolean,
): { rules: string; examples: readonly Example[] } {
  if (system.length === 0) {
    const live = [...opening.matchAll(jobLabel)].at(-1)?.index ?? 0;
    const { rest, examples } = readExamples(opening.slice(0, live));
    return { rules: rest + opening.slice(live), examples };
  }
  const { rest, examples } = readExamples(system.map(({ content }) => content).join('\n\n'));
  return { rules: byLines ? rest : `${rest}\n\n${opening}`, examples };
}

/** What the opening says beside the job and the first observation. */
function readEarlierTries(opening: string): string {
  const isLive = (line: string) => line.search(jobLabel) >= 0 || observationLine.test(line);
  const paragraphs = opening
    .split(/\n\s*\n/)
    .filter((text) => !/^[^\n]*you are in the middle of a room/i.test(text));
  return paragraphs
    .filter((text) => !observationLine.test(text))
    .map((text) =>
      text
        .split('\n')
        .filter((line) => !isLive(line))
        .join('\n'),
    )
    .filter((text) => text.trim() !== '')
    .join('\n');
}

const actionLabel = /^[ \t>*]*action[ \t*]*:[ \t*]*/im;
const thoughtLabel = /^[\s>*]*(?:thought|thinking|reason)[ \t*]*:[ \t*]*/i;

/** A message that holds thought and action under their labels, taken apart; null for any other. */
function splitTurn(spoken: string): Pick<LoggedTurn, 'thought' | 'action'> | null {
  const label = actionLabel.exec(spoken);
  if (label === null) return null;
  const thought = spoken.slice(0, label.index).replace(thoughtLabel, '').trim();
  return {
    thought,
    action:
      spoken
        .slice(label.index + label[0].length)
        .split('\n', 1)[0]
        ?.trim() ?? '',
  };
}

/**
 * An assistant message is an action when an observation answers it, with a thought before it where it says which is
 * which; otherwise it was a thought.
 */
function readTurns(messages: readonly ChatMessage[]): { turns: LoggedTurn[]; pending: string } {
  const turns: LoggedTurn[] = [];
  let thought = '';
  let spoken = '';
  for (const { role, content } of messages) {
    if (role === 'assistant') {
      if (spoken !== '') thought = spoken;
      spoken = content;
      continue;
    }
    const observation = readObservation(content);
    if (observation === null || spoken === '') continue;
    const both = splitTurn(spoken);
    turns.push(both === null ? { thought, action: spoken, observation } : { ...both, observation });
    thought = '';
    spoken = '';
  }
  return { turns, pending: spoken };
}

/** The observation a user message carries, or null. */
export function readObservation(content: string): string | null {
  const label = observed.exec(content);
  if (label) {
    const rest = content.slice(label.index + label[0].length);
    const end = rest.indexOf('\n\n');
    return (end < 0 ? rest : rest.slice(0, end)).trim();
  }
  const lines = content.split('\n').filter((line) => observedSentence.test(line.trim()));
  return lines.length === 0 ? null : lines.join(' ').trim();
}

/** The sentence that says what this job is: the last labelled one, which stands nearest to the log. */
function readJob(text: string): string {
  return [...text.matchAll(jobLabel)].at(-1)?.[1]?.trim() ?? '';
}

const planHeading = /^[^\n]*\b(?:plan|guide|playbook|procedure|strategy)\b[^\n]*:[ \t]*$/i;
const listItem = /^\s*(?:\d+[.)]|[-*•])\s+/;

/** The lines under the last heading that speaks of a plan. */
export function readPlanText(text: string): string {
  const lines = text.split('\n');
  let start = -1;
  lines.forEach((line, index) => {
    if (planHeading.test(line) && isPlanStart(lines, index)) start = index;
  });
  if (start < 0) return '';
  const body: string[] = [];
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === '' && body.length > 0) break;
    if (line.trim() !== '') body.push(line);
  }
  const plan = body.join('\n');
  return /^\(?(?:there is )?(?:no plan|none|empty|n\/a)/i.test(plan.trim()) ? '' : plan;
}

function isPlanStart(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1).find((line) => line.trim() !== '') ?? '';
  return listItem.test(next) || /^\(?(?:there is )?no\b|^\(?none/i.test(next.trim());
}

const asks: readonly (readonly [Ask, RegExp])[] = [
  [
    'revision',
    /\b(?:suggest|propose|recommend|say|write|tell|give|how)\b[^.?]*\b(?:revis\w*|chang\w*|correct\w*|amend\w*|improv\w*|repair\w*|mend\w*|fix\w*)\b/i,
  ],
  ['flaws', /\b(?:flaw\w*|mistake\w*|error\w*|wrong|fault\w*|weakness\w*|shortcoming\w*)\b/i],
  ['summarize', /\b(?:summar\w*|recap\w*|retell|recount|outline what|what happened)\b/i],
];

/** What the end of the last message asks for. */
export function classifyAsk(last: string, inConversation: boolean): Ask {
  const paragraphs = last.trimEnd().split(/\n\s*\n/);
  const tail = (paragraphs.at(-1) ?? '').trim();
  if (/\bformali[sz]e\w*\b|\brewrite\b[^.]*\baction\b/i.test(last.slice(-900)) && rawAction(last) !== null)
    return 'formalize';
  if (!inConversation && isUpdate(last, tail)) return asksForEdits(last) ? 'edits' : 'update';
  if (inConversation && asksAboutSteps(last)) return 'steps';
  if (inConversation) for (const [ask, pattern] of asks) if (pattern.test(tail)) return ask;
  if (/thought\s*:[\s\S]*action\s*:/i.test(tail)) return 'thought-and-action';
  if (/\baction\s*:\s*$/i.test(tail)) return 'action';
  if (/\b(?:think|thought|thoughts|reason|consider|reflect on)\b/i.test(tail)) return 'thought';
  return /\baction\b|\bnext move\b|\bcommand\b/i.test(tail) ? 'action' : 'unknown';
}

/** Whether the rules say that a line which begins `think:` is a thought. */
function saysHowToThink(preamble: string): boolean {
  return /(?:^|[\s`'"“(>])think:/i.test(preamble);
}

const anotherTry =
  /\b(?:next|another|new|second|later|coming) (?:try|attempt|trial|time|go|round)\b|\b(?:try|start) (?:it |this |the job |the task )?(?:again|anew|over)\b/i;

/** As `classifyAsk`, where each reply is a line of the log unless the last message asks for something else. */
function classifyLine(last: string, inConversation: boolean): Ask {
  if (!inConversation) return 'line';
  const label = observed.exec(last);
  const afterLabel = label ? last.slice(label.index).indexOf('\n\n') : 0;
  const request = afterLabel < 0 ? '' : last.slice((label?.index ?? 0) + afterLabel).trim();
  if (request === '' || /^(?:ok|okay|all right|noted|understood)\b/i.test(request)) return 'line';
  if (anotherTry.test(request) || /\bnew plan\s*:\s*$/i.test(request)) return 'lesson';
  const ask = classifyAsk(request, true);
  return ask === 'unknown' || ask === 'thought' || ask === 'action' ? 'line' : ask;
}

/** Reports on jobs, and at the end a word about a plan. */
function isUpdate(last: string, tail: string): boolean {
  return splitJobs(last).length > 0 && /\b(?:plan|guide|playbook|procedure|strategy)\b/i.test(tail);
}

/** The action to be formalized: what stands after the last label about an action that has something after it. */
export function rawAction(last: string): string | null {
  const matches = [...last.matchAll(/^[^\n:]*\baction\b[^\n:]*:[ \t]*(\S[^\n]*)$/gim)];
  return matches.at(-1)?.[1]?.trim() ?? null;
}

/** The reports of an update request, one text a job. The last paragraph is the request itself: no job said it. */
export function splitJobs(text: string): string[] {
  const starts = [
    ...text.matchAll(/^[ \t#*]*(?:job|episode|task|case|report|experience)s?\s*#?\d+\b/gim),
  ].map((match) => match.index);
  const body = text.trimEnd();
  const lastParagraph = [...body.matchAll(/\n[ \t]*\n/g)].at(-1)?.index ?? 0;
  const end = lastParagraph > (starts.at(-1) ?? 0) ? lastParagraph : body.length;
  return starts.map((start, i) => text.slice(start, starts[i + 1] ?? end));
}
