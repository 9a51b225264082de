/** The way to an answer as a program: for agents whose plan is one. What it can not know beforehand it asks. */
import type { JsonObject } from '../../util/json.js';
import type { Reading } from './plan-reading.js';

/** Opens the first page, has it say which is the second, and answers. */
export function writeBridgeProgram([one, two]: readonly [Reading, Reading]): JsonObject {
  const next = 'Which page has to be read next, going by the open one? Give its name alone.';
  return number([
    {
      why: 'read the page that the question begins with',
      do: [...open(one.name), ...lookUp(one), { ask: next, as: 'next' }],
    },
    { why: 'read the page that it leads to', do: [...open('{next}'), ...lookUp(two)] },
    answer,
  ]);
}

/** Opens both pages, one after the other, and answers. */
export function writeComparisonProgram([one, two]: readonly [Reading, Reading]): JsonObject {
  const commands = [...open('{page}'), ...lookUp(one.keyword === undefined ? two : one)];
  return number([
    {
      why: 'read both pages that are compared',
      do: [{ forEach: 'page', in: [one.name, two.name], do: commands }],
    },
    answer,
  ]);
}

interface Part {
  readonly why: string;
  readonly do: readonly JsonObject[];
}

const answer: Part = {
  why: 'answer',
  do: [
    {
      ask: 'What is the answer to the question? Give a name, a few words, a number, yes or no.',
      as: 'answer',
    },
    { action: 'finish[{answer}]' },
  ],
};

function number(parts: readonly Part[]): JsonObject {
  return { steps: parts.map((part, index) => ({ step: index + 1, ...part })) };
}

function open(name: string): JsonObject[] {
  const which = 'Which of the similar titles is the page that is wanted? Give this title alone.';
  return [
    { action: `search[${name}]` },
    { if: 'Could not find', do: [{ ask: which, as: 'title' }, { action: 'search[{title}]' }] },
  ];
}

/** Looks for the keyword unless the beginning of the page has it. */
function lookUp({ keyword }: Reading): JsonObject[] {
  return keyword === undefined ? [] : [{ if: keyword, do: [], else: [{ action: `lookup[${keyword}]` }] }];
}
