/** The forms of all actions: the manual shows them, and feedback reads failed actions by them. */
import type { ActionForm } from '../../core/environment.js';
import type { ProfileTexts } from './profile.js';

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
export function actionForms({ placeForm }: ProfileTexts): readonly AlfworldActionForm[] {
  return [...formsOfFetching, { ...formOfPlacing, form: placeForm }, ...otherForms];
}

const formsOfFetching: readonly AlfworldActionForm[] = [
  {
    kind: 'go',
    form: 'go to {receptacle}',
    description: 'walk to a receptacle and see what it holds',
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
    description: 'pick up an object from a receptacle where you are',
    alsoSaid: [
      ...['pick up', 'grab', 'get', 'remove'].map((verb) => `${verb} {object} from {receptacle}`),
      'take {object} out of {receptacle}',
    ],
  },
];

const formOfPlacing: Omit<AlfworldActionForm, 'form'> = {
  kind: 'place',
  description: 'put the object you carry in or on a receptacle where you are',
  alsoSaid: [
    ...['put', 'place', 'set', 'move', 'drop'].map((verb) => `${verb} {object} in/on {receptacle}`),
    'put {object} down in/on {receptacle}',
    'move {object} to {receptacle}',
  ],
};

const otherForms: readonly AlfworldActionForm[] = [
  { kind: 'open', form: 'open {receptacle}', description: 'open a closed receptacle where you are' },
  {
    kind: 'close',
    form: 'close {receptacle}',
    description: 'close an open receptacle where you are',
    alsoSaid: ['shut {receptacle}'],
  },
  {
    kind: 'use',
    form: 'use {object}',
    description: 'switch on a lamp where you are',
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
    description: 'clean the object you carry with a receptacle that is fit for it',
    alsoSaid: sayTreatment(['clean', 'wash', 'rinse']),
  },
  {
    kind: 'heat',
    form: 'heat {object} with {receptacle}',
    description: 'heat the object you carry with a receptacle that is fit for it',
    alsoSaid: sayTreatment(['heat', 'heat up', 'warm', 'warm up', 'cook']),
  },
  {
    kind: 'cool',
    form: 'cool {object} with {receptacle}',
    description: 'cool the object you carry with a receptacle that is fit for it',
    alsoSaid: sayTreatment(['cool', 'cool down', 'chill']),
  },
  {
    kind: 'slice',
    form: 'slice {object} with {object}',
    description: 'slice an object where you are with the knife you carry',
    alsoSaid: ['cut {object} with {object}', 'slice {object} using {object}', 'cut {object} using {object}'],
  },
  {
    kind: 'examine',
    form: 'examine {something}',
    description: 'look closely at a receptacle where you are or at the object you carry',
    alsoSaid: ['inspect {something}', 'look at {something}', 'check {something}'],
  },
  {
    kind: 'look',
    form: 'look',
    description: 'see which receptacles are where you are',
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
  const patterns = forms.map(({ kind, form }) => ({
    kind,
    pattern: new RegExp(`^${form.replaceAll(/\{\w+\}/g, '(.+)')}$`),
  }));
  return (text) => {
    for (const { kind, pattern } of patterns) {
      const match = pattern.exec(text);
      if (match) return { kind, slots: match.slice(1) };
    }
    return null;
  };
}
