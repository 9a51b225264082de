import type { TaskInstance } from '../../../src/core/task.js';
import type { JsonObject } from '../../../src/util/json.js';

/** Paragraphs of an invented country; the last sentence of each has no full stop with a blank after it. */
export const context = [
  ['Ossel (river)', ['The Ossel is a river in Varn.', ' It rises near Tolm.', ' Its mouth is at Hest.']],
  ['Tolm', ['Tolm is a town in Varn. It has 4,120 people.', ' The mayor of Tolm is Ida Brakk.']],
  ['Hest', ['Hest is a port.', ' It is older than Tolm!', ' It has 9,300 people.']],
  ["Brakk's Law", ['Brakk\'s Law says that "more is less". Few follow it.']],
  ['Empty', []],
] as const;

/** Questions over these paragraphs. */
export const questions: readonly TaskInstance[] = [
  question('river', 'Who is the mayor of the town near which the Ossel rises?', { answer: 'Ida Brakk' }),
  question('older', 'Which is older, Tolm or Hest?', { answer: 'Hest', type: 'comparison' }),
  question('port', 'Is Hest a port?', { answer: 'yes', type: 'comparison' }),
];

/** A question; `change` replaces parts of its setup. */
export function question(id: string, goal: string, change: JsonObject = {}): TaskInstance {
  return {
    id,
    environment: 'hotpotqa',
    taskType: 'qa',
    split: 'train',
    goal,
    setup: { answer: 'yes', type: 'bridge', supportingFacts: [['Tolm', 0]], context, ...change },
  };
}
