import { pairText, profileTexts } from './profile.js';
import { type AlfworldRules, defaultRules, type Treatment } from './rules.js';
import type { AlfworldSetup, AlfworldTaskType, ObjectRecord, ReceptacleRecord } from './setup.js';

/** Something to do at a receptacle. `inside`: its door must be open for it. */
interface Errand {
  readonly receptacle: number;
  readonly action: string;
  readonly inside: boolean;
}
type Errands = readonly Errand[];

/** How a thing comes to be hot, cool or clean. */
interface Treating {
  readonly verb: Treatment;
  /** Flag of things that can be treated so. */
  readonly flag: string;
  /** Flag of things that are so from the start. */
  readonly already?: string;
  /** Receptacle types that do it. */
  readonly appliances: readonly string[];
}

const flags: Readonly<Record<Treatment, Pick<Treating, 'flag' | 'already'>>> = {
  heat: { flag: 'h' },
  cool: { flag: 'k', already: 'f' },
  clean: { flag: 'c' },
};

/**
 * The shortest action sequence of the plain kind (fetch, treat, place; fetch and light) that wins a game, read
 * from what the player can not see. Empty when the goal holds at the start; null when no such sequence wins
 * under the rules.
 */
export function solve(
  taskType: AlfworldTaskType,
  setup: AlfworldSetup,
  rules: Partial<AlfworldRules> = {},
): readonly string[] | null {
  let best: readonly string[] | null = null;
  for (const errands of errandsFor(taskType, setup, rules)) {
    const actions = perform(setup, errands);
    if (best === null || actions.length < best.length) best = actions;
  }
  return best;
}

/** Whether `solve` would find a sequence. */
export function canSolve(
  taskType: AlfworldTaskType,
  setup: AlfworldSetup,
  rules: Partial<AlfworldRules> = {},
): boolean {
  for (const _ of errandsFor(taskType, setup, rules)) return true;
  return false;
}

function* errandsFor(
  taskType: AlfworldTaskType,
  setup: AlfworldSetup,
  rules: Partial<AlfworldRules>,
): Iterable<Errands> {
  const { object, receptacle, lamp } = setup.goal;
  const objects = indicesOf(setup.objects, object);
  if (taskType === 'light') return yield* lightErrands(setup, objects, indicesOf(setup.objects, lamp));
  const targets = indicesOf(setup.receptacles, receptacle);
  if (taskType === 'two') return yield* pairErrands(setup, objects, targets);
  const treating = treatingFor(taskType, rules);
  for (const one of objects) for (const target of targets) yield* bring(setup, one, target, treating);
}

function treatingFor(taskType: AlfworldTaskType, rules: Partial<AlfworldRules>): Treating | undefined {
  if (taskType !== 'heat' && taskType !== 'cool' && taskType !== 'clean') return undefined;
  return { verb: taskType, ...flags[taskType], appliances: rules[taskType] ?? defaultRules[taskType] };
}

function* pairErrands(
  setup: AlfworldSetup,
  objects: readonly number[],
  targets: readonly number[],
): Iterable<Errands> {
  for (const target of targets) {
    const ways = objects.map((object) => bring(setup, object, target));
    for (const first of ways)
      for (const second of ways) {
        if (first === second) continue;
        for (const before of first) for (const after of second) yield [...before, ...after];
      }
  }
}

function lightErrands(
  setup: AlfworldSetup,
  objects: readonly number[],
  lamps: readonly number[],
): readonly Errands[] {
  const uses = lamps
    .filter((lamp) => has(setup, lamp, 't'))
    .flatMap((lamp) =>
      placesOf(setup, lamp).map((receptacle) => ({
        receptacle,
        action: `use ${objectName(setup, lamp)}`,
        inside: false,
      })),
    );
  return objects
    .filter((object) => has(setup, object, 'p'))
    .flatMap((object) => placesOf(setup, object).map((source) => take(setup, object, source)))
    .flatMap((taking) => uses.map((use) => [taking, use]));
}

