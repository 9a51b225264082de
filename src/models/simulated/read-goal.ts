import type { Effect } from './lexicon.js';

/** What a job asks for, as understood from its sentence. */
export interface Goal {
  readonly kind: 'pick' | 'light' | 'two' | Effect;
  /** Type of the object, for example `mug`. */
  readonly object: string;
  /** Type of the place it must go to, or of the lamp. */
  readonly target: string;
}

const adjectives: Readonly<Record<string, Effect>> = {
  hot: 'heat',
  heated: 'heat',
  warm: 'heat',
  cool: 'cool',
  cold: 'cool',
  chilled: 'cool',
  clean: 'clean',
  cleaned: 'clean',
  washed: 'clean',
};
const into = '(?:in/on|in or on|in|on|into|onto|to|inside) (?:the |an? |some )?';

/** Understands a goal sentence; null where it is not a household job. */
export function readGoal(sentence: string): Goal | null {
  const text = sentence.toLowerCase();
  const light =
    /\b(?:look at|examine|inspect) (?:the |an? |some )?(\w+) (?:under|with|by|using) (?:the |an? |some )?(\w+)/.exec(
      text,
    );
  if (light) return { kind: 'light', object: light[1] ?? '', target: light[2] ?? '' };
  const two = new RegExp(`\\b(?:put|find|place|bring) two (\\w+)(?: and put them)? ${into}(\\w+)`).exec(text);
  if (two) return { kind: 'two', object: two[1] ?? '', target: two[2] ?? '' };
  const done = new RegExp(
    `\\b(heat|warm|cool|chill|clean|wash) (?:some|an?|the) (\\w+) and (?:put|place) it ${into}(\\w+)`,
  ).exec(text);
  if (done) return { kind: effectOf(done[1] ?? ''), object: done[2] ?? '', target: done[3] ?? '' };
  const put = new RegExp(
    `\\b(?:put|place|bring) (?:an?|some|the) (?:(${Object.keys(adjectives).join('|')}) )?(\\w+) ${into}(\\w+)`,
  ).exec(text);
  if (!put) return null;
  return {
    kind: put[1] ? (adjectives[put[1]] ?? 'pick') : 'pick',
    object: put[2] ?? '',
    target: put[3] ?? '',
  };
}

function effectOf(verb: string): Effect {
  return verb === 'heat' || verb === 'warm' ? 'heat' : verb === 'cool' || verb === 'chill' ? 'cool' : 'clean';
}
