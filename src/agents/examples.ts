/** Shows demonstrations to a model: worked examples at the end of an agent's rules. */
import type { Demonstration } from '../core/demonstration.js';
import { UsageError } from '../core/errors.js';

/** Settings of an agent that is shown demonstrations. */
export interface ExampleOptions {
  /** Demonstrations of all task types, in the order in which they are shown. */
  readonly demonstrations: readonly Demonstration[];
  /** How many of the task type are shown. */
  readonly shots: number;
}

/**
 * The demonstrations that an agent is shown: the first `shots` of the task type. Throws a UsageError when there are
 * fewer.
 */
export function pickDemonstrations(
  { demonstrations, shots }: ExampleOptions,
  taskType: string,
): readonly Demonstration[] {
  const fitting = demonstrations.filter((one) => one.taskType === taskType);
  if (fitting.length >= shots) return fitting.slice(0, shots);
  throw new UsageError(
    `${shots} demonstrations of task type "${taskType}" are to be shown, but there are ${fitting.length}`,
    `show ${fitting.length} or fewer, or add demonstrations`,
  );
}

/** Examples under a heading, numbered; empty for none. `show` renders what follows job and first observation. */
export function renderExamples(
  demonstrations: readonly Demonstration[],
  show: (demonstration: Demonstration) => string,
): string {
  if (demonstrations.length === 0) return '';
  const heading =
    demonstrations.length === 1 ? 'Here is 1 example.' : `Here are ${demonstrations.length} examples.`;
  const examples = demonstrations.map((one, index) =>
    [
      `Example ${index + 1}`,
      `Your job: ${one.goal}`,
      `Observation: ${one.initialObservation}`,
      show(one),
    ].join('\n'),
  );
  return [heading, ...examples].join('\n\n');
}
