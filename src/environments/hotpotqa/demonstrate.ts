/** HotpotQA's expert for demonstrations: reads the two pages that a question takes, and says what it makes of them. */
import type { TaskInstance } from '../../core/task.js';
import type { ExpertScript, ScriptedStep } from '../define-environment.js';
import { takeTurns } from '../take-turns.js';
import { writeBridgeProgram, writeComparisonProgram } from './demonstration-program.js';
import * as thoughts from './demonstration-thoughts.js';
import { planReading, type Reading } from './plan-reading.js';
import { checkSetup } from './setup.js';

/**
 * Searches by the names that question and pages give, looks words up where the beginning of a page is not enough, and
 * finishes with the answer. Null for a question whose pages can not be found so. Throws a UsageError for a setup that is
 * not HotpotQA's.
 */
export function demonstrate(instance: TaskInstance, wording: number): ExpertScript | null {
  const { goal } = instance;
  const setup = checkSetup(instance);
  const readings = planReading(goal, setup);
  if (readings === null) return null;
  const pick = takeTurns(wording);
  const { type, answer } = setup;
  const [one, two] = readings;
  const isBridge = type === 'bridge';
  const begin = isBridge ? thoughts.thinkOfBridge(pick, one) : thoughts.thinkOfComparison(pick, readings);
  const goOn = isBridge ? thoughts.thinkOfLink(pick, one, two) : thoughts.thinkOfOther(pick, one, two);
  const end = isBridge
    ? thoughts.thinkOfAnswer(pick, two, answer)
    : thoughts.thinkOfResult(pick, goal, readings, answer);
  return {
    about: describe(type, readings),
    steps: [
      ...read(one, begin, goal, pick),
      ...read(two, goOn, goal, pick),
      { thought: end, action: `finish[${answer}]` },
    ],
    program: isBridge ? writeBridgeProgram(readings) : writeComparisonProgram(readings),
  };
}

function describe(type: string, readings: readonly Reading[]): string {
  if (readings.some(({ isMissed }) => isMissed)) return `${type} with a name that is no title`;
  return readings.some(({ keyword }) => keyword !== undefined) ? `${type} with a lookup` : type;
}

/** The steps to the sentence of a page that matters. */
function read(
  reading: Reading,
  thought: string,
  question: string,
  pick: thoughts.Choose,
): readonly ScriptedStep[] {
  const { title, name, isMissed, keyword } = reading;
  const steps: ScriptedStep[] = [{ thought, action: `search[${name}]` }];
  if (isMissed) {
    const similar = thoughts.thinkOfSimilar(pick, question, reading);
    steps.push({ thought: similar, action: `search[${title}]` });
  }
  if (keyword !== undefined) {
    steps.push({ thought: thoughts.thinkOfLookup(pick, keyword), action: `lookup[${keyword}]` });
  }
  return steps;
}
