/** Finds out which of the six tasks a game's goal states, and the types it names. */
import { UsageError } from '../../core/errors.js';
import { type Atom, atomsOf, type Expression } from '../../symbolic/pddl.js';
import type { AlfworldSetup, AlfworldTaskType } from './setup.js';

/** A goal as data. */
export interface AlfworldGoal {
  readonly taskType: AlfworldTaskType;
  readonly types: AlfworldSetup['goal'];
}

/** The type name without the suffix that all of them carry. */
export function withoutTypeSuffix(type: string): string {
  return type.replace(/type$/, '');
}

/** The task that a goal of `pddl_problem` states. Throws a UsageError that names `source` for any other goal. */
export function readGoal(goal: Expression, source: string): AlfworldGoal {
  const atoms = atomsOf(goal);
  const variableOf = (predicate: string) => atoms.find(([head]) => head === predicate)?.at(-1);
  const typeOf = (predicate: string, isMeant: (atom: Atom) => boolean): string => {
    const type = atoms.find((atom) => atom[0] === predicate && isMeant(atom))?.[2];
    if (type === undefined) {
      throw new UsageError(`${source}: the goal in pddl_problem is none of ALFWorld's six (no ${predicate})`);
    }
    return withoutTypeSuffix(type);
  };
  const lamp = variableOf('istoggled');
  if (lamp !== undefined) {
    const held = variableOf('holds');
    return {
      taskType: 'light',
      types: {
        object: typeOf('objecttype', (atom) => atom[1] === held),
        lamp: typeOf('objecttype', (atom) => atom[1] === lamp),
      },
    };
  }
  return {
    taskType: placementTask(new Set(atoms.map(([head]) => head))),
    types: { object: typeOf('objecttype', () => true), receptacle: typeOf('receptacletype', () => true) },
  };
}

function placementTask(predicates: ReadonlySet<string>): AlfworldTaskType {
  if (predicates.has('=')) return 'two';
  if (predicates.has('isclean')) return 'clean';
  if (predicates.has('ishot')) return 'heat';
  if (predicates.has('iscool')) return 'cool';
  return 'pick';
}
