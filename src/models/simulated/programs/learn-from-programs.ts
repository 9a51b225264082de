/** What example programs teach: which appliance, whether closed things are opened, what is expected of an action. */
import { parseAction, type SpokenAction, typeOf, type Verb } from '../lexicon.js';
import { readGoal } from '../read-goal.js';
import { isEffect } from '../read-log.js';
import { type Directives, noDirectives, perEffect } from '../read-plan.js';
import { type Command, flatten } from './program.js';
import type { ExampleProgram } from './read-programming.js';

/** What a reader takes from examples. */
export interface Lessons {
  readonly directives: Directives;
  /** Words that the examples expect of an action, up to the first name. */
  readonly expectations: ReadonlyMap<Verb, string>;
}

interface Doing {
  readonly action: SpokenAction;
  /** Types the place stands for, where it runs through a list. */
  readonly places: readonly string[];
  readonly expect: string;
}

/** Reads examples; `object` is the type of thing that the job at hand is about. */
export function learnFromPrograms(examples: readonly ExampleProgram[], object: string): Lessons {
  const read = examples.map(({ job, program }) => {
    const commands = program.steps.flatMap((step) => flatten(step.do));
    return { goal: readGoal(job), commands, doings: doingsOf(commands) };
  });
  const doings = read.flatMap((example) => example.doings);
  if (doings.length === 0) return { directives: noDirectives, expectations: new Map() };
  const sameThing = read.filter(({ goal }) => goal?.object === object);
  return {
    directives: {
      ...noDirectives,
      lookFirst: [...new Set(sameThing.flatMap(({ commands }) => firstList(commands)))],
      appliance: perEffect((effect) => appliances(doings, effect)),
      insert: doings.some(({ action }) => isEffect(action.verb))
        ? read.some(({ doings }) => insertsFirst(doings))
        : null,
      openClosed: doings.some(({ action }) => action.verb === 'open'),
      oneAtATime: read.some(({ goal, doings }) => goal?.kind === 'two' && putsBetweenTakes(doings)),
      useLamp: doings.some(({ action }) => action.verb === 'use'),
    },
    expectations: readExpectations(doings),
  };
}

/** The actions of commands, names in slots made up where they do not matter. */
function doingsOf(commands: readonly Command[]): Doing[] {
  const lists = new Map(
    commands.flatMap((command) => ('forEach' in command ? [[command.forEach, command.in] as const] : [])),
  );
  return commands.flatMap((command) => {
    if (!('action' in command)) return [];
    const action = parseAction(withoutSlots(command.action));
    const slot = /\{(\w+)\}\s*$/.exec(command.action)?.[1];
    const list = slot === undefined ? undefined : lists.get(slot);
    const named = Array.isArray(list) ? (list as readonly string[]) : action?.place ? [action.place] : [];
    return action ? [{ action, places: named.map(typeOf), expect: command.expect ?? '' }] : [];
  });
}

/** `take mug {n} from {place}` as `take mug 1 from place 1`. */
function withoutSlots(text: string): string {
  return text
    .replace(
      /\b(to|from|with|on|in|open|close|use|examine|take|move|put|heat|cool|clean) \{(\w+)\}/gi,
      '$1 $2 1',
    )
    .replace(/\{\w+\}/g, '1');
}

function firstList(commands: readonly Command[]): string[] {
  const loop = commands.find((command) => 'forEach' in command);
  return loop && 'forEach' in loop && typeof loop.in !== 'string' ? loop.in.map(typeOf) : [];
}

function appliances(doings: readonly Doing[], effect: Verb): string[] {
  return [...new Set(doings.filter(({ action }) => action.verb === effect).flatMap(({ places }) => places))];
}

/** Whether an example puts the thing into the appliance before it heats, cools or cleans it. */
function insertsFirst(doings: readonly Doing[]): boolean {
  const change = doings.findIndex(({ action }) => isEffect(action.verb));
  const place = doings[change]?.places[0];
  return doings
    .slice(0, Math.max(change, 0))
    .some(({ action, places }) => action.verb === 'place' && places[0] === place);
}

function putsBetweenTakes(doings: readonly Doing[]): boolean {
  const moves = doings.map(({ action }) => action.verb).filter((verb) => verb === 'take' || verb === 'place');
  return moves.join(' ').startsWith('take place');
}

function readExpectations(doings: readonly Doing[]): Map<Verb, string> {
  const expectations = new Map<Verb, string>();
  for (const { action, expect } of doings) {
    const words = expect.split(/\{|\d|\bthe\b/)[0]?.trim() ?? '';
    const named = [action.object, action.place].some((name) => name && words.includes(typeOf(name)));
    if (words !== '' && !named && !expectations.has(action.verb)) expectations.set(action.verb, words);
  }
  return expectations;
}
