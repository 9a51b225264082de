/** What the expert of a demonstration thinks, in words. A thought names a thing only once it has been seen. */
import type { Hunt, Route } from './choose-route.js';
import type { Treatment } from './rules.js';
import type { AlfworldSetup, AlfworldTaskType } from './setup.js';

/** What thoughts are made of: the household they are about, and the choice among wordings. */
export interface Speaker {
  readonly setup: AlfworldSetup;
  readonly pick: (wordings: readonly string[]) => string;
}

const insides: ReadonlySet<string> = new Set([
  ...['bathtubbasin', 'box', 'cabinet', 'drawer', 'fridge', 'garbagecan', 'laundryhamper'],
  ...['microwave', 'safe', 'sinkbasin'],
]);
const uncounted: ReadonlySet<string> = new Set(['bread', 'lettuce', 'toiletpaper']);
const becomes: Readonly<Record<Treatment, string>> = { heat: 'hot', cool: 'cold', clean: 'clean' };
/** Kinds of places that are named at most. */
const kindsNamed = 3;

/** Before anything: what has to be done in which order, and where the first thing is likely to be. */
export function thinkAhead(speaker: Speaker, route: Route, hunt: Hunt): string {
  const [thing, places] = [some(hunt.type), likelyPlaces(speaker, hunt)];
  const guess = speaker.pick([
    `Where would ${thing} be? ${capitalize(places)}, most likely.`,
    `I would expect ${thing} ${places}, so that is where I look first.`,
    `${capitalize(thing)} is often kept ${places}.`,
  ]);
  return `${speaker.pick(orders(speaker, route, hunt))} ${guess}`;
}

/** After a place that did not have it; null on the way to another of the same kind, where nothing need be said. */
export function thinkOfNextPlace(
  speaker: Speaker,
  { type }: Hunt,
  place: string,
  next: string,
): string | null {
  const kind = wordOf(next);
  if (wordOf(place) === kind) return null;
  return speaker.pick([
    `No ${type} ${at(place)}. I try ${oneOf(speaker, kind)} next.`,
    `There is no ${type} ${at(place)}. It may be ${atOne(speaker, next)}.`,
    `Not here. Perhaps there is ${uncounted.has(type) ? 'some' : 'one'} ${atOne(speaker, next)}.`,
  ]);
}

/** At a closed place. */
export function thinkOfOpening({ pick }: Speaker): string {
  return pick([
    'It is closed, so I open it first.',
    'I have to open it before I go on.',
    'Closed. I open it to see what is inside.',
  ]);
}

/** At the place that has it. */
export function thinkOfTaking({ pick }: Speaker, { name, type }: Hunt): string {
  return pick([
    `There is ${some(type)}: ${name}. I take it.`,
    `I see ${name}. That is what I need, so I pick it up.`,
    `Found: ${name}. I take it with me.`,
  ]);
}

/** On the way to what heats, cools or cleans. */
export function thinkOfTreating(
  speaker: Speaker,
  treatment: Treatment,
  { type, name }: Hunt,
  appliance: string,
): string {
  const tool = capitalize(oneOf(speaker, wordOf(appliance)));
  return speaker.pick([
    `The ${type} has to get ${becomes[treatment]} next. ${tool} is made for that, so I carry ${name} to ${appliance}.`,
    `With ${name} in my hands I go to ${appliance} and ${treatment} it there.`,
    `I have ${name}. Before I put it anywhere I ${treatment} it with ${appliance}.`,
  ]);
}

/** On the way to where the thing goes. */
export function thinkOfPlacing(
  speaker: Speaker,
  taskType: AlfworldTaskType,
  { type, name }: Hunt,
  target: string,
): string {
  const end = atOne(speaker, target);
  if (taskType === 'heat' || taskType === 'cool' || taskType === 'clean') {
    return speaker.pick([
      `The ${type} is ${becomes[taskType]} now. What is left is to put it ${end}, so I go to ${target}.`,
      `That is done: ${name} is ${becomes[taskType]}. Now I bring it to ${target}.`,
    ]);
  }
  return speaker.pick([
    `Now it goes ${end}: I bring it to ${target}.`,
    `I have ${name}. The place for it is ${target}.`,
  ]);
}