/** Ways to get an object, treated where that is asked, into a receptacle. */
function bring(
  setup: AlfworldSetup,
  object: number,
  target: number,
  treating?: Treating,
): readonly Errands[] {
  const places = placesOf(setup, object);
  const done = treating === undefined || (treating.already && has(setup, object, treating.already));
  if (done && places.includes(target)) return [[]];
  if (!has(setup, object, 'p')) return [];
  const treated = done ? [[]] : treatErrands(setup, object, treating);
  return places.flatMap((source) => {
    // A thing that is in two receptacles at once stays in the second when it is taken from the first.
    const stays = source !== target && places.includes(target);
    if (!stays && !accepts(setup, target, object)) return [];
    const end = stays ? [] : [place(setup, object, target)];
    return treated.map((treat) => [take(setup, object, source), ...treat, ...end]);
  });
}

function treatErrands(setup: AlfworldSetup, object: number, treating: Treating): readonly Errands[] {
  if (!has(setup, object, treating.flag)) return [];
  const errands: Errands[] = [];
  setup.receptacles.forEach(([name, type], receptacle) => {
    if (!treating.appliances.includes(type)) return;
    const action = `${treating.verb} ${objectName(setup, object)} with ${name}`;
    errands.push([{ receptacle, action, inside: false }]);
  });
  return errands;
}

function take(setup: AlfworldSetup, object: number, receptacle: number): Errand {
  const action = `take ${objectName(setup, object)} from ${receptacleAt(setup, receptacle)[0]}`;
  return { receptacle, action, inside: true };
}

function place(setup: AlfworldSetup, object: number, receptacle: number): Errand {
  const [thing, target] = [objectName(setup, object), receptacleAt(setup, receptacle)[0]];
  const action = pairText(profileTexts[setup.profile].pairs.place, thing, target);
  return { receptacle, action, inside: true };
}

/** Errands as actions: walks where it is needed, and opens what is closed. */
function perform(setup: AlfworldSetup, errands: Errands): readonly string[] {
  const actions: string[] = [];
  const opened = new Set<number>();
  let here = setup.start;
  for (const { receptacle, action, inside } of errands) {
    const [name, , location, openable] = receptacleAt(setup, receptacle);
    if (location !== here) actions.push(`go to ${name}`);
    here = location;
    if (inside && openable === 1 && !opened.has(receptacle)) {
      actions.push(`open ${name}`);
      opened.add(receptacle);
    }
    actions.push(action);
  }
  return actions;
}

function indicesOf(
  records: readonly (readonly [name: string, type: string, ...rest: unknown[]])[],
  wanted: string | undefined,
): readonly number[] {
  const indices: number[] = [];
  for (let i = 0; i < records.length; i++) if (records[i]?.[1] === wanted) indices.push(i);
  return indices;
}

function receptacleAt(setup: AlfworldSetup, index: number): ReceptacleRecord {
  const record = setup.receptacles[index];
  if (record === undefined) throw new RangeError(`no receptacle ${index} among ${setup.receptacles.length}`);
  return record;
}

function objectAt(setup: AlfworldSetup, index: number): ObjectRecord {
  const record = setup.objects[index];
  if (record === undefined) throw new RangeError(`no object ${index} among ${setup.objects.length}`);
  return record;
}

function objectName(setup: AlfworldSetup, object: number): string {
  return objectAt(setup, object)[0];
}

function placesOf(setup: AlfworldSetup, object: number): readonly number[] {
  return objectAt(setup, object)[3];
}

function has(setup: AlfworldSetup, object: number, flag: string): boolean {
  return objectAt(setup, object)[2].includes(flag);
}

function accepts(setup: AlfworldSetup, receptacle: number, object: number): boolean {
  const [, receptacleType] = receptacleAt(setup, receptacle);
  return (setup.contains[receptacleType] ?? '').split(' ').includes(objectAt(setup, object)[1]);
}
