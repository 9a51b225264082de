/** What a plan tells its reader to do, step by step, by what the steps say. */
import { type Effect, effects } from './lexicon.js';

/** What part of the job a step is about. */
export type Stage = 'search' | 'open' | 'take' | 'change' | 'deliver' | 'light' | 'other';

/** A numbered step of the plan. */
export interface PlanStep {
  readonly number: number;
  readonly text: string;
  readonly stages: ReadonlySet<Stage>;
}

/** A thing, and the place where it was seen. */
export interface Sighting {
  readonly object: string;
  readonly place: string;
}

/** What a reader takes from a plan; a belief-only reader has `noDirectives`. */
export interface Directives {
  readonly steps: readonly PlanStep[];
  /** Types of places named for the search, in order. */
  readonly lookFirst: readonly string[];
  /** Types named for an effect, first choice first. */
  readonly appliance: Readonly<Record<Effect, readonly string[]>>;
  /** The plan names a type only as something to try. */
  readonly tentative: boolean;
  /** Types that the plan says cannot do it. */
  readonly avoid: Readonly<Record<Effect, readonly string[]>>;
  /** Put the object into the appliance first (true), keep it in hand (false), or nothing said (null). */
  readonly insert: boolean | null;
  readonly openClosed: boolean;
  readonly checkOnce: boolean;
  readonly oneAtATime: boolean;
  readonly useLamp: boolean;
  /** Things that earlier tries at this job saw, and where. */
  readonly seen: readonly Sighting[];
  /** Places where earlier tries at this job did not find what it is about. */
  readonly searched: readonly string[];
}

/** A plan that says nothing. */
export const noDirectives: Directives = {
  steps: [],
  lookFirst: [],
  appliance: { heat: [], cool: [], clean: [] },
  tentative: false,
  avoid: { heat: [], cool: [], clean: [] },
  insert: null,
  openClosed: false,
  checkOnce: false,
  oneAtATime: false,
  useLamp: false,
  seen: [],
  searched: [],
};

const effectWords: Readonly<Record<Effect, RegExp>> = {
  heat: /\b(?:heat|heats|heating|heated|warm|warming|cook)\b/,
  cool: /\b(?:cool|cools|cooling|cooled|chill|chilling)\b/,
  clean: /\b(?:clean|cleans|cleaning|cleaned|wash|rinse)\b/,
};
const refusal =
  /\b(?:do not|don't|never|cannot|can't|does not|not with|not the|rather than|instead of|avoid)\b/;

/** Reads a plan. `types` are the kinds of places that the reader knows to exist or can imagine. */
export function readPlan(text: string, types: readonly string[]): Directives {
  if (text.trim() === '') return noDirectives;
  const steps = splitSteps(text).map((step, i) => createStep(step, i + 1));
  const whole = text.toLowerCase();
  const search = steps.filter((step) => step.stages.has('search')).map((step) => step.text);
  return {
    ...noDirectives,
    steps,
    lookFirst: mentions(
      search
        .flatMap(sentencesOf)
        .filter((sentence) => !refusal.test(sentence))
        .join('. '),
      types,
    ),
    appliance: perEffect((effect) => appliances(steps, effect, types, false)),
    tentative: steps.some(({ text, stages }) => stages.has('change') && /\btry\b/.test(text)),
    avoid: perEffect((effect) => appliances(steps, effect, types, true)),
    insert: readInsert(whole, types),
    openClosed: /\bopen\b[^.]*\b(?:closed|shut|if|first|when|necessary)\b|\bclosed\b[^.]*\bopen\b/.test(
      whole,
    ),
    checkOnce:
      /\b(?:one after (?:another|the other)|one by one|in turn|not yet|unsearched|unchecked|only once|skip)\b/.test(
        whole,
      ),
    oneAtATime:
      /\bone (?:\w+ )?at a time\b|\bonly one\b|\bbefore (?:you )?(?:look|search|tak|fetch|get)\w*[^.]*\b(?:second|other|next)\b/.test(
        whole,
      ),
    useLamp: /\b(?:use|turn on|switch on)\b[^.]*lamp/.test(whole),
  };
}

/** Whether two steps tell their reader the same, in whatever words; the order of places to look at does not count. */
export function tellTheSame(a: string, b: string, types: readonly string[]): boolean {
  const told = (text: string) => {
    const { steps, lookFirst, ...rest } = readPlan(`1. ${text}`, types);
    const places = steps.some(({ stages }) => stages.has('other')) ? mentions(text.toLowerCase(), types) : [];
    const stages = steps.map((step) => [...step.stages].sort());
    return JSON.stringify({ ...rest, stages, lookFirst: [...lookFirst].sort(), places });
  };
  return told(a) === told(b);
}