/** With the thing in hand, on the way to a lamp. */
export function thinkOfLamp(speaker: Speaker, { name, type }: Hunt, lamp: Hunt): string {
  if (lamp.seenBefore) {
    const place = at(lamp.places[0] ?? '');
    return `I keep ${name} in my hands. While I searched I saw ${lamp.name} ${place}, so I go back there.`;
  }
  const places = likelyPlaces(speaker, lamp);
  return speaker.pick([
    `I have ${name} and keep it. Now I need ${some(lamp.type)}; it may stand ${places}.`,
    `The ${type} stays in my hands. ${capitalize(some(lamp.type))} is what I look for now: ${places}.`,
  ]);
}

/** At the lamp. */
export function thinkOfLight({ pick }: Speaker, { name }: Hunt, lamp: Hunt): string {
  return pick([
    `Here is ${lamp.name}, and I hold ${name}. I switch the lamp on.`,
    `${capitalize(lamp.name)} is right here. I turn it on to see ${name} in its light.`,
  ]);
}

/** When the first of two is in its place. */
export function thinkOfSecond(speaker: Speaker, hunt: Hunt): string {
  const { name, type, places } = hunt;
  if (hunt.seenBefore) {
    return speaker.pick([
      `One is in place. I saw another, ${name}, ${at(places[0] ?? '')}, so I go back for it.`,
      `That was the first. There was a second one, ${name}, ${at(places[0] ?? '')}: I get it now.`,
    ]);
  }
  const likely = likelyPlaces(speaker, hunt);
  return speaker.pick([
    `One is in place. For the second ${type} I go on where I have not looked yet: ${likely}.`,
    `That was the first. I have not seen another ${type} so far; there may be one ${likely}.`,
  ]);
}

/** On the way to where the first of two is. */
export function thinkOfPlacingSecond({ pick }: Speaker, { name }: Hunt, target: string): string {
  return pick([
    `With ${name} I go back to ${target}, where the first one is.`,
    `Both have to be in the same place, so ${name} goes to ${target}, too.`,
  ]);
}

/** The order of the work, by task type. */
function orders(
  speaker: Speaker,
  { taskType, appliance = '', target = '' }: Route,
  { type }: Hunt,
): string[] {
  const [thing, end, tool] = [some(type), atOne(speaker, target), oneOf(speaker, wordOf(appliance))];
  switch (taskType) {
    case 'pick':
      return [
        `First I have to find ${thing}, then I put it ${end}.`,
        `There are two parts to this: get ${thing}, and put it ${end}.`,
      ];
    case 'light':
      return [
        `I need ${thing} in my hands and a lamp that is on. I get the ${type} first and look for the lamp after that.`,
        `Two things have to come together: ${thing}, which I can carry, and a lamp, which stays where it is. So I begin with the ${type}.`,
      ];
    case 'two':
      return [
        `I can carry only one thing at a time. So I put one ${type} ${end} first, and then I fetch a second one.`,
        `This is the same work twice: find ${thing}, put it ${end}, and then once more with another.`,
      ];
    default:
      return [
        `Three things in this order: find ${thing}, ${taskType} it with ${tool}, put it ${end}.`,
        `The ${type} must be ${becomes[taskType]} before it goes ${end}. So I find it, take it to ${tool}, and put it in its place last.`,
      ];
  }
}

function likelyPlaces(speaker: Speaker, { unseen }: Hunt): string {
  const kinds = [...new Set(unseen.map(wordOf))].slice(0, kindsNamed).map((kind) => atOne(speaker, kind));
  return kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
}

/** `a drawer`; `the fridge`, where there is only one. */
function oneOf({ setup }: Speaker, kind: string): string {
  const count = setup.receptacles.filter(([, type]) => type === kind).length;
  return count === 1 ? `the ${kind}` : withArticle(kind);
}

/** `in a drawer`, `on the desk`. */
function atOne(speaker: Speaker, place: string): string {
  return `${preposition(place)} ${oneOf(speaker, wordOf(place))}`;
}

/** `in drawer 2`, `on desk 1`. */
function at(place: string): string {
  return `${preposition(place)} ${place}`;
}

function preposition(place: string): string {
  return insides.has(wordOf(place)) ? 'in' : 'on';
}

function some(type: string): string {
  return uncounted.has(type) ? `some ${type}` : withArticle(type);
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

function wordOf(name: string): string {
  return name.split(' ')[0] ?? name;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
