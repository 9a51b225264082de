import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskInstance } from '../../../src/core/task.js';
import { solve } from '../../../src/environments/alfworld/expert.js';
import {
  defaultPerType,
  generateHousehold,
  generateSuite,
  householdSplits,
} from '../../../src/environments/alfworld/generate.js';
import { roomsOfTask } from '../../../src/environments/alfworld/household-goals.js';
import { layoutFingerprint } from '../../../src/environments/alfworld/household-layout.js';
import { roomNames, rooms } from '../../../src/environments/alfworld/household-rooms.js';
import { kindOfThing, thingKinds } from '../../../src/environments/alfworld/household-things.js';
import { receptacleTypes as allReceptacleTypes } from '../../../src/environments/alfworld/rules.js';
import {
  type AlfworldSetup,
  type AlfworldTaskType,
  taskTypes,
} from '../../../src/environments/alfworld/setup.js';
import { formatInstance } from '../../../src/suites/suite-format.js';

const suite = generateSuite({ seed: 3 });
const setupOf = (instance: TaskInstance) => instance.setup as AlfworldSetup;
const setups = suite.map(setupOf);
const taskTypeOf = (instance: TaskInstance) => instance.taskType as AlfworldTaskType;
const receptacleTypes = ({ receptacles }: AlfworldSetup) => new Set(receptacles.map(([, type]) => type));
const share = <T>(items: readonly T[], test: (item: T) => boolean) =>
  items.filter(test).length / items.length;

describe('the suite', () => {
  test('has the wanted number of tasks of each type in each split, under readable ids', () => {
    for (const split of householdSplits)
      for (const taskType of taskTypes) {
        const ids = suite
          .filter((one) => one.split === split && one.taskType === taskType)
          .map(({ id }) => id);
        expect(ids).toHaveLength(defaultPerType[split]);
        expect(
          ids.every((id, index) => id === `${taskType}-${split}-${String(index).padStart(3, '0')}`),
        ).toBe(true);
      }
    expect(suite[0]?.id).toBe('pick-train-000');
    expect(suite.every(({ environment }) => environment === 'alfworld')).toBe(true);
  });

  test('takes other sizes', () => {
    const small = generateSuite({ seed: 3, perType: { train: 3, validation: 0, 'held-out': 1 } });
    expect(small.map(({ split }) => split)).toEqual([
      ...Array(18).fill('train'),
      ...Array(6).fill('held-out'),
    ]);
  });

  test('is the same for the same seed, and another for another', () => {
    const perType = { train: 2, validation: 1, 'held-out': 2 };
    const text = (seed: number) => generateSuite({ seed, perType }).map(formatInstance).join('\n');
    expect(text(5)).toBe(text(5));
    expect(text(5)).not.toBe(text(6));
  });

  test('shares no layout between splits, and holds several tasks per layout within one', () => {
    const splitsOf = new Map<string, Set<string>>();
    for (const instance of suite) {
      const fingerprint = layoutFingerprint(setupOf(instance));
      splitsOf.set(fingerprint, (splitsOf.get(fingerprint) ?? new Set()).add(instance.split));
    }
    expect([...splitsOf.values()].filter((splits) => splits.size > 1)).toEqual([]);
    expect(splitsOf.size).toBeGreaterThan(60);
    expect(splitsOf.size).toBeLessThan(suite.length / 2);
  });

  test('places things anew for each task of a layout', () => {
    const things = new Set(setups.map(({ objects }) => JSON.stringify(objects)));
    expect(things.size).toBe(suite.length);
  });

  test('words each task type in both of its ways', () => {
    const wordings: Record<AlfworldTaskType, readonly [RegExp, RegExp]> = {
      pick: [/^put a \w+ in \w+\.$/, /^put some \w+ on \w+\.$/],
      light: [/^look at \w+ under the desklamp\.$/, /^examine the \w+ with the desklamp\.$/],
      clean: [/^put a clean \w+ in \w+\.$/, /^clean some \w+ and put it in \w+\.$/],
      heat: [/^put a hot \w+ in \w+\.$/, /^heat some \w+ and put it in \w+\.$/],
      cool: [/^put a cool \w+ in \w+\.$/, /^cool some \w+ and put it in \w+\.$/],
      two: [/^put two \w+ in \w+\.$/, /^find two \w+ and put them in \w+\.$/],
    };
    for (const taskType of taskTypes) {
      const goals = suite.filter((one) => one.taskType === taskType).map(({ goal }) => goal);
      const [first, second] = wordings[taskType];
      expect(goals.filter((goal) => !first.test(goal) && !second.test(goal))).toEqual([]);
      expect(share(goals, (goal) => first.test(goal))).toBeGreaterThan(0.25);
      expect(share(goals, (goal) => second.test(goal))).toBeGreaterThan(0.25);
    }
  });

  test('asks for many different things', () => {
    for (const taskType of taskTypes) {
      const targets = suite
        .filter((one) => one.taskType === taskType)
        .map((one) => JSON.stringify(setupOf(one).goal));
      expect(new Set(targets).size).toBeGreaterThan(25 - (taskType === 'light' ? 8 : 0));
    }
  });

  test('hides things, doubles them up and cools them about as often as ALFWorld does', () => {
    const objects = setups.flatMap((setup) => setup.objects);
    expect(share(objects, ([, , , places]) => places.length === 0)).toBeGreaterThan(0.1);
    expect(
      share(setups, (setup) => setup.objects.some(([, , , places]) => places.length > 1)),
    ).toBeGreaterThan(0.2);
    expect(
      share(setups, (setup) => setup.objects.some(([, , flags]) => flags.includes('f'))),
    ).toBeGreaterThan(0.04);
    expect(share(setups, ({ inside }) => inside !== undefined)).toBeGreaterThan(0.2);
    const stacked = ({ receptacles }: AlfworldSetup) =>
      new Set(receptacles.map(([, , location]) => location)).size < receptacles.length;
    expect(share(setups, stacked)).toBeGreaterThan(0.5);
    const drawers = setups.flatMap((setup) => setup.receptacles.filter(([, type]) => type === 'drawer'));
    const openable = share(drawers, ([, , , open]) => open === 1);
    expect(openable).toBeGreaterThan(0.7);
    expect(openable).toBeLessThan(0.95);
  });

  test('can be won under changed rules wherever the room has the appliance', () => {
    const solved = (taskType: AlfworldTaskType, rules: Parameters<typeof solve>[2]) =>
      share(
        suite.filter((one) => one.taskType === taskType),
        (one) => solve(taskType, setupOf(one), rules) !== null,
      );
    for (const type of ['toaster', 'coffeemachine', 'stoveburner', 'fridge', 'sinkbasin'])
      expect(solved('heat', { heat: [type] })).toBe(1);
    for (const type of ['stoveburner', 'sinkbasin', 'microwave', 'toaster'])
      expect(solved('cool', { cool: [type] })).toBe(1);
    expect(solved('clean', { clean: ['stoveburner'] })).toBe(0.75);
    expect(solved('clean', { clean: ['bathtubbasin'] })).toBe(0.25);
    expect(solved('clean', { clean: ['stoveburner', 'toilet'] })).toBe(1);
    expect(solved('heat', { heat: ['bathtubbasin'] })).toBe(0);
  });
});

