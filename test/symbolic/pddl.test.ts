import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { atomsOf, parseExpressions, parsePddlProblem } from '../../src/symbolic/pddl.js';

const problem = `; a comment (with a parenthesis
(define (problem Move-House)
  (:domain Rooms)
  (:objects cat1 cat2 - Cat Hall - room thing)
  (:init (in Cat1 HALL) (= (distance hall attic) 3) (asleep cat2))
  (:goal (and (in cat1 attic) (not (= cat1 cat2)))))`;

describe('parseExpressions', () => {
  it('reads nested lists and words in lower case', () => {
    expect(parseExpressions('(A (b\n\tC) d) E', 'text')).toEqual([['a', ['b', 'c'], 'd'], 'e']);
  });

  it('reads an empty text as nothing and skips comments', () => {
    expect(parseExpressions(' ; nothing ) here', 'text')).toEqual([]);
    expect(parseExpressions('a;(\nb', 'text')).toEqual(['a', 'b']);
  });

  it('names the line of a parenthesis that does not match', () => {
    expect(() => parseExpressions('(a\n(b)\n', 'home.pddl')).toThrow(
      /home\.pddl: line 1: '\(' is never closed/,
    );
    expect(() => parseExpressions('(a)\n\n)', 'home.pddl')).toThrow(
      /home\.pddl: line 3: '\)' closes nothing/,
    );
  });
});

describe('parsePddlProblem', () => {
  it('gives the parts of a problem and leaves numeric facts out', () => {
    expect(parsePddlProblem(problem, 'p')).toEqual({
      name: 'move-house',
      domain: 'rooms',
      objects: [
        ['cat1', 'cat'],
        ['cat2', 'cat'],
        ['hall', 'room'],
        ['thing', 'object'],
      ],
      init: [
        ['in', 'cat1', 'hall'],
        ['asleep', 'cat2'],
      ],
      goal: ['and', ['in', 'cat1', 'attic'], ['not', ['=', 'cat1', 'cat2']]],
    });
  });

  it.each([
    ['', /not a PDDL problem/],
    ['(define', /line 1/],
    ['(domain x)', /not a PDDL problem/],
    ['(define (problem a)) (define (problem b))', /not a PDDL problem/],
    ['(define (problem a) (:domain b) (:objects) (:goal (x)))', /\(:init \.\.\.\)' is missing/],
    ['(define (problem a) (:domain b) (:objects) (:init) (:goal))', /'\(:goal \.\.\.\)' is empty/],
  ])('refuses %j', (text, message) => {
    expect(() => parsePddlProblem(text, 'p')).toThrow(UsageError);
    expect(() => parsePddlProblem(text, 'p')).toThrow(message);
  });
});

describe('atomsOf', () => {
  it('finds lists of plain words at any depth, in order', () => {
    expect(atomsOf(parsePddlProblem(problem, 'p').goal)).toEqual([
      ['in', 'cat1', 'attic'],
      ['=', 'cat1', 'cat2'],
    ]);
    expect(atomsOf('word')).toEqual([]);
  });
});
