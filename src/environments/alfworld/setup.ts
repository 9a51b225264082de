import type { JsonObject } from '../../util/json.js';

/** Text profiles: current data (2.1.2 and 2.1.3) and the classic one (releases up to 0.3.5). */
export const profiles = ['2.1.3', '2.1.1'] as const;
/** One of the text profiles. */
export type AlfworldProfile = (typeof profiles)[number];

/** The six task types, in the paper's order. */
export const taskTypes = ['pick', 'light', 'clean', 'heat', 'cool', 'two'] as const;
/** One of the six task types. */
export type AlfworldTaskType = (typeof taskTypes)[number];

/** `[name, type, location, openable (0 or 1)]`, for example `["cabinet 6", "cabinet", 3, 1]`. */
export type ReceptacleRecord = readonly [name: string, type: string, location: number, openable: 0 | 1];

/**
 * `[name, type, flags, receptacles, locations]`: indices of the receptacles that hold it (often one, sometimes two,
 * or none) and the locations it is at. Flags, in this order: p pickupable, c cleanable, h heatable, k coolable,
 * t toggleable, s sliceable, r may hold things, f cold at the start.
 */
export type ObjectRecord = readonly [
  name: string,
  type: string,
  flags: string,
  receptacles: readonly number[],
  locations: readonly number[],
];

/**
 * One ALFWorld game as data: what `game.tw-pddl` says, less what all games share. Names carry their numbers;
 * receptacles and objects stand in the order of their original ids, which is the order of every list in the text.
 */
export interface AlfworldSetup extends JsonObject {
  readonly profile: AlfworldProfile;
  /** Location the agent starts at; no receptacle is there. */
  readonly start: number;
  /** Types named by the goal: `receptacle` for all but `light`, which has `lamp`. */
  readonly goal: { readonly object: string; readonly receptacle?: string; readonly lamp?: string };
  readonly receptacles: readonly ReceptacleRecord[];
  readonly objects: readonly ObjectRecord[];
  /** Pairs of object indices: what lies inside which object (a mug's spoon). */
  readonly inside?: readonly (readonly [inner: number, outer: number])[];
  /** For each receptacle type, the object types that may be put there, separated by blanks. */
  readonly contains: { readonly [receptacleType: string]: string };
}
