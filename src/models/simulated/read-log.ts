/** The working memory: everything the log says so far, read anew for each request. */
import { type Effect, effects, parseAction, parseNames, type SpokenAction, typeOf } from './lexicon.js';
import type { LoggedTurn } from './read-examples.js';

/** Why an action failed, as the observation says; `none` where it gives no cause. */
export type Cause =
  | 'cannot-do-effect'
  | 'closed'
  | 'hands-full'
  | 'not-carrying'
  | 'not-there'
  | 'unknown-place'
  | 'wrong-verb'
  | 'other'
  | 'none';

/** One turn as understood. */
export interface Event {
  readonly index: number;
  readonly action: SpokenAction | null;
  readonly failed: boolean;
  /** What was in hand when it began. */
  readonly held: string | null;
  readonly cause: Cause;
  /** The observation, shortened to the part that explains a failure. */
  readonly reason: string;
}

/** What is known about one place. */
export interface PlaceMemory {
  visits: number;
  state: 'unknown' | 'closed' | 'open' | 'surface';
  contents: string[];
}

/** The working memory. */
export interface Memory {
  /** Places in the order in which the first observation names them. */
  readonly rooms: readonly string[];
  readonly places: Map<string, PlaceMemory>;
  readonly events: Event[];
  /** The place it went to last. */
  at: string | null;
  /** All places within reach: the last one, and those found to be at the same spot. */
  readonly here: Set<string>;
  holding: string | null;
  /** What was put where, in order. */
  readonly placed: { object: string; place: string }[];
  /** `heat mug 1`: effects that an observation confirmed. */
  readonly done: Set<string>;
  /** Appliance types that brought an effect about. */
  readonly works: Map<Effect, string>;
  /** Failed attempts with a type of appliance; `stated` where the observation says that it cannot do it. */
  readonly refutations: {
    readonly effect: Effect;
    readonly type: string;
    readonly index: number;
    readonly stated: boolean;
  }[];
  /** Where each thing was first seen, and at which event. */
  readonly firstSeen: Map<string, { readonly place: string; readonly index: number }>;
  readonly absent: Set<string>;
  readonly lampsUsed: Set<string>;
}

/** Reads the log. */
export function readLog(firstObservation: string, turns: readonly LoggedTurn[]): Memory {
  const rooms = parseNames(firstObservation.toLowerCase());
  const memory: Memory = {
    rooms,
    places: new Map(rooms.map((name) => [name, { visits: 0, state: 'unknown', contents: [] }])),
    events: [],
    at: null,
    here: new Set(),
    holding: null,
    placed: [],
    done: new Set(),
    works: new Map(),
    refutations: [],
    firstSeen: new Map(),
    absent: new Set(),
    lampsUsed: new Set(),
  };
  for (const [index, turn] of turns.entries()) readTurn(memory, turn, index);
  return memory;
}

/** Sentences of an observation that mean that the action worked. */
const success =
  /you (?:arrive|open|close|pick up|move|put|place|heat|cool|clean|turn on|sliced?|are (?:carrying|not carrying anything|facing|in the middle))\b|\bis (?:open\. |closed\.$)|^on the |you see|this is a|nothing special|available commands/i;

function readTurn(memory: Memory, turn: LoggedTurn, index: number): void {
  const action = parseAction(turn.action);
  const observation = turn.observation.toLowerCase();
  const failed = /nothing happens|action failed|\binvalid\b/.test(observation) || !success.test(observation);
  const cause = failed ? readCause(observation) : 'none';
  const reason = observation.replace(/^action failed\W*/, '').trim();
  memory.events.push({ index, action, failed, held: memory.holding, cause, reason });
  if (failed) readFailure(memory, memory.events.length - 1, action, cause, observation);
  else readSuccess(memory, action, observation);
}

