/** How do I use it? Commands to copy; and what the run was made from. */
import { html } from 'hono/html';
import type { RunHistory } from '../history/index.js';
import { formatBytes, groupDigits } from '../report/index.js';
import { line, type Markup, nothing, notThere, section } from './markup.js';

/** Commands for the plans of a run. */
export function renderUse(history: RunHistory, runPath: string): Markup {
  const plans = history.files.filter((path) => /^plans\/(?:.+\/)?best\.md$/.test(path));
  const commands = plans.slice(0, 12).flatMap((path) => commandsFor(runPath, `${runPath}/${path}`));
  const unfinished = !['finished', 'running', 'unreadable'].includes(history.state);
  const goOn =
    unfinished && history.kind !== 'certificate'
      ? [['Go on with the run', `planwright resume ${runPath}`] as const]
      : [];
  return section('use', 'How do I use it?', [
    ...(plans.length === 0 ? [notThere('There is no finished plan in this run to export.')] : []),
    ...[...goOn, ...commands, ['Look at every episode', `planwright view`] as const].map(
      ([what, command]) =>
        html`<p class="quiet">${what}</p><pre class="command"><code>${line(command)}</code></pre>`,
    ),
    plans.length > 12 ? html`<p class="quiet">And ${plans.length - 12} more plans.</p>` : nothing,
  ]);
}

function commandsFor(runPath: string, path: string): (readonly [what: string, command: string])[] {
  return [
    ['Read it, and say that you have', `planwright plan review ${path}`],
    ['Prove it on held-out tasks, afresh', `planwright certify ${path} --config ${runPath}/config.yaml`],
    ['Give it to another agent as a skill', `planwright plan export ${path} --target skill --out skills`],
  ];
}

/** What the run was made from, and what lies in its folder. */
export function renderProvenance(history: RunHistory): Markup {
  const { suite, environment, tool, journal, files, agent, optimizer, seed, models } = history;
  const facts: (readonly [string, string | null])[] = [
    ['suite', suite && `${suite.name} ${suite.digest}`],
    ['world', environment && `${environment.name} ${environment.version}`],
    ['models', models.join(', ') || null],
    ['agent', agent],
    ['optimizer', optimizer],
    ['seed', seed === null ? null : String(seed)],
    ['planwright', tool],
    [
      'journal',
      journal.records === 0 ? null : `${groupDigits(journal.records)} records, ${formatBytes(journal.bytes)}`,
    ],
  ];
  return section('made', 'What was it made from?', [
    html`<div class="scroll"><table><tbody>${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value === null ? html`<span class="quiet">not recorded</span>` : line(value)}</td></tr>`)}</tbody></table></div>
<details><summary>Files (${files.length})</summary><ul>${files.slice(0, 300).map((path) => html`<li><code>${line(path)}</code></li>`)}</ul></details>`,
    renderConfig(history),
  ]);
}

function renderConfig(history: RunHistory): Markup {
  const config = history.readFile('config.yaml');
  if (config === null) return nothing;
  // Absolute paths say nothing of the run but where it was made.
  const shown = config.replace(/(^|\s)(?:[A-Za-z]:)?[\\/][^\s]*[\\/]([^\s\\/]+)/g, '$1\u2026/$2');
  return html`<details><summary>Config</summary><pre class="command"><code>${shown.slice(0, 20_000)}</code></pre></details>`;
}
