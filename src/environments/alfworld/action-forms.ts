/**
 * The forms of all actions: the manual shows them, and feedback reads failed actions by them. The descriptions say
 * what an action is for and nothing of when it works: that is what a plan has to learn.
 */
import type { ActionForm } from '../../core/environment.js';
import { type ProfileTexts, pairText } from './profile.js';

/** What an action does, as far as its form tells. */
export type ActionKind =
  | 'go'
  | 'take'
  | 'place'
  | 'open'
  | 'close'
  | 'use'
  | 'clean'
  | 'heat'
  | 'cool'
  | 'slice'
  | 'examine'
  | 'look'
  | 'inventory';

/** A form with the kind of its actions. */
export interface AlfworldActionForm extends ActionForm {
  readonly kind: ActionKind;
}

/** The forms of a text profile. `help` is left out: it says less than the manual. */
export function actionForms({ pairs }: ProfileTexts): readonly AlfworldActionForm[] {
  const form = pairText(pairs.place, '{object}', '{receptacle}');
  return [...formsOfFetching, { ...formOfPlacing, form }, ...otherForms];
}

const formsOfFetching: readonly AlfworldActionForm[] = [
  {
    kind: 'go',
    form: 'go to {receptacle}',
    description: 'walk to a receptacle',
    alsoSaid: [
      'go back to',
      'walk to',
      'walk over to',
      'head to',
      'head over to',
      'move to',
      'return to',
    ].map((verb) => `${verb} {receptacle}`),
  },
  {
    kind: 'take',
    form: 'take {object} from {receptacle}',
    description: 'pick up an object',
    alsoSaid: [
      ...['pick up', 'grab', 'get', 'remove'].map((verb) => `${verb} {object} from {receptacle}`),
      'take {object} out of {receptacle}',
    ],
  },
];

const formOfPlacing: Omit<AlfworldActionForm, 'form'> = {
  kind: 'place',
  description: 'put an object in or on a receptacle',
  alsoSaid: [
    ...['put', 'place', 'set', 'move', 'drop'].map((verb) => `${verb} {object} in/on {receptacle}`),
    'put {object} down in/on {receptacle}',
    'move {object} to {receptacle}',
  ],
};

const otherForms: readonly AlfworldActionForm[] = [
  { kind: 'open', form: 'open {receptacle}', description: 'open a receptacle' },
  {
    kind: 'close',
    form: 'close {receptacle}',
    description: 'close a receptacle',
    alsoSaid: ['shut {receptacle}'],
  },
  {
    kind: 'use',
    form: 'use {object}',
    description: 'use an object',
    alsoSaid: [
      'turn on {object}',
      'turn {object} on',
      'switch on {object}',
      'switch {object} on',
      'toggle {object}',
    ],
  },
  {
    kind: 'clean',
    form: 'clean {object} with {receptacle}',
    description: 'clean an object',
    alsoSaid: sayTreatment(['clean', 'wash', 'rinse']),
  },
  {
    kind: 'heat',
    form: 'heat {object} with {receptacle}',
    description: 'heat an object',
    alsoSaid: sayTreatment(['heat', 'heat up', 'warm', 'warm up', 'cook']),
  },
  {
    kind: 'cool',
    form: 'cool {object} with {receptacle}',
    description: 'cool an object',
    alsoSaid: sayTreatment(['cool', 'cool down', 'chill']),
  },
  {
    kind: 'slice',
    form: 'slice {object} with {object}',
    description: 'slice an object',
    alsoSaid: ['cut {object} with {object}', 'slice {object} using {object}', 'cut {object} using {object}'],
  },
  {
    kind: 'examine',
    form: 'examine {something}',
    description: 'look closely at something',
    alsoSaid: ['inspect {something}', 'look at {something}', 'check {something}'],
  },
  {
    kind: 'look',
    form: 'look',
    description: 'look around where you are',
    alsoSaid: ['look around', 'look around the room'],
  },
  {
    kind: 'inventory',
    form: 'inventory',
    description: 'check what you carry',
    alsoSaid: ['check inventory', 'check my inventory', 'look at my inventory'],
  },
];

function sayTreatment(verbs: readonly string[]): readonly string[] {
  return verbs.flatMap((verb) =>
    ['with', 'using', 'in/on'].map((how) => `${verb} {object} ${how} {receptacle}`),
  );
}

/** An action read by a form: what stands in the slots, in order. */
export interface ReadAction {
  readonly kind: ActionKind;
  readonly slots: readonly string[];
}

/** Reads actions of a text profile; null for a text that has none of the forms. */
export function createActionReader(
  forms: readonly AlfworldActionForm[],
): (text: string) => ReadAction | null {
  // No two forms begin with the same word.
  const meant = new Map(
    forms.map(({ kind, form }) => [firstWord(form), { kind, literals: form.split(/\{\w+\}/) }]),
  );
  return (text) => {
    const form = meant.get(firstWord(text));
    const slots = form && readSlots(text, form.literals);
    return form && slots ? { kind: form.kind, slots } : null;
  };
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end < 0 ? text : text.slice(0, end);
}

/** What stands between the literals of a form, which has two slots at most and ends with the last; null if not all fits. */
function readSlots(text: string, literals: readonly string[]): readonly string[] | null {
  const [first = '', second = ''] = literals;
  if (literals.length === 1) return text === first ? [] : null;
  if (text.length <= first.length || !text.startsWith(first)) return null;
  const rest = text.slice(first.length);
  if (literals.length === 2) return [rest];
  // Where the second literal occurs more than once, it is the last that counts.
  const at = rest.lastIndexOf(second, rest.length - second.length - 1);
  return at > 0 ? [rest.slice(0, at), rest.slice(at + second.length)] : null;
}
