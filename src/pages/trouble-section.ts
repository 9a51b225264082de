/** What went wrong? */
import { html } from 'hono/html';
import type { RunHistory } from '../history/index.js';
import { groupDigits } from '../report/index.js';
import type { EpisodeLink } from './belief-section.js';
import { line, type Markup, notThere, section } from './markup.js';

/** Errors by kind, attempts that failed, waits, resumes, cells that are missing, files that could not be read. */
export function renderTrouble(history: RunHistory, link: EpisodeLink): Markup {
  const { trouble, trainings } = history;
  const { episodeErrors, failedAttempts, attempts, lostAttempts, pauses, outages, resumes } = trouble;
  const notes = trainings.flatMap(({ cell, taskType, iterations }) =>
    iterations.flatMap(({ iteration, note }) =>
      note === null ? [] : [`${cell ?? taskType}, iteration ${iteration + 1}: ${note}.`],
    ),
  );
  const items: (Markup | string)[] = [
    ...episodeErrors.map(({ code, count, example }) => {
      const address = link(example);
      const first =
        address === null ? html`${line(example)}` : html`<a href="${address}">${line(example)}</a>`;
      return html`${groupDigits(count)} episodes ended in the error ${line(code)}, for example ${first}: they are left out of all rates.`;
    }),
    ...failedAttempts.map(
      ({ code, count }) =>
        `${groupDigits(count)} of ${groupDigits(attempts)} attempts failed with ${line(code)}; most were sent again.`,
    ),
    ...(lostAttempts > 0
      ? [
          `${groupDigits(lostAttempts)} attempts have no recorded end${history.state === 'running' ? ' yet' : ': they may have been paid in vain'}.`,
        ]
      : []),
    ...(pauses.count > 0
      ? [`${groupDigits(pauses.count)} long waits, ${groupDigits(pauses.seconds)} seconds in all.`]
      : []),
    ...(outages.count > 0
      ? [`${groupDigits(outages.count)} times the server was gone: ${line(outages.message ?? '')}`]
      : []),
    ...resumes.map(
      ({ changes }) =>
        `The run was gone on with${changes.length === 0 ? '.' : `; changed since its start: ${changes.map(line).join('; ')}`}`,
    ),
    ...trouble.missingCells.map(({ cell, reason }) => `${line(cell)} was not measured: ${line(reason)}`),
    ...notes.slice(0, 100).map(line),
  ];
  return section(
    'trouble',
    'What went wrong?',
    items.length === 0
      ? notThere('Nothing that is recorded: no errors, no failed attempts, no waits.')
      : html`<ul>${items.slice(0, 300).map((item) => html`<li>${item}</li>`)}</ul>`,
  );
}
