/**
 * Which receptacles heat, cool and clean. Another choice than the default makes a household whose rules a model
 * can not know beforehand: what the agent does then was learned, not remembered.
 */
import { UsageError } from '../../core/errors.js';

/** Receptacle types for each of the three treatments. */
export interface AlfworldRules {
  readonly heat: readonly string[];
  readonly cool: readonly string[];
  readonly clean: readonly string[];
}

/** The three treatments, named as their actions are. */
export const treatments = ['heat', 'cool', 'clean'] as const;
/** One of the three treatments. */
export type Treatment = (typeof treatments)[number];

/** The rules of ALFWorld itself. */
export const defaultRules: AlfworldRules = { heat: ['microwave'], cool: ['fridge'], clean: ['sinkbasin'] };

/** All receptacle types that occur in ALFWorld's games. */
export const receptacleTypes: readonly string[] = [
  'armchair',
  'bathtubbasin',
  'bed',
  'cabinet',
  'cart',
  'coffeemachine',
  'coffeetable',
  'countertop',
  'desk',
  'diningtable',
  'drawer',
  'dresser',
  'fridge',
  'garbagecan',
  'handtowelholder',
  'laundryhamper',
  'microwave',
  'ottoman',
  'safe',
  'shelf',
  'sidetable',
  'sinkbasin',
  'sofa',
  'stoveburner',
  'toaster',
  'toilet',
  'toiletpaperhanger',
  'towelholder',
  'tvstand',
];

/** Whole rules from those given; the rest stay the default. Throws a UsageError for a type that no game has. */
export function completeRules(given: Partial<AlfworldRules> = {}): AlfworldRules {
  const typesFor = (treatment: Treatment): readonly string[] =>
    (given[treatment] ?? defaultRules[treatment]).map((type) => checkType(treatment, type));
  return { heat: typesFor('heat'), cool: typesFor('cool'), clean: typesFor('clean') };
}

function checkType(treatment: Treatment, given: string): string {
  const type = given.trim().toLowerCase();
  if (receptacleTypes.includes(type)) return type;
  throw new UsageError(
    `ALFWorld rule '${treatment}': '${given}' is no receptacle type`,
    `use one or more of: ${receptacleTypes.join(', ')}`,
  );
}
