import type { TransferResults } from '../training/index.js';
import { alignRows } from '../util/table.js';
import { wrapWords } from '../util/wrap-words.js';
import { renderSpent } from './ablation-text.js';
import { capitalize } from './gather-notes.js';
import { renderSimulated } from './simulated-note.js';
import { describeTransferred, doubtsOf, harmsOf, transferNotes } from './transfer-notes.js';
import { matrixRows } from './transfer-rows.js';

/** Columns that sentences take, without those in front of them. */
const noteWidth = 116;

/** A transfer for a terminal: where plans hurt, then the matrix. */
export function renderTransfer(results: TransferResults): string {
  const harms = harmsOf(results);
  const simulated = simulatedModels(results);
  return [
    `${capitalize(describeTransferred(results))}.`,
    ...(harms.length === 0
      ? []
      : [
          [
            'WHERE A PLAN HURTS',
            '',
            ...harms.flatMap(({ what, lost }) => [...wrap(what, '  '), ...wrap(lost, '    ')]),
          ].join('\n'),
        ]),
    ...doubtsOf(results).map((doubt) => wrap(doubt, '').join('\n')),
    `Difference to no plan in points of ${results.headline.name} [95 % interval]:`,
    alignRows(matrixRows(results))
      .map((line) => `  ${line}`.trimEnd())
      .join('\n'),
    transferNotes(results)
      .flatMap((note) => wrap(note, '  '))
      .join('\n'),
    ...(simulated.length === 0 ? [] : [renderSimulated(simulated).join('\n')]),
    renderSpent(results.spend),
  ].join('\n\n');
}

/** Names of the simulated models that had a part. */
export function simulatedModels({ models }: TransferResults): readonly string[] {
  return [...new Set(models.flatMap((model) => (model.simulated ? model.models : [])))];
}

function wrap(text: string, indent: string): string[] {
  return wrapWords(text, noteWidth - indent.length).map((line) => `${indent}${line}`);
}
