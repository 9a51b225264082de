/**
 * What things of one sort have in common, so that it is said once and not of each of them. Objects with the same type
 * and flags are the same everywhere: all games of a world share their kinds.
 */
import type { AlfworldRules } from './rules.js';

/** What objects with the same type and flags have in common. */
export interface ItemKind {
  readonly type: string;
  /** The type between blanks. */
  readonly listed: string;
  readonly pickupable: boolean;
  readonly cleanable: boolean;
  readonly heatable: boolean;
  readonly coolable: boolean;
  readonly toggleable: boolean;
  readonly sliceable: boolean;
  readonly cuts: boolean;
  /** Whether it may hold things. */
  readonly isVessel: boolean;
  readonly isColdAtStart: boolean;
}

/** What the receptacles of one type in a game have in common. */
export interface ReceptacleKind {
  readonly type: string;
  /** What can be done to an object here. */
  readonly heats: boolean;
  readonly cools: boolean;
  readonly cleans: boolean;
  /** Types of the objects that may be put here, with a blank before and after each. */
  readonly holds: string;
}

/** Whether objects of a kind may be put into receptacles of another. A game asks this too rarely to make a set of them. */
export function mayHold({ holds }: ReceptacleKind, { listed }: ItemKind): boolean {
  return holds.includes(listed);
}

/** Kinds of objects by type and flags; each is made when it is first asked for. */
export type ItemKinds = (type: string, flags: string) => ItemKind;

/** The kinds of objects in a world's games. They grow with the types of objects, not with the games. */
export function createItemKinds(): ItemKinds {
  const kinds = new Map<string, Map<string, ItemKind>>();
  return (type, flags) => {
    const known = kinds.get(type)?.get(flags);
    if (known) return known;
    const kind = createItemKind(type, flags);
    kinds.set(type, (kinds.get(type) ?? new Map()).set(flags, kind));
    return kind;
  };
}

/** The kind of a game's receptacles of one type; `list` says what may be put there. */
export function createReceptacleKind(type: string, list: string, rules: AlfworldRules): ReceptacleKind {
  return {
    type,
    heats: rules.heat.includes(type),
    cools: rules.cool.includes(type),
    cleans: rules.clean.includes(type),
    holds: ` ${list} `,
  };
}

function createItemKind(type: string, flags: string): ItemKind {
  return {
    type,
    listed: ` ${type} `,
    pickupable: flags.includes('p'),
    cleanable: flags.includes('c'),
    heatable: flags.includes('h'),
    coolable: flags.includes('k'),
    toggleable: flags.includes('t'),
    sliceable: flags.includes('s'),
    cuts: type === 'knife' || type === 'butterknife',
    isVessel: flags.includes('r'),
    isColdAtStart: flags.includes('f'),
  };
}
