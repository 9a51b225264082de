/** What the simulated model makes of an episode: a summary, its flaws, a revision. Only from what the log says. */
import type { Random } from '../../util/random.js';
import { type Effect, typeOf } from './lexicon.js';
import type { SimulatedProfile } from './profiles.js';
import type { Goal } from './read-goal.js';
import { type Event, isEffect, type Memory } from './read-log.js';
import type { Directives } from './read-plan.js';

/** What a reflection rests on. */
export interface Review {
  readonly goal: Goal | null;
  readonly memory: Memory;
  readonly plan: Directives;
  readonly profile: SimulatedProfile;
  readonly random: Random;
}

/** Effects as nouns, for sentences about what something can be used for. */
export const doing: Readonly<Record<Effect, string>> = {
  heat: 'heating',
  cool: 'cooling',
  clean: 'cleaning',
};
const did: Readonly<Record<Effect, string>> = { heat: 'heated', cool: 'cooled', clean: 'cleaned' };

/** Events in order. Minor ones are often left out, details and causes sometimes. */
export function summarize({ memory, profile, random }: Review): string {
  const lines = memory.events.flatMap((event) => {
    const line = describe(event, profile, random);
    return line ? [`- ${line}`] : [];
  });
  return lines.length === 0 ? '- I did nothing that I can recall.' : lines.join('\n');
}

function describe(event: Event, profile: SimulatedProfile, random: Random): string | null {
  const { action, failed, held, reason } = event;
  if (!action) return random.chance(0.5) ? 'I did something that was not understood.' : null;
  const { verb, object = '', place = '' } = action;
  const keepsDetail = random.chance(0.3 + 0.4 * profile.insight);
  if (isEffect(verb)) {
    const how = keepsDetail ? ` with ${place}` : '';
    if (!failed)
      return `I ${did[verb]} ${object}${how}${keepsDetail && held === object ? ' while I carried it' : ''}.`;
    return `I tried to ${verb} ${object}${how}, but it failed${keepsDetail && random.chance(0.3) ? ` (${plain(reason)})` : ''}.`;
  }
  if (failed) return random.chance(0.3) ? `I tried to ${verb} ${object || place}, but it failed.` : null;
  if (verb === 'take') return keepsDetail ? `I took ${object} from ${place}.` : `I took ${object}.`;
  if (verb === 'place') return `I put ${object} in ${place}.`;
  if (verb === 'use') return `I turned on ${object}.`;
  if (verb === 'go') return random.chance(0.3) ? `I went to ${place}.` : null;
  return verb === 'open' && random.chance(0.3) ? `I opened ${place}.` : null;
}

function plain(reason: string): string {
  return reason.replace(/[.\s]+$/, '');
}

/** Flaws for which the log holds evidence, each found with the profile's insight; rarely one that is not there. */
export function findFlaws(review: Review): string {
  const { profile, random } = review;
  const candidates = [
    ...applianceFlaws(review),
    ...handlingFlaws(review),
    ...searchFlaws(review),
    ...lampFlaws(review),
    ...vainFlaws(review),
  ];
  const found = [...new Set(candidates)].filter(() => random.chance(profile.insight));
  if (random.chance(profile.invention))
    found.push('It would have been better to look into the drawers first.');
  return found.length === 0 ? 'I see no flaw.' : found.map((flaw) => `- ${flaw}`).join('\n');
}

function applianceFlaws({ memory, random }: Review): string[] {
  const flaws: string[] = [];
  for (const event of memory.events) {
    const { action, failed, cause, reason } = event;
    if (!action || !isEffect(action.verb) || !failed) continue;
    const appliance = typeOf(action.place ?? '');
    if (cause === 'cannot-do-effect') {
      flaws.push(
        `${capital(doing[action.verb])} with the ${appliance} failed, for the observation says: ${plain(reason)}.`,
      );
    } else if (cause === 'none') {
      flaws.push(guessCause(action.verb, appliance, random));
    }
  }
  for (const [effect, type] of memory.works) flaws.push(praise(memory, effect, type));
  return flaws;
}

/** What brought an effect about, and whether the object was in hand, as far as the log shows it. */
function praise(memory: Memory, effect: Effect, type: string): string {
  const success = memory.events.find(({ action, failed }) => action?.verb === effect && !failed);
  const held = success?.held !== null && success?.held === success?.action?.object;
  return `What does work for ${doing[effect]} is the ${type}: ${effect} the object with the ${type}${held ? ' while it is carried' : ''}.`;
}

