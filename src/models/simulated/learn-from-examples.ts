/**
 * What worked examples teach: read from what their actions were and what the observations answered, as a reader who
 * does not know the world takes it. An example in which a toaster heats teaches a toaster.
 */
import { type Effect, numberOf, typeOf } from './lexicon.js';
import type { Example } from './read-examples.js';
import { type Goal, readGoal } from './read-goal.js';
import { isEffect, type Memory, readLog } from './read-log.js';
import { combineDirectives, type Directives, noDirectives, perEffect } from './read-plan.js';
import type { Habit } from './situation.js';

/** Whether a reader notices one thing about one example. */
export type Notice = (example: Example, thing: string) => boolean;

/** The directives that examples give for a job. Where they differ, what more of them show comes first. */
export function learnFromExamples(
  examples: readonly Example[],
  goal: Goal | null,
  notices: Notice,
): Directives {
  const lessons = examples.map((example) => learnFromOne(example, goal, (thing) => notices(example, thing)));
  const learned = lessons.reduce(combineDirectives, noDirectives);
  return {
    ...learned,
    appliance: perEffect((effect) => byCount(lessons.flatMap((lesson) => lesson.appliance[effect]))),
    insert: mostSaid(lessons.map((lesson) => lesson.insert)),
  };
}

function learnFromOne(example: Example, goal: Goal | null, notices: (thing: string) => boolean): Directives {
  const memory = readLog(example.firstObservation, example.turns);
  const shownGoal = readGoal(example.job);
  const sameObject = goal !== null && shownGoal?.object === goal.object;
  const worked = (effect: Effect) => {
    const type = memory.works.get(effect);
    return type !== undefined && notices(`${effect} with ${type}`) ? [type] : [];
  };
  return {
    ...noDirectives,
    appliance: perEffect(worked),
    avoid: perEffect((effect) =>
      memory.refutations
        .filter((one) => one.effect === effect && one.stated && notices(`${effect} not with ${one.type}`))
        .map(({ type }) => type),
    ),
    insert: notices('how to hold it') ? showsInserting(memory) : null,
    openClosed: showsOpening(memory) && notices('open'),
    checkOnce: showsOrder(memory) && notices('each place once'),
    oneAtATime: showsOneAtATime(memory) && notices('one at a time'),
    useLamp: memory.lampsUsed.size > 0 && notices('use the lamp'),
    lookFirst: sameObject && notices('where it was') ? foundAt(memory, shownGoal.object) : [],
  };
}

/** Whether the thing that was changed lay in the appliance before (true) or was in hand (false); null for none. */
function showsInserting(memory: Memory): boolean | null {
  const change = memory.events.find(({ action, failed }) => action && isEffect(action.verb) && !failed);
  if (!change?.action) return null;
  const { object, place } = change.action;
  const putBefore = memory.events
    .slice(0, change.index)
    .some(({ action, failed }) => action?.verb === 'place' && !failed && action.place === place);
  if (putBefore) return true;
  return change.held !== null && (change.held === object || typeOf(change.held) === object) ? false : null;
}

function showsOpening({ events }: Memory): boolean {
  return events.some(
    ({ action, failed }, i) =>
      action?.verb === 'open' && !failed && events[i - 1]?.action?.verb === 'go' && !events[i - 1]?.failed,
  );
}

/** A search over several places, none of which was searched twice. */
function showsOrder({ events }: Memory): boolean {
  const taken = events.findIndex(({ action, failed }) => action?.verb === 'take' && !failed);
  const visited = events
    .slice(0, Math.max(taken, 0))
    .flatMap(({ action }) => (action?.verb === 'go' ? [action.place] : []));
  return visited.length > 2 && new Set(visited).size === visited.length;
}

/** A thing was put down before another of its kind was taken. */
function showsOneAtATime({ events }: Memory): boolean {
  const hands = events.filter(
    ({ action, failed }) => (action?.verb === 'take' || action?.verb === 'place') && !failed,
  );
  return hands.some(({ action }, i) => {
    const [put, next] = [hands[i + 1]?.action, hands[i + 2]?.action];
    if (action?.verb !== 'take' || put?.verb !== 'place' || next?.verb !== 'take') return false;
    return (
      typeOf(action.object ?? '') === typeOf(next.object ?? '') &&
      numberOf(action.object ?? '') !== numberOf(next.object ?? '')
    );
  });
}

function foundAt({ events }: Memory, type: string): string[] {
  const takes = events.filter(
    ({ action, failed }) => action?.verb === 'take' && !failed && typeOf(action.object ?? '') === type,
  );
  return [...new Set(takes.map(({ action }) => typeOf(action?.place ?? '')).filter(Boolean))].slice(0, 2);
}

function byCount(types: readonly string[]): string[] {
  const count = (type: string) => types.filter((other) => other === type).length;
  return [...new Set(types)].sort((a, b) => count(b) - count(a));
}

function mostSaid(answers: readonly (boolean | null)[]): boolean | null {
  const inserted = answers.filter((answer) => answer === true).length;
  const held = answers.filter((answer) => answer === false).length;
  return inserted + held === 0 ? null : inserted > held;
}

/** A notice that is the same through an episode: each thing about each example with the reader's insight. */
export function createNotice(habit: Habit, insight: number): Notice {
  return (example, thing) => habit(`notice ${thing} in ${example.job} ${example.turns.length}`) < insight;
}
