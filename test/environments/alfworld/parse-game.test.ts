import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { importGame, parseGame } from '../../../src/environments/alfworld/parse-game.js';
import { gameText, grammarText, placementGoal, problemText } from './game-file.js';

const path = 'games/json_2.1.1/valid_unseen/pick-Egg/trial_1/game.tw-pddl';

describe('parseGame', () => {
  it('reads names, numbers and facts', () => {
    expect(parseGame(gameText(), path)).toEqual({
      taskType: 'pick',
      goal: 'put some egg in cabinet.',
      setup: {
        profile: '2.1.3',
        goal: { object: 'egg', receptacle: 'cabinet' },
        // The first id of a kind gets the highest number.
        start: 3,
        receptacles: [
          ['bathtubbasin 1', 'sinkbasin', 2, 0],
          ['cabinet 2', 'cabinet', 2, 0],
          ['cabinet 1', 'cabinet', 2, 1],
          ['sinkbasin 1', 'sinkbasin', 1, 0],
        ],
        // The untyped egg takes number 2.
        objects: [
          ['egg 3', 'egg', 'phk', [1, 2], [2]],
          ['egg 1', 'egg', 'pf', [2], []],
          ['mug 1', 'mug', 'pchr', [], []],
          ['window 1', 'window', '', [], [1]],
        ],
        inside: [[0, 2]],
        contains: { cabinet: 'egg mug', sinkbasin: '' },
      },
    });
  });

  it('tells the profile by the help action', () => {
    const text = gameText({ grammar: grammarText('2.1.1') });
    expect(parseGame(text, path).setup.profile).toBe('2.1.1');
  });

  it.each([
    ['pick', placementGoal()],
    ['clean', placementGoal('(cleanable ?o) (isClean ?o)')],
    ['heat', placementGoal('(heatable ?o) (isHot ?o)')],
    ['cool', placementGoal('(coolable ?o) (isCool ?o)')],
    ['two', placementGoal('(exists (?p - object) (and (not (= ?o ?p)) (objectType ?p EggType)))')],
  ])('reads the goal of %s', (taskType, goal) => {
    expect(parseGame(gameText({ pddl_problem: problemText(goal) }), path)).toMatchObject({
      taskType,
      setup: { goal: { object: 'egg', receptacle: 'cabinet' } },
    });
  });

  it('reads the goal of light', () => {
    const goal = `(and (exists (?ot - object) (and (objectType ?ot DeskLampType) (isToggled ?ot)))
      (exists (?o - object ?a - agent) (and (objectType ?o EggType) (holds ?a ?o))))`;
    expect(parseGame(gameText({ pddl_problem: problemText(goal) }), path)).toMatchObject({
      taskType: 'light',
      setup: { goal: { object: 'egg', lamp: 'desklamp' } },
    });
  });

  it.each([
    ['half a file', gameText().slice(0, 900), /not a complete ALFWorld game/],
    ['an empty file', '', /not a complete ALFWorld game/],
    ['another JSON', '[1]', /a JSON object is expected/],
    ['no problem', gameText({ pddl_problem: undefined }), /the text 'pddl_problem' is missing/],
    ['no grammar', gameText({ grammar: 3 }), /the text 'grammar' is missing/],
    ['no task', gameText({ grammar: 'action help {' }), /the grammar has no 'Your task is to/],
    [
      'half a problem',
      gameText({ pddl_problem: problemText().slice(0, 400) }),
      /pddl_problem: line \d+: '\(' is never closed/,
    ],
    ['another goal', gameText({ pddl_problem: problemText('(clean house)') }), /none of ALFWorld's six/],
    [
      'no start',
      gameText({ pddl_problem: problemText(undefined, '') }),
      /does not say where the agent starts/,
    ],
    [
      'an unknown fact',
      gameText({ pddl_problem: problemText(undefined, '(haunted house)') }),
      /\(haunted \.\.\.\)/,
    ],
    [
      'two types',
      gameText({
        pddl_problem: problemText(
          undefined,
          '(atLocation a l_bar_1) (objectType e_bar_1 X) (objectType e_bar_1 Y)',
        ),
      }),
      /exactly one '\(objecttype e_bar_1/,
    ],
    [
      'no location',
      gameText({ pddl_problem: problemText(undefined, '(atLocation a l_bar_1) (receptacleType r_bar_1 X)') }),
      /exactly one '\(receptacleatlocation r_bar_1/,
    ],
  ])('refuses %s and names the file', (_, text, message) => {
    expect(() => parseGame(text, path)).toThrow(UsageError);
    expect(() => parseGame(text, path)).toThrow(message);
    expect(() => parseGame(text, path)).toThrow(path);
  });

  it('refuses a file cut off anywhere, and never in another way', () => {
    const text = gameText();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: text.length - 1 }), (length) => {
        expect(() => parseGame(text.slice(0, length), path)).toThrow(UsageError);
      }),
    );
  });
});

describe('importGame', () => {
  it.each([
    ['train', 'train', undefined],
    ['valid_seen', 'validation', 'valid_seen'],
    ['valid_unseen', 'held-out', 'valid_unseen'],
    ['valid_train', 'valid_train', undefined],
  ])('makes %s the split %s', (folder, split, sourceSplit) => {
    const instance = importGame(gameText(), `/data/json_2.1.1/${folder}/pick-Egg/trial_1/game.tw-pddl`);
    expect(instance).toMatchObject({ id: `${folder}/pick-Egg/trial_1`, environment: 'alfworld', split });
    expect(instance.sourceSplit).toBe(sourceSplit);
  });

  it('gives the same id wherever the games lie', () => {
    const ids = ['train/a/b/game.tw-pddl', './x/train/a/b/game.tw-pddl', 'C:\\x\\train\\a\\b\\game.tw-pddl'];
    expect(new Set(ids.map((where) => importGame(gameText(), where).id))).toEqual(new Set(['train/a/b']));
  });

  it('refuses a game that lies nowhere', () => {
    expect(() => importGame(gameText(), 'trial_1/game.tw-pddl')).toThrow(/<split>\/<task>\/<trial>/);
  });

  it('makes instances that can be played', () => {
    const session = createAlfworld().start(importGame(gameText(), path));
    expect(session.initial.observation).toContain(
      'a bathtubbasin 1, a cabinet 2, a cabinet 1, and a sinkbasin 1',
    );
    expect(session.step('go to cabinet 2').observation).toContain('On the cabinet 2, you see a egg 3.');
  });
});
