/** The words in which the two text profiles differ. */
import type { AlfworldProfile } from './setup.js';
import type { Item, PairKind, Receptacle } from './world.js';

/** The words around the two names of an action, blanks included: `take ` and ` from ` of `take apple 1 from desk 1`. */
export interface PairWords {
  readonly kind: PairKind;
  readonly verb: string;
  readonly link: string;
}

/** The text of an action with two names. */
export function pairText({ verb, link }: PairWords, first: string, second: string): string {
  return `${verb}${first}${link}${second}`;
}

/** Texts of one profile. */
export interface ProfileTexts {
  /** How what is done to an item with something else is said. */
  readonly pairs: Readonly<Record<PairKind, PairWords>>;
  /** The same one after the other. */
  readonly pairList: readonly PairWords[];
  placed(item: Item, receptacle: Receptacle): string;
  arrived(receptacle: Receptacle): string;
  /** Actions that are admissible everywhere, in the order of their texts. */
  readonly everywhere: readonly ('help' | 'inventory' | 'look')[];
  /** Answer to `help`, where there is such an action. */
  readonly help: string;
}

function pairsWith(place: Pick<PairWords, 'verb' | 'link'>): Pick<ProfileTexts, 'pairs' | 'pairList'> {
  const pairs: ProfileTexts['pairs'] = {
    take: { kind: 'take', verb: 'take ', link: ' from ' },
    place: { kind: 'place', ...place },
    clean: { kind: 'clean', verb: 'clean ', link: ' with ' },
    heat: { kind: 'heat', verb: 'heat ', link: ' with ' },
    cool: { kind: 'cool', verb: 'cool ', link: ' with ' },
    slice: { kind: 'slice', verb: 'slice ', link: ' with ' },
  };
  return { pairs, pairList: Object.values(pairs) };
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
    ...pairsWith({ verb: 'move ', link: ' to ' }),
    placed: (item, receptacle) => `You move the ${item.name} to the ${receptacle.name}.`,
    arrived: (receptacle) => `You arrive at ${receptacle.name}. `,
    everywhere: ['help', 'inventory', 'look'],
    help,
  },
  '2.1.1': {
    ...pairsWith({ verb: 'put ', link: ' in/on ' }),
    placed: (item, receptacle) => `You put the ${item.name} in/on the ${receptacle.name}.`,
    arrived: (receptacle) => `You arrive at loc ${receptacle.location}. `,
    everywhere: ['inventory', 'look'],
    help: '',
  },
};
