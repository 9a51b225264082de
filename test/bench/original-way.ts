/**
 * The same training as the original code does it, over ours: one call after another, three calls a step (thought,
 * action, and a formalizer that always asks the model), the plan before and after measured in turn; no sleep. It is our
 * own trainer with one call in flight, so world, prompts, instances and number of plans are the same.
 */
import { median } from 'simple-statistics';
import type { BenchSettings, Row } from './bench-list.js';
import { group } from './figures.js';
import { startServer, timeTraining } from './wall-clock.js';

/** What makes our agent ask as the original does. */
const threeCallsAStep = ['agent.calls=apart', 'agent.formalizer=model'];
/** With a budget, the plan before is measured when the plan after has been. This one is never reached. */
const inTurn = 'budget.calls=1000000000';

/** Rows for a training of the quickstart: in part, or whole and slow where there is time. */
export async function benchOriginalWay({ folder, rounds, isLong }: BenchSettings): Promise<readonly Row[]> {
  const [latency, part] = isLong ? [50, []] : [20, ['heldOut=16']];
  const { child, url } = await startServer({ latency, spread: 0 });
  try {
    const taken: { sequential: number; ours: number; calls: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const sequential = await timeTraining(url, folder, [...part, ...threeCallsAStep, inTurn], 1);
      const ours = await timeTraining(url, folder, part, 16);
      taken.push({ sequential: sequential.wall, ours: ours.wall, calls: sequential.calls });
    }
    const seconds = (of: 'sequential' | 'ours') =>
      `${(median(taken.map((one) => one[of])) / 1000).toFixed(1)} s`;
    const ratio = median(taken.map(({ sequential, ours }) => sequential / ours));
    return [
      [
        `a training as the original does it, ${group(taken[0]?.calls ?? 0)} calls of ${latency} ms`,
        seconds('sequential'),
        '',
      ],
      ['  as it is by default, 16 at a time', seconds('ours'), ''],
      ['  how much faster', `${ratio.toFixed(1)} x`, '12 x'],
    ];
  } finally {
    child.kill();
  }
}
