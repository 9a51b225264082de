/** The words in which the two text profiles differ. */
import type { AlfworldProfile } from './setup.js';
import type { Item, Receptacle } from './world.js';

/** Texts of one profile. */
export interface ProfileTexts {
  /** The form of the action that puts down what is in hand. */
  readonly placeForm: string;
  /** First word of that action. */
  readonly placeVerb: 'move' | 'put';
  place(item: Item, receptacle: Receptacle): string;
  placed(item: Item, receptacle: Receptacle): string;
  arrived(receptacle: Receptacle): string;
  /** Actions that are admissible everywhere, in the order of their texts. */
  readonly everywhere: readonly ('help' | 'inventory' | 'look')[];
  /** Answer to `help`, where there is such an action. */
  readonly help: string;
}

const help = `Available commands:
  look:                             look around your current location
  inventory:                        check your current inventory
  go to (receptacle):               move to a receptacle
  open (receptacle):                open a receptacle
  close (receptacle):               close a receptacle
  take (object) from (receptacle):  take an object from a receptacle
  move (object) to (receptacle):  place an object in or on a receptacle
  examine (something):              examine a receptacle or an object
  use (object):                     use an object
  heat (object) with (receptacle):  heat an object using a receptacle
  clean (object) with (receptacle): clean an object using a receptacle
  cool (object) with (receptacle):  cool an object using a receptacle
  slice (object) with (object):     slice an object using a sharp object
`;

/** Texts by profile. */
export const profileTexts: Readonly<Record<AlfworldProfile, ProfileTexts>> = {
  '2.1.3': {
    placeForm: 'move {object} to {receptacle}',
    placeVerb: 'move',
    place: (item, receptacle) => `move ${item.name} to ${receptacle.name}`,
    placed: (item, receptacle) => `You move the ${item.name} to the ${receptacle.name}.`,
    arrived: (receptacle) => `You arrive at ${receptacle.name}. `,
    everywhere: ['help', 'inventory', 'look'],
    help,
  },
  '2.1.1': {
    placeForm: 'put {object} in/on {receptacle}',
    placeVerb: 'put',
    place: (item, receptacle) => `put ${item.name} in/on ${receptacle.name}`,
    placed: (item, receptacle) => `You put the ${item.name} in/on the ${receptacle.name}.`,
    arrived: (receptacle) => `You arrive at loc ${receptacle.location}. `,
    everywhere: ['inventory', 'look'],
    help: '',
  },
};
