/** Words of the household: what an action sentence says, in whatever words it is put. */

/** What an action does, in our own short names. */
export type Verb =
  | 'go'
  | 'take'
  | 'place'
  | 'open'
  | 'close'
  | 'use'
  | 'heat'
  | 'cool'
  | 'clean'
  | 'slice'
  | 'examine'
  | 'look'
  | 'inventory';

/** A change an appliance makes to an object. */
export type Effect = 'heat' | 'cool' | 'clean';

/** The three effects. */
export const effects = ['heat', 'cool', 'clean'] as const;

/** An action as understood: names as they were written, with or without a number. */
export interface SpokenAction {
  readonly verb: Verb;
  readonly object?: string;
  readonly place?: string;
}

const name = '([a-z]+(?: \\d+)?)';
const the = '(?:the |an? |some |that )?';
const into = '(?:in\\/on|into|onto|inside|in|on|to)';

interface Pattern {
  readonly verb: Verb;
  readonly pattern: RegExp;
  readonly slots: readonly ('object' | 'place')[];
}

function pattern(verb: Verb, source: string, ...slots: readonly ('object' | 'place')[]): Pattern {
  return { verb, pattern: new RegExp(`\\b${source}\\b`, 'i'), slots };
}

const patterns: readonly Pattern[] = [
  pattern(
    'take',
    `(?:take|pick up|grab|get|fetch) ${the}${name} (?:from|off|out of) ${the}${name}`,
    'object',
    'place',
  ),
  pattern(
    'heat',
    `(?:heat|warm|cook)(?: up)? ${the}${name} (?:with|using|in|on|at) ${the}${name}`,
    'object',
    'place',
  ),
  pattern(
    'cool',
    `(?:cool|chill)(?: down)? ${the}${name} (?:with|using|in|on|at) ${the}${name}`,
    'object',
    'place',
  ),
  pattern(
    'clean',
    `(?:clean|wash|rinse) ${the}${name} (?:with|using|in|on|at) ${the}${name}`,
    'object',
    'place',
  ),
  pattern('slice', `(?:slice|cut) ${the}${name} (?:with|using) ${the}${name}`, 'object', 'place'),
  pattern(
    'place',
    `(?:put|place|set|drop|move|leave) (?!to )${the}${name} ${into} ${the}${name}`,
    'object',
    'place',
  ),
  pattern('go', `(?:go|walk|head|move|travel|return|proceed)(?: over| back)? to ${the}${name}`, 'place'),
  pattern('open', `open(?: up)? ${the}${name}`, 'place'),
  pattern('close', `(?:close|shut) ${the}${name}`, 'place'),
  pattern('use', `(?:use|turn on|switch on|toggle) ${the}${name}`, 'object'),
  pattern('examine', `(?:examine|inspect|look at|check) ${the}${name}`, 'object'),
  pattern('inventory', `(?:inventory|what i carry)`),
  pattern('look', `look(?: around)?`),
];

/** The first action that a text speaks of, or null. */
export function parseAction(text: string): SpokenAction | null {
  let best: { index: number; action: SpokenAction } | null = null;
  const lower = text.toLowerCase();
  for (const { verb, pattern, slots } of patterns) {
    const match = pattern.exec(lower);
    if (!match || (best && match.index >= best.index)) continue;
    const named = Object.fromEntries(slots.map((slot, i) => [slot, match[i + 1]]));
    best = { index: match.index, action: { verb, ...named } };
  }
  return best?.action ?? null;
}

/** A name without its number. */
export function typeOf(fullName: string): string {
  return fullName.replace(/ \d+$/, '');
}

/** The number of a name, 0 where it has none. */
export function numberOf(fullName: string): number {
  return Number(/\d+$/.exec(fullName)?.[0] ?? 0);
}

/** Names in a list such as `a mug 1, and a plate 2`. */
export function parseNames(text: string): string[] {
  return [...text.matchAll(/\b([a-z]+ \d+)\b/g)].map((match) => match[1] ?? '');
}

/** An action in the plain form of the rules. `placing` is how the rules put things down. */
export function formatAction(action: SpokenAction, placing: 'move' | 'put'): string {
  const { verb, object = '', place = '' } = action;
  switch (verb) {
    case 'go':
      return `go to ${place}`;
    case 'take':
      return `take ${object} from ${place}`;
    case 'place':
      return placing === 'move' ? `move ${object} to ${place}` : `put ${object} in/on ${place}`;
    case 'open':
    case 'close':
      return `${verb} ${place}`;
    case 'use':
    case 'examine':
      return `${verb} ${object}`;
    case 'heat':
    case 'cool':
    case 'clean':
    case 'slice':
      return `${verb} ${object} with ${place}`;
    case 'look':
    case 'inventory':
      return verb;
  }
}