function readCause(observation: string): Cause {
  if (
    /(?:cannot|can't|can not|is not able to|unable to)[^.]*\b(?:heat|cool|clean|warm|chill|wash)/.test(
      observation,
    )
  )
    return 'cannot-do-effect';
  if (/\bis closed\b/.test(observation)) return 'closed';
  if (/more than one|hands are full|already (?:carrying|holding)/.test(observation)) return 'hands-full';
  if (/not (?:carrying|holding)/.test(observation)) return 'not-carrying';
  if (/not a valid|does not exist|no such|unknown|there is no (?!need)\w+|is not in this/.test(observation))
    return 'unknown-place';
  if (/\b(?:heat|cool|clean)\b[^.]*\bwith\b/.test(observation)) return 'wrong-verb';
  if (/\bnot (?:at|here|on|in)\b|isn't (?:at|here|on|in)\b/.test(observation)) return 'not-there';
  return /nothing happens/.test(observation) ? 'none' : 'other';
}

function readFailure(
  memory: Memory,
  index: number,
  action: SpokenAction | null,
  cause: Cause,
  observation: string,
): void {
  for (const effect of effects) {
    const ruledOut = new RegExp(
      `\\b(\\w+?)(?: \\d+)? (?:cannot|can't|can not) (?:be used (?:for|to) )?${effect}`,
    ).exec(observation);
    if (ruledOut?.[1]) memory.refutations.push({ effect, type: ruledOut[1], index, stated: true });
  }
  if (!action) return;
  const place = action.place ?? '';
  if (action.verb === 'go' && memory.places.has(place) && cause !== 'unknown-place') arrive(memory, place);
  if (cause === 'closed') placeOf(memory, place).state = 'closed';
  if (cause === 'unknown-place') memory.absent.add(typeOf(action.place ?? action.object ?? ''));
  if (cause === 'not-there' && action.verb === 'take') forget(memory, action.object ?? '', place);
  if (cause === 'none' && isEffect(action.verb)) {
    memory.refutations.push({ effect: action.verb, type: typeOf(place), index, stated: false });
  }
}

function readSuccess(memory: Memory, action: SpokenAction | null, observation: string): void {
  if (action?.verb === 'go' && action.place) {
    memory.here.clear();
    arrive(memory, action.place);
  }
  readScene(memory, observation);
  const taken = /you pick up the (\w+ \d+) from the (\w+ \d+)/.exec(observation);
  if (taken?.[1] && taken[2]) {
    memory.holding = taken[1];
    forget(memory, taken[1], taken[2]);
  }
  const put = /you (?:move|put|place) the (\w+ \d+) (?:to|in\/on|in|on) the (\w+ \d+)/.exec(observation);
  if (put?.[1] && put[2]) {
    memory.holding = null;
    memory.placed.push({ object: put[1], place: put[2] });
    placeOf(memory, put[2]).contents.push(put[1]);
  }
  const changed = /you (heat|cool|clean) the (\w+ \d+) (?:using|with) the (\w+ \d+)/.exec(observation);
  if (changed?.[1] && changed[2] && changed[3]) {
    const effect = changed[1] as Effect;
    memory.done.add(`${effect} ${changed[2]}`);
    memory.works.set(effect, typeOf(changed[3]));
  }
  const lit = /you turn on the (\w+ \d+)/.exec(observation);
  if (lit?.[1]) memory.lampsUsed.add(lit[1]);
}

/** Being at a place: by going there, or by learning that one need not go. */
function arrive(memory: Memory, place: string): void {
  memory.at = place;
  memory.here.add(place);
  placeOf(memory, place).visits++;
}

/** What an observation shows of places: open, closed, and what lies there. */
function readScene(memory: Memory, observation: string): void {
  const shut = /you close the (\w+ \d+)|the (\w+ \d+) is closed/.exec(observation);
  const closedName = shut?.[1] ?? shut?.[2];
  if (closedName) placeOf(memory, closedName).state = 'closed';
  const inside = /the (\w+ \d+) is open\. in it, you see ([^.]*)/.exec(observation);
  if (inside?.[1]) see(memory, inside[1], 'open', inside[2] ?? '');
  const on = /on the (\w+ \d+), you see ([^.]*)/.exec(observation);
  if (on?.[1]) see(memory, on[1], 'surface', on[2] ?? '');
}

function see(memory: Memory, name: string, state: PlaceMemory['state'], list: string): void {
  const place = placeOf(memory, name);
  place.state = state;
  place.contents = parseNames(list);
  const index = memory.events.length - 1;
  for (const object of place.contents) {
    if (!memory.firstSeen.has(object)) memory.firstSeen.set(object, { place: name, index });
  }
}

function placeOf(memory: Memory, name: string): PlaceMemory {
  let place = memory.places.get(name);
  if (!place) {
    place = { visits: 0, state: 'unknown', contents: [] };
    memory.places.set(name, place);
  }
  return place;
}

function forget(memory: Memory, object: string, name: string): void {
  const place = placeOf(memory, name);
  place.contents = place.contents.filter((other) => other !== object);
}

/** Whether a verb names one of the three effects. */
export function isEffect(verb: string): verb is Effect {
  return verb === 'heat' || verb === 'cool' || verb === 'clean';
}