/** With no stated cause there is only a guess. */
function guessCause(effect: Effect, appliance: string, random: Random): string {
  return random.pick([
    `Perhaps ${doing[effect]} with the ${appliance} does not work: the attempt failed.`,
    `Perhaps ${doing[effect]} with the ${appliance} does not work: nothing came of it.`,
    `Nothing happened at the ${appliance}; perhaps the ${appliance} has to be opened before.`,
    `Nothing happened at the ${appliance}; perhaps the object has to lie inside it.`,
  ]);
}

function handlingFlaws({ goal, memory, random }: Review): string[] {
  const flaws: string[] = [];
  for (const { action, cause } of memory.events) {
    if (cause === 'not-carrying' && action && isEffect(action.verb)) {
      flaws.push(`I had put the object down before ${doing[action.verb]} it; it has to be carried for that.`);
    }
    if (cause === 'wrong-verb')
      flaws.push(
        'I tried to switch the appliance on; the object has to be carried there and the right action used.',
      );
    if (cause === 'hands-full')
      flaws.push('I tried to take a second object while I carried one; only one can be carried at a time.');
  }
  const kind = goal?.kind ?? 'pick';
  if (
    goal &&
    isEffect(kind) &&
    memory.placed.length > 0 &&
    ![...memory.done].some((entry) => entry.startsWith(kind))
  ) {
    const guess = random.pick([
      `Perhaps it has to be carried for ${doing[kind]}.`,
      'Perhaps it has to stay there for longer.',
      'Perhaps the door has to be shut.',
    ]);
    flaws.push(
      `The object was never ${did[kind]}: no observation says so, and putting it somewhere did not do it. ${guess}`,
    );
  }
  return flaws;
}

function searchFlaws({ goal, memory }: Review): string[] {
  const flaws: string[] = [];
  const leftClosed = [...memory.places].find(
    ([name, { state, visits }]) => state === 'closed' && visits > 0 && !wasOpened(memory, name),
  );
  if (leftClosed)
    flaws.push(
      `The ${typeOf(leftClosed[0])} was closed and I went on without opening it; what is closed has to be opened.`,
    );
  const twice = memory.events.find(
    ({ action }) => action?.verb === 'go' && (memory.places.get(action.place ?? '')?.visits ?? 0) > 2,
  );
  if (twice)
    flaws.push(`I went to the ${typeOf(twice.action?.place ?? '')} again though I had searched it already.`);
  for (const { action, failed } of memory.events) {
    if (action?.verb !== 'take' || failed || typeOf(action.object ?? '') !== goal?.object) continue;
    flaws.push(
      `The object was found at the ${typeOf(action.place ?? '')}; such places are worth a look first.`,
    );
  }
  for (const type of memory.absent) if (type) flaws.push(`There is no ${type} here.`);
  return flaws;
}

function wasOpened({ events }: Memory, place: string): boolean {
  return events.some(({ action, failed }) => action?.verb === 'open' && action.place === place && !failed);
}

function lampFlaws({ goal, memory }: Review): string[] {
  if (goal?.kind !== 'light' || memory.lampsUsed.size === 0) return [];
  return [
    `Looking at the object was not enough: the ${goal.target} has to be turned on ("use") while the object is carried.`,
  ];
}

function vainFlaws({ goal, memory }: Review): string[] {
  const took = memory.events.some(({ action, failed }) => action?.verb === 'take' && !failed);
  if (took || memory.events.length < 12) return [];
  return [
    `I never found the ${goal?.object ?? 'object'} and ran out of actions; places have to be searched one after another, each only once.`,
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** One edit per flaw that can be pinned to a step of the plan, or to a step that is missing. */
export function suggestRevision(flaws: string, plan: Directives, random: Random, wordiness: number): string {
  const edits = flaws
    .split('\n')
    .map((line) => line.replace(/^\s*[-*\d.)]+\s*/, '').trim())
    .filter((line) => line !== '' && !/no flaw/i.test(line))
    .map((line) => `- ${editFor(line, plan)}`);
  if (edits.length === 0) return 'The plan can stay as it is.';
  const preface = random.chance(wordiness * 0.5) ? ['I would change this:'] : [];
  return [...preface, ...edits].join('\n');
}

function editFor(flaw: string, plan: Directives): string {
  const text = flaw.toLowerCase();
  const stage = /heat|cool|clean|carried for/.test(text)
    ? 'change'
    : /lamp/.test(text)
      ? 'light'
      : /closed|search|found|look/.test(text)
        ? 'search'
        : 'take';
  const step = plan.steps.find(({ stages }) => stages.has(stage));
  return step ? `Step ${step.number}: ${flaw}` : `A step is missing: ${flaw}`;
}
