/** What was measured while a plan was being learned: which updates were kept, and which plan was chosen. */
import type { TrainingSummary } from '../training/index.js';
import { groupDigits } from './numbers.js';

/** Lines about one task type; none where nothing was measured. */
export function renderValidation({
  taskType,
  iterations,
  selection,
  validationEpisodes,
}: TrainingSummary): string[] {
  const verdicts = iterations.flatMap(({ iteration, verdict }) =>
    verdict === undefined
      ? []
      : [
          `${taskType}, update ${iteration + 1} ${verdict.accepted ? 'kept' : 'rejected'}: ${verdict.reason}.`,
        ],
  );
  const chosen = selection === undefined ? [] : [`${taskType}, final plan: ${selection.reason}.`];
  const played =
    validationEpisodes === undefined
      ? []
      : [
          `${taskType}: ${groupDigits(validationEpisodes)} episodes were played to measure plans while learning.`,
        ];
  return [...verdicts, ...chosen, ...played];
}
