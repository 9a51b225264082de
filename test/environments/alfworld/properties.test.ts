import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImmediateSession } from '../../../src/core/environment.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import type { AlfworldProfile, AlfworldSetup } from '../../../src/environments/alfworld/setup.js';
import { smallInstance, smallSetup } from './small-household.js';

const names = [...smallSetup.receptacles, ...smallSetup.objects].map(([name]) => name);

/** Any action a confused agent might write about this household. */
const wildAction = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'take X from Y',
        'move X to Y',
        'put X in/on Y',
        'go to X',
        'open X',
        'close X',
        'use X',
        'heat X with Y',
        'cool X with Y',
        'clean X with Y',
        'slice X with Y',
        'examine X',
      ),
      fc.constantFrom(...names, 'tomato', 'countertop 9', 'pear 2'),
      fc.constantFrom(...names, 'desk', 'shelf 5'),
    )
    .map(([form, x, y]) => form.replace('X', x).replace('Y', y)),
  fc.constantFrom('look', 'inventory', 'help', '', 'dance'),
  fc.string(),
);

/** A choice at each step: one of the admissible actions, or any other. */
const choices = fc.array(fc.oneof({ weight: 3, arbitrary: fc.nat(1000) }, wildAction), { maxLength: 60 });

const profiles = fc.constantFrom<AlfworldProfile>('2.1.3', '2.1.1');

/** The small household with its objects in other places. */
const setups: fc.Arbitrary<Partial<AlfworldSetup>> = fc
  .record({
    profile: profiles,
    places: fc.array(
      fc.subarray(
        smallSetup.receptacles.map((_, i) => i),
        { maxLength: 2 },
      ),
      {
        minLength: smallSetup.objects.length,
        maxLength: smallSetup.objects.length,
      },
    ),
  })
  .map(({ profile, places }) => ({
    profile,
    objects: smallSetup.objects.map(([name, type, flags, , locations], i) => [
      name,
      type,
      flags,
      places[i] ?? [],
      locations,
    ]),
  }));

function choose(session: ImmediateSession, choice: number | string): string {
  if (typeof choice === 'string') return choice;
  const actions = session.admissibleActions();
  return actions[choice % actions.length] ?? '';
}

function start(setup: Partial<AlfworldSetup>, feedback: 'plain' | 'augmented'): ImmediateSession {
  return createAlfworld({ feedback }).start(smallInstance('pick', setup));
}

describe('any household and any actions', () => {
  it('give the same episode again', () => {
    fc.assert(
      fc.property(setups, choices, (setup, chosen) => {
        const [first, second] = [start(setup, 'augmented'), start(setup, 'augmented')];
        for (const choice of chosen) {
          const action = choose(first, choice);
          expect(second.step(action)).toEqual(first.step(action));
          expect(second.admissibleActions()).toEqual(first.admissibleActions());
        }
      }),
    );
  });

  it('accept each admissible action, and each once', () => {
    fc.assert(
      fc.property(setups, choices, (setup, chosen) => {
        const session = start(setup, 'plain');
        for (const choice of chosen) {
          const admissible = session.admissibleActions();
          expect(admissible).toEqual([...new Set(admissible)].sort());
          const action = choose(session, choice);
          const accepted = session.step(action).observation !== 'Nothing happens.';
          expect(accepted).toBe(admissible.includes(action.trim()));
        }
      }),
    );
  });

  it('change nothing where an action is not admissible', () => {
    fc.assert(
      fc.property(setups, choices, wildAction, (setup, chosen, action) => {
        const [session, untouched] = [start(setup, 'augmented'), start(setup, 'augmented')];
        for (const choice of chosen) {
          const taken = choose(session, choice);
          for (const each of [session, untouched]) each.step(taken);
        }
        const before = session.admissibleActions();
        if (before.includes(action.trim())) return;
        session.step(action);
        expect(session.admissibleActions()).toEqual(before);
        for (const probe of ['look', 'inventory', ...before])
          expect(session.step(probe)).toEqual(untouched.step(probe));
      }),
    );
  });

  it('take actions of a treatment as many times as one likes', () => {
    fc.assert(
      fc.property(setups, choices, (setup, chosen) => {
        const session = start(setup, 'plain');
        for (const choice of chosen) {
          const action = choose(session, choice);
          const { observation } = session.step(action);
          if (/^You (heat|cool|clean|sliced|turn on)/.test(observation)) {
            expect(session.step(action).observation).toBe(observation);
          }
        }
      }),
    );
  });
});

describe('augmented feedback', () => {
  it('names nothing that was not seen or said before', () => {
    fc.assert(
      fc.property(setups, choices, (setup, chosen) => {
        const session = start(setup, 'augmented');
        const seen = new Set(namesIn(session.initial.observation));
        for (const choice of chosen) {
          const action = choose(session, choice);
          const { observation } = session.step(action);
          const said = [...seen, ...namesIn(action), ...action.split(' ').map((word) => `${word} 1`)];
          if (observation.startsWith('Action failed. '))
            expect(said).toEqual(expect.arrayContaining(namesIn(observation)));
          else for (const name of namesIn(observation)) seen.add(name);
        }
      }),
    );
  });

  it('is the same in two households that have looked the same so far', () => {
    const moved = fc.record({
      object: fc.nat(smallSetup.objects.length - 1),
      to: fc.nat(smallSetup.receptacles.length - 1),
    });
    fc.assert(
      fc.property(setups, moved, choices, (setup, { object, to }, chosen) => {
        const objects = (setup.objects ?? []).map((record, i) =>
          i === object ? ([record[0], record[1], record[2], [to], record[4]] as const) : record,
        );
        const [first, second] = [start(setup, 'augmented'), start({ ...setup, objects }, 'augmented')];
        for (const choice of chosen) {
          const action = choose(first, choice);
          const [one, other] = [first.step(action), second.step(action)];
          const bothFailed = [one, other].every(({ observation }) =>
            observation.startsWith('Action failed. '),
          );
          if (bothFailed) expect(other.observation).toBe(one.observation);
          const differ = one.observation !== other.observation;
          if (differ || `${first.admissibleActions()}` !== `${second.admissibleActions()}`) return;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('replaces failures and nothing else', () => {
    fc.assert(
      fc.property(setups, choices, (setup, chosen) => {
        const [plain, augmented] = [start(setup, 'plain'), start(setup, 'augmented')];
        for (const choice of chosen) {
          const action = choose(plain, choice);
          const [expected, actual] = [plain.step(action), augmented.step(action)];
          if (expected.observation !== 'Nothing happens.') expect(actual).toEqual(expected);
          else expect(actual.observation).toMatch(/^Action failed\. .+\.$/s);
        }
      }),
    );
  });
});

function namesIn(text: string): string[] {
  return text.match(/\b[a-z]+ \d+\b/g) ?? [];
}