describe('the tables', () => {
  test('keep every room within the sizes of ALFWorld rooms', () => {
    for (const name of roomNames) {
      const { furniture, things } = rooms[name];
      const sum = (ranges: typeof things, end: 0 | 1) =>
        Object.values(ranges).reduce((total, range) => total + range[end], 0);
      expect(sum(furniture, 0)).toBeGreaterThanOrEqual(6);
      expect(sum(furniture, 1)).toBeLessThanOrEqual(name === 'kitchen' ? 35 : 54);
      expect(sum(things, 0)).toBeGreaterThanOrEqual(17);
      expect(sum(things, 1)).toBeLessThan(100);
    }
  });

  test('use only receptacle types of ALFWorld', () => {
    for (const name of roomNames)
      for (const type of Object.keys(rooms[name].furniture)) expect(allReceptacleTypes).toContain(type);
  });

  test('name a usual place in its room for each thing that can be taken', () => {
    for (const name of roomNames) {
      const { furniture, things } = rooms[name];
      for (const type of Object.keys(things)) {
        const { flags, places } = kindOfThing(type);
        if (!flags.includes('p')) continue;
        expect([type, Object.keys(places).some((place) => place === 'floor' || furniture[place])]).toEqual([
          type,
          true,
        ]);
      }
    }
  });

  test('write flags in their order', () => {
    for (const { flags } of Object.values(thingKinds)) {
      const order = [...flags].map((flag) => 'pchktsr'.indexOf(flag));
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
    }
  });

  test('know no thing that is not in them', () => {
    expect(() => kindOfThing('piano')).toThrow(/piano/);
  });
});