/** What two sources say together; where they differ, the first is right. The steps are those of the first. */
export function combineDirectives(first: Directives, second: Directives): Directives {
  const join = (a: readonly string[], b: readonly string[], unless: readonly string[] = []) => [
    ...new Set([...a, ...b.filter((type) => !unless.includes(type))]),
  ];
  return {
    steps: first.steps.length > 0 ? first.steps : second.steps,
    lookFirst: join(first.lookFirst, second.lookFirst),
    appliance: perEffect((effect) =>
      join(first.appliance[effect], second.appliance[effect], first.avoid[effect]),
    ),
    tentative: first.tentative,
    avoid: perEffect((effect) => join(first.avoid[effect], second.avoid[effect], first.appliance[effect])),
    insert: first.insert ?? second.insert,
    openClosed: first.openClosed || second.openClosed,
    checkOnce: first.checkOnce || second.checkOnce,
    oneAtATime: first.oneAtATime || second.oneAtATime,
    useLamp: first.useLamp || second.useLamp,
    seen: [...first.seen, ...second.seen],
    searched: join(first.searched, second.searched),
  };
}

/** A value for each effect. */
export function perEffect<T>(read: (effect: Effect) => T): Record<Effect, T> {
  return { heat: read('heat'), cool: read('cool'), clean: read('clean') };
}

function splitSteps(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const numbered = lines.filter((line) => /^\s*(?:step )?(?:\d+[.):]|[-*•])\s/i.test(line));
  const steps = numbered.length > 0 ? numbered : text.split(/(?<=\.)\s+/);
  return steps.map((line) => line.replace(/^\s*(?:step )?(?:\d+[.):]|[-*•])\s*/i, '').toLowerCase());
}

function createStep(text: string, number: number): PlanStep {
  const stages = new Set<Stage>();
  if (/\b(?:look for|look first|search|find|seek|check|locate|likely)\b/.test(text)) stages.add('search');
  if (/\bopen\b/.test(text)) stages.add('open');
  if (/\b(?:take|pick up|grab|fetch)\b/.test(text)) stages.add('take');
  if (effects.some((effect) => effectWords[effect].test(text))) stages.add('change');
  if (/\blamp\b|\blight\b|lamp\b/.test(text)) stages.add('light');
  if (!stages.has('change') && /\b(?:put|move|place|target)\b/.test(text)) stages.add('deliver');
  return { number, text, stages: stages.size === 0 ? new Set<Stage>(['other']) : stages };
}

function sentencesOf(text: string): string[] {
  return text
    .split(/[.;!]\s*|\bbut\b|,\s*(?=(?:not|never|do not|don't|rather than|instead of)\b)/)
    .filter(Boolean);
}

/** Types named in an effect's steps: those it is to be done with, or those it cannot be done with. */
function appliances(
  steps: readonly PlanStep[],
  effect: Effect,
  types: readonly string[],
  refused: boolean,
): string[] {
  const sentences = steps
    .filter((step) => effectWords[effect].test(step.text))
    .flatMap((step) => sentencesOf(step.text))
    .filter((sentence) => effectWords[effect].test(sentence) || refusal.test(sentence))
    .filter((sentence) => refusal.test(sentence) === refused);
  return mentions(sentences.join('. '), types);
}

function readInsert(whole: string, types: readonly string[]): boolean | null {
  if (
    /\b(?:while|keep|still)\b[^.]*\b(?:carry|carrying|hold|holding|hand|hands)\b|\bdo not put it (?:in|down)\b/.test(
      whole,
    )
  )
    return false;
  const inserted = /\b(?:put|place|move) (?:it|the object|\{object\}) (?:in|into|inside|to|on) the (\w+)/g;
  for (const match of whole.matchAll(inserted)) if (types.includes(match[1] ?? '')) return true;
  return null;
}

/** Known types in a text, in order of appearance, each once. */
export function mentions(text: string, types: readonly string[]): string[] {
  const found = types
    .map((type) => ({ type, index: new RegExp(`\\b${type}s?\\b`).exec(text)?.index ?? -1 }))
    .filter(({ index }) => index >= 0)
    .sort((a, b) => a.index - b.index);
  return found.map(({ type }) => type);
}
