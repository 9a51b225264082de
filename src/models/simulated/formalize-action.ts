import { formatAction, parseAction, parseNames, type SpokenAction, typeOf } from './lexicon.js';
import { rawAction, readObservation } from './read-request.js';

/** Answers a request to formalize an action: the first action it speaks of, in the form that the request gives. */
export function formalizeAction(request: string): string {
  const raw = rawAction(request) ?? '';
  const action = parseAction(raw);
  if (!action) return raw;
  const names = parseNames((readObservation(request) ?? request).toLowerCase());
  const placing = /\bmove \W?\w+\W? (?:to|into)\b/i.test(request) ? 'move' : 'put';
  return formatAction(complete(action, names), placing);
}

/** Adds a missing number from the names in view. */
function complete(action: SpokenAction, names: readonly string[]): SpokenAction {
  const full = (name: string | undefined) =>
    name === undefined || /\d$/.test(name) ? name : (names.find((known) => typeOf(known) === name) ?? name);
  const object = full(action.object);
  const place = full(action.place);
  return { verb: action.verb, ...(object ? { object } : {}), ...(place ? { place } : {}) };
}