describe('a household', () => {
  const anyRoom = fc.constantFrom(...roomNames);
  const household = fc.record({ seed: fc.nat(), room: anyRoom, home: fc.nat(99) }).map((options) => {
    const fitting = taskTypes.filter((taskType) => roomsOfTask[taskType].includes(options.room));
    const tasks = fitting.map((taskType) => ({ id: `${taskType}-x`, taskType }));
    return generateHousehold({ ...options, tasks });
  });
  const holds = (check: (setup: AlfworldSetup, instance: TaskInstance) => void) =>
    fc.assert(
      fc.property(household, (instances) => {
        for (const instance of instances) check(setupOf(instance), instance);
      }),
      { numRuns: 60 },
    );

  test('is as large as ALFWorld rooms are', () => {
    holds(({ receptacles, objects }) => {
      expect(receptacles.length).toBeGreaterThanOrEqual(6);
      expect(receptacles.length).toBeLessThanOrEqual(54);
      expect(objects.length).toBeGreaterThanOrEqual(17);
      expect(objects.length).toBeLessThanOrEqual(73);
    });
  });

  test('names everything once, types upwards and numbers of a type downwards', () => {
    holds(({ receptacles, objects }) => {
      const names = [...receptacles, ...objects].map(([name]) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const records of [receptacles, objects]) {
        const types = records.map(([, type]) => type);
        expect(types).toEqual([...types].sort());
        records.forEach(([name, type], index) => {
          expect(name).toBe(`${type} ${types.lastIndexOf(type) - index + 1}`);
        });
      }
    });
  });

  test('starts the agent away from all receptacles', () => {
    holds(({ start, receptacles }) => expect(receptacles.some(([, , at]) => at === start)).toBe(false));
  });

  test('puts each thing at the location of its receptacle', () => {
    holds(({ receptacles, objects }) => {
      for (const [, , , places, locations] of objects) {
        expect(places.length).toBeLessThanOrEqual(2);
        expect(new Set(places).size).toBe(places.length);
        expect(locations.length).toBe(places.length === 0 ? 0 : 1);
        const at = places.map((place) => receptacles[place]?.[2]);
        for (const location of locations) expect(at).toContain(location);
      }
    });
  });

  test('relates only types that are there', () => {
    holds(({ contains, receptacles, objects }) => {
      const types = new Set(receptacles.map(([, type]) => type));
      const things = new Set(objects.filter(([, , flags]) => flags.includes('p')).map(([, type]) => type));
      for (const [receptacle, held] of Object.entries(contains)) {
        expect(types).toContain(receptacle);
        for (const type of held.split(' ')) expect(things).toContain(type);
      }
    });
  });

  test('is not won at the start, and can be won', () => {
    holds((setup, instance) => {
      const { goal, receptacles, objects } = setup;
      const targets = receptacles.flatMap(([, type], index) => (type === goal.receptacle ? [index] : []));
      const inTarget = (target: number) =>
        objects.filter(([, type, , places]) => type === goal.object && places.includes(target));
      const most = Math.max(0, ...targets.map((target) => inTarget(target).length));
      if (instance.taskType === 'pick') expect(most).toBe(0);
      if (instance.taskType === 'two') expect(most).toBeLessThan(2);
      if (instance.taskType === 'cool')
        expect(objects.some(([, type, flags]) => type === goal.object && flags.includes('f'))).toBe(false);
      expect(solve(taskTypeOf(instance), setup)?.length).toBeGreaterThan(2);
    });
  });

  test('has every appliance in each kitchen, and where to wash in each bathroom', () => {
    const appliances = ['microwave', 'fridge', 'sinkbasin', 'stoveburner', 'toaster', 'coffeemachine'];
    holds((setup) => {
      const types = receptacleTypes(setup);
      if (types.has('fridge')) for (const type of appliances) expect(types).toContain(type);
      if (types.has('toilet'))
        for (const type of ['sinkbasin', 'bathtubbasin']) expect(types).toContain(type);
    });
  });

  test('keeps its furniture for all of its tasks, and avoids layouts that are taken', () => {
    const tasks = [
      { id: 'a', taskType: 'heat' },
      { id: 'b', taskType: 'cool' },
    ] as const;
    const taken = new Set<string>();
    const options = { seed: 1, room: 'kitchen', tasks, taken } as const;
    const [first, second] = generateHousehold(options).map(setupOf);
    expect(first?.receptacles).toEqual(second?.receptacles);
    expect(taken.size).toBe(1);
    const again = generateHousehold(options).map(setupOf);
    expect(taken.size).toBe(2);
    expect(again[0]?.receptacles).not.toEqual(first?.receptacles);
  });

  test('refuses a task that its room can not serve', () => {
    const tasks = [{ id: 'a', taskType: 'heat' }] as const;
    expect(() => generateHousehold({ seed: 1, room: 'bedroom', tasks })).toThrow(/no heat task in a bedroom/);
  });
});

describe('layout fingerprint', () => {
  test('does not depend on numbers or order, but on doors and shared locations', () => {
    const print = (...receptacles: AlfworldSetup['receptacles']) => layoutFingerprint({ receptacles });
    const base = print(['drawer 2', 'drawer', 1, 1], ['drawer 1', 'drawer', 2, 0], ['bed 1', 'bed', 3, 0]);
    expect(print(['bed 1', 'bed', 9, 0], ['drawer 2', 'drawer', 4, 0], ['drawer 1', 'drawer', 5, 1])).toBe(
      base,
    );
    expect(
      print(['drawer 2', 'drawer', 1, 1], ['drawer 1', 'drawer', 2, 1], ['bed 1', 'bed', 3, 0]),
    ).not.toBe(base);
    expect(
      print(['drawer 2', 'drawer', 1, 1], ['drawer 1', 'drawer', 1, 0], ['bed 1', 'bed', 3, 0]),
    ).not.toBe(base);
  });
});
