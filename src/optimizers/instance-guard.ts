/** Keeps what belongs to single jobs out of plans: a plan must serve every job of its kind. */
import type { Manual } from '../core/environment.js';
import type { Episode } from '../core/episode.js';

/** What single jobs consist of, and what may be said of all of them. */
export interface InstanceDetails {
  readonly manual: Manual;
  /** Goals of all training instances: a word that a third of them share is not one job's own. */
  readonly goals: readonly string[];
  /** Everything that has been played. */
  readonly episodes: readonly Episode[];
  /** The right answers to the instances that have been played, where there are any. */
  readonly answers: readonly string[];
}

/** Says what a step copies from a single job, in words; null where it copies nothing. */
export type InstanceGuard = (step: string) => string | null;

/** So many words in a row are no coincidence. */
const copiedRun = 8;
/** This share of a goal's own words in one step means that the step speaks of that goal. */
const toldShare = 1 / 3;
const commonShare = 1 / 3;

/**
 * A guard against four kinds of copies: names with a number (`mug 1`), a goal's own words and names, right answers, and
 * eight words in a row from an observation. What the manual says may always be said.
 */
export function createInstanceGuard(details: InstanceDetails): InstanceGuard {
  const isShared = findSharedWords(details);
  const goals = new Set(details.episodes.map(({ goal }) => goal));
  const checks = [
    refuseNumberedNames(details),
    ...[...goals].map((goal) => refuseGoal(goal, isShared)),
    refuseAnswers(details),
    refuseRuns(details),
  ];
  return (step) => {
    for (const check of checks) {
      const reason = check(step);
      if (reason !== null) return reason;
    }
    return null;
  };
}

/** A noun that is seen with a number anywhere may stand with none: `mug 9` is as bad as `mug 1`. */
function refuseNumberedNames({ episodes }: InstanceDetails): InstanceGuard {
  const nouns = new Set<string>();
  for (const episode of episodes)
    for (const { noun } of textsOf(episode).flatMap(numberedNames)) if (!empty.has(noun)) nouns.add(noun);
  return (step) => {
    const found = numberedNames(step).find(({ noun }) => nouns.has(noun));
    return found === undefined ? null : `it names a numbered thing of one job ("${found.name}")`;
  };
}

function numberedNames(text: string): { readonly noun: string; readonly name: string }[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])(\p{L}[\p{L}-]*) \d+(?![\p{L}\p{N}])/gu)].map((match) => ({
    noun: (match[1] ?? '').toLowerCase(),
    name: match[0],
  }));
}

type IsShared = (word: string) => boolean;

function refuseGoal(goal: string, isShared: IsShared): InstanceGuard {
  const names = namesIn(goal).filter((name) => !isShared(name.toLowerCase()));
  const own = [...new Set(wordsOf(goal))].filter((word) => word.length > 2 && !isShared(word));
  return (step) => {
    const said = new Set(step.match(/[\p{L}\p{N}]+/gu) ?? []);
    const name = names.find((one) => said.has(one));
    if (name !== undefined) return `it uses a name of one job ("${name}")`;
    const words = new Set(wordsOf(step));
    const told = own.filter((word) => words.has(word));
    if (told.length === 0 || told.length < own.length * toldShare) return null;
    return `it speaks of one job ("${told.join(' ')}")`;
  };
}

/** Capitalised words inside a goal. */
function namesIn(goal: string): string[] {
  return [...goal.matchAll(/(?<=\S\s+["“'‘(]?)\p{Lu}[\p{L}\p{N}]+/gu)].map((match) => match[0]);
}

/** Words that are no job's own: empty ones, those of the manual, of many goals, and of how episodes begin. */
function findSharedWords({ manual, goals, episodes }: InstanceDetails): IsShared {
  const shared = new Set([...empty, ...wordsOfManual(manual)]);
  const different = [...new Set(goals)];
  const counts = new Map<string, number>();
  for (const word of different.flatMap((goal) => [...new Set(wordsOf(goal))]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts)
    if (count > 1 && count >= different.length * commonShare) shared.add(word);
  for (const { goal, initialObservation } of episodes)
    for (const word of wordsOf(initialObservation.replaceAll(goal, ' '))) shared.add(word);
  return (word) => shared.has(word);
}

function refuseAnswers({ answers, manual }: InstanceDetails): InstanceGuard {
  const known = wordsOfManual(manual);
  const telling = answers
    .map(withoutArticles)
    .filter((words) => words.some((word) => !empty.has(word) && !known.has(word)))
    .map((words) => words.join(' '));
  return (step) => {
    const said = ` ${withoutArticles(step).join(' ')} `;
    const answer = telling.find((one) => said.includes(` ${one} `));
    return answer === undefined ? null : `it holds the answer to one job ("${answer}")`;
  };
}

/** Articles make no difference to an answer. */
function withoutArticles(text: string): string[] {
  return wordsOf(text).filter((word) => !['a', 'an', 'the'].includes(word));
}

function refuseRuns({ episodes, manual }: InstanceDetails): InstanceGuard {
  const runs = new Set(episodes.flatMap(textsOf).flatMap(runsOf));
  for (const run of runsOf(textOfManual(manual))) runs.delete(run);
  return (step) => {
    const copied = runsOf(step).find((run) => runs.has(run));
    return copied === undefined ? null : `it repeats what was observed in one job ("${copied}")`;
  };
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(copiedRun - 1).map((_, start) => words.slice(start, start + copiedRun).join(' '));
}

/** What an episode showed, text by text. */
function textsOf({ initialObservation, steps }: Episode): string[] {
  return [initialObservation, ...steps.map(({ observation }) => observation)];
}

function textOfManual({ introduction, actions, task }: Manual): string {
  const forms = actions.map(({ form, description }) => `${form} ${description}`);
  return [introduction, ...forms, task].join('\n');
}

function wordsOfManual(manual: Manual): ReadonlySet<string> {
  return new Set(wordsOf(textOfManual(manual)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words that say nothing of a job on their own. */
const empty = new Set(
  (
    'a about above after all an and any are as at be been before below both but by can did do does each either else ' +
    'first for from had has have he her here him his how i if in into is it its last least less many more most much ' +
    'must no nor not now of off on once one only onto or other out over per same second she should so some than that ' +
    'the their them then there these they this those through till to two under until up use used was were what when ' +
    'where which while who whom whose why will with within without would yes you your'
  ).split(' '),
);
