/** What a request says of earlier tries at the same job, as directives: where to look and what to do differently. */
import { readClaims } from './claims.js';
import { effects, parseNames, typeOf } from './lexicon.js';
import type { Goal } from './read-goal.js';
import {
  combineDirectives,
  type Directives,
  noDirectives,
  perEffect,
  readPlan,
  type Sighting,
} from './read-plan.js';

const tryHeading = /^[ \t#*>-]*(?:try|trial|attempt|memory|lesson)s?\s*#?\d+\b[ \t]*[:.)-]?[ \t]*/gim;
const inVain =
  /\b(?:not|nothing|empty|never found|in vain)\b[^.;]*\b(?:at|in|on|inside)\b|\b(?:empty|in vain)\b|\bno \w+ (?:at|in|on|inside)\b/;
const whereabouts = /\b(\w+ \d+)(?: \w+){0,3}? (?:at|in|on|inside|from) (?:the )?(\w+ \d+)/g;

/** Reads what earlier tries taught; the later try is right where two differ. */
export function learnFromTries(text: string, goal: Goal | null, types: readonly string[]): Directives {
  if (text.trim() === '') return noDirectives;
  const tries = splitTries(text).map((one) => readTry(one, goal, types));
  return tries.reverse().reduce(combineDirectives, noDirectives);
}

/** The texts of the tries, in their order; what stands before the first is dropped. */
export function splitTries(text: string): string[] {
  const starts = [...text.matchAll(tryHeading)];
  if (starts.length === 0) return [text];
  return starts.map((match, i) => text.slice(match.index + match[0].length, starts[i + 1]?.index));
}

function readTry(text: string, goal: Goal | null, types: readonly string[]): Directives {
  const sentences = text.toLowerCase().split(/\n+|(?<=[.;!])\s+/);
  const vain = sentences.filter((sentence) => isVain(sentence, goal));
  const rest = sentences.filter((sentence) => !vain.includes(sentence));
  const plan = readPlan(rest.join('\n'), types);
  const claims = readClaims(rest.join('\n'));
  const says = (kind: string) => claims.some((claim) => claim.kind === kind);
  const failed = perEffect((effect) =>
    claims.flatMap((claim) => (claim.kind === 'fails' && claim.effect === effect ? [claim.type] : [])),
  );
  return {
    ...plan,
    steps: [],
    appliance: perEffect((effect) => plan.appliance[effect].filter((type) => !failed[effect].includes(type))),
    avoid: perEffect((effect) => [...new Set([...plan.avoid[effect], ...failed[effect]])]),
    insert: plan.insert ?? (says('hold') ? false : null),
    openClosed: plan.openClosed || says('open'),
    checkOnce: plan.checkOnce || says('once'),
    oneAtATime: plan.oneAtATime || says('one-at-a-time'),
    useLamp: plan.useLamp || says('use-lamp'),
    seen: rest.flatMap(readSeen),
    searched: [...new Set(vain.flatMap(parseNames))],
  };
}

/** Whether a sentence says that what the job is about was not somewhere. */
function isVain(sentence: string, goal: Goal | null): boolean {
  if (effects.some((effect) => sentence.includes(effect)) || !inVain.test(sentence)) return false;
  const names = parseNames(sentence);
  return names.length > 0 && !names.some((name) => typeOf(name) === goal?.object);
}

function readSeen(sentence: string): Sighting[] {
  return [...sentence.matchAll(whereabouts)].flatMap(([, object, place]) =>
    object !== undefined && place !== undefined ? [{ object, place }] : [],
  );
}
