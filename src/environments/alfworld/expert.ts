import type { AlfworldSetup, AlfworldTaskType, ObjectRecord, ReceptacleRecord } from './setup.js';

/** Receptacle types that heat, cool and clean; ALFWorld's own where one is absent. */
export interface ExpertRules {
  readonly heat?: readonly string[];
  readonly cool?: readonly string[];
  readonly clean?: readonly string[];
}

/** Something to do at a receptacle. `inside`: its door must be open for it. */
interface Errand {
  readonly receptacle: number;
  readonly action: string;
  readonly inside: boolean;
}
type Errands = readonly Errand[];

interface Treatment {
  readonly verb: 'heat' | 'cool' | 'clean';
  /** Flag of things that can be treated so. */
  readonly flag: string;
  /** Flag of things that are so from the start. */
  readonly already?: string;
  readonly appliances: readonly string[];
}

const treatments: Readonly<Partial<Record<AlfworldTaskType, Treatment>>> = {
  heat: { verb: 'heat', flag: 'h', appliances: ['microwave'] },
  cool: { verb: 'cool', flag: 'k', already: 'f', appliances: ['fridge'] },
  clean: { verb: 'clean', flag: 'c', appliances: ['sinkbasin', 'sink'] },
};

/**
 * The shortest action sequence of the plain kind (fetch, treat, place; fetch and light) that wins a game, read
 * from what the player can not see. Empty when the goal holds at the start; null when no such sequence wins
 * under the rules.
 */
export function solve(
  taskType: AlfworldTaskType,
  setup: AlfworldSetup,
  rules: ExpertRules = {},
): readonly string[] | null {
  let best: readonly string[] | null = null;
  for (const errands of errandsFor(taskType, setup, rules)) {
    const actions = perform(setup, errands);
    if (best === null || actions.length < best.length) best = actions;
  }
  return best;
}

function errandsFor(taskType: AlfworldTaskType, setup: AlfworldSetup, rules: ExpertRules): Iterable<Errands> {
  const { object, receptacle, lamp } = setup.goal;
  const objects = indicesOf(setup.objects, object);
  if (taskType === 'light') return lightErrands(setup, objects, indicesOf(setup.objects, lamp));
  const targets = indicesOf(setup.receptacles, receptacle);
  if (taskType === 'two') return pairErrands(setup, objects, targets);
  const usual = treatments[taskType];
  const treatment = usual && { ...usual, appliances: rules[usual.verb] ?? usual.appliances };
  return treatedErrands(setup, objects, targets, treatment);
}

function* treatedErrands(
  setup: AlfworldSetup,
  objects: readonly number[],
  targets: readonly number[],
  treatment: Treatment | undefined,
): Iterable<Errands> {
  for (const object of objects) for (const target of targets) yield* bring(setup, object, target, treatment);
}

function* pairErrands(
  setup: AlfworldSetup,
  objects: readonly number[],
  targets: readonly number[],
): Iterable<Errands> {
  for (const target of targets)
    for (const first of objects)
      for (const second of objects) {
        if (first === second) continue;
        for (const before of bring(setup, first, target))
          for (const after of bring(setup, second, target)) yield [...before, ...after];
      }
}

function* lightErrands(
  setup: AlfworldSetup,
  objects: readonly number[],
  lamps: readonly number[],
): Iterable<Errands> {
  for (const object of objects)
    for (const source of placesOf(setup, object))
      for (const lamp of lamps)
        for (const receptacle of placesOf(setup, lamp)) {
          if (!has(setup, object, 'p') || !has(setup, lamp, 't')) continue;
          const use = { receptacle, action: `use ${objectName(setup, lamp)}`, inside: false };
          yield [take(setup, object, source), use];
        }
}

/** Ways to get an object, treated where that is asked, into a receptacle. */
function* bring(
  setup: AlfworldSetup,
  object: number,
  target: number,
  treatment?: Treatment,
): Iterable<Errands> {
  const places = placesOf(setup, object);
  const done = treatment === undefined || (treatment.already && has(setup, object, treatment.already));
  if (done && places.includes(target)) yield [];
  if (!has(setup, object, 'p')) return;
  const treated = done ? [[]] : treatErrands(setup, object, treatment);
  for (const source of places)
    for (const treat of treated) {
      // A thing that is in two receptacles at once stays in the second when it is taken from the first.
      const stays = source !== target && places.includes(target);
      if (stays) yield [take(setup, object, source), ...treat];
      else if (accepts(setup, target, object))
        yield [take(setup, object, source), ...treat, place(setup, object, target)];
    }
}

function treatErrands(setup: AlfworldSetup, object: number, treatment: Treatment): readonly Errands[] {
  if (!has(setup, object, treatment.flag)) return [];
  return setup.receptacles.flatMap(([name, type], receptacle) => {
    const action = `${treatment.verb} ${objectName(setup, object)} with ${name}`;
    return treatment.appliances.includes(type) ? [[{ receptacle, action, inside: false }]] : [];
  });
}

function take(setup: AlfworldSetup, object: number, receptacle: number): Errand {
  const action = `take ${objectName(setup, object)} from ${receptacleAt(setup, receptacle)[0]}`;
  return { receptacle, action, inside: true };
}

function place(setup: AlfworldSetup, object: number, receptacle: number): Errand {
  const [thing, target] = [objectName(setup, object), receptacleAt(setup, receptacle)[0]];
  const action = setup.profile === '2.1.1' ? `put ${thing} in/on ${target}` : `move ${thing} to ${target}`;
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
  return records.flatMap(([, type], index) => (type === wanted ? [index] : []));
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
