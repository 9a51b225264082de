/** What did it cost? */
import { html } from 'hono/html';
import type { Purpose } from '../core/model.js';
import type { PurposeCost, RunHistory } from '../history/index.js';
import { roleOfPurpose } from '../models/index.js';
import {
  checkRunEstimate,
  describeOff,
  groupDigits,
  percent,
  type ThinkingCalls,
  wordCallsPerStep,
} from '../report/index.js';
import { line, type Markup, nothing, notThere, section } from './markup.js';

/** Calls, tokens and US$ by purpose; what came from the response cache; who put actions into form. */
export function renderCost(history: RunHistory): Markup {
  const { purposes, total } = history.cost;
  if (purposes.length === 0)
    return section('cost', 'What did it cost?', notThere('No call of a model is recorded.'));
  const { fromCache, unpricedCalls, estimatedCalls } = total;
  const notes = [
    ...(fromCache.calls > 0
      ? [
          `${groupDigits(fromCache.calls)} calls${fromCache.costUsd > 0 ? `, worth US$ ${usd(fromCache.costUsd)},` : ''} came from the response cache and were not paid again.`,
        ]
      : []),
    ...(unpricedCalls > 0
      ? [`The price of ${groupDigits(unpricedCalls)} calls is not known, so the cost is a lower bound.`]
      : []),
    ...(estimatedCalls > 0
      ? [`The tokens of ${groupDigits(estimatedCalls)} calls were not reported and are estimated.`]
      : []),
  ];
  return section('cost', 'What did it cost?', [
    html`<dl class="tally"><div><dt>US$</dt><dd>${total.unpricedCalls > 0 ? '\u2265 ' : ''}${usd(total.costUsd)}</dd></div>
<div><dt>model calls</dt><dd>${groupDigits(total.calls)}</dd></div>
<div><dt>prompt tokens</dt><dd>${groupDigits(total.promptTokens)}</dd></div>
<div><dt>completion tokens</dt><dd>${groupDigits(total.completionTokens)}</dd></div></dl>
<div class="scroll"><table><thead><tr><th scope="col">purpose</th><th scope="col" class="number">calls</th><th scope="col" class="number">prompt</th><th scope="col" class="number">could be cached</th><th scope="col" class="number">was cached</th><th scope="col" class="number">completion</th><th scope="col" class="number">US$</th><th scope="col" class="number">from cache</th></tr></thead>
<tbody>${purposes.map(renderRow)}</tbody><tfoot>${renderRow({ ...total, purpose: 'all' })}</tfoot></table></div>`,
    total.cacheableTokens === 0
      ? nothing
      : html`<p class="quiet">Could be cached: what a prompt before began with, word for word. Was cached: what the server says.</p>`,
    notes.length === 0 ? nothing : html`<p class="quiet">${notes.join(' ')}</p>`,
    renderEstimate(history),
    renderPerEpisode(history),
    renderFormalizer(history),
  ]);
}

function renderRow(cost: PurposeCost): Markup {
  const { purpose, calls, promptTokens, completionTokens, costUsd, fromCache } = cost;
  const cached = [cost.cacheableTokens, cost.cachedTokens].map((tokens) => share(tokens, promptTokens));
  return html`<tr><th scope="row">${line(purpose) || 'not recorded'}</th><td class="number">${groupDigits(calls)}</td><td class="number">${groupDigits(promptTokens)}</td><td class="number">${cached[0]}</td><td class="number">${cached[1]}</td><td class="number">${groupDigits(completionTokens)}</td><td class="number">${usd(costUsd)}</td><td class="number">${groupDigits(fromCache.calls)}</td></tr>`;
}

function share(tokens: number, of: number): string {
  return of === 0 ? '\u2013' : percent(tokens / of);
}

function usd(value: number): string {
  return value > 0 && value < 0.01 ? value.toPrecision(2) : value.toFixed(2);
}

/** What was estimated before the run beside what it used. */
function renderEstimate(history: RunHistory): Markup {
  const rows = checkRunEstimate(history).map(({ of, estimated, used, off }) => {
    const show = of === 'US$' ? usd : groupDigits;
    return html`<tr><th scope="row">${of}</th><td class="number">${show(estimated.expected)}</td><td class="number">${show(estimated.low)} to ${show(estimated.high)}</td><td class="number">${show(used)}</td><td class="number">${off === null ? '\u2013' : describeOff(off)}</td></tr>`;
  });
  if (rows.length === 0) return nothing;
  return html`<h3>Estimated before</h3>
<div class="scroll"><table><thead><tr><th></th><th scope="col" class="number">estimated</th><th scope="col" class="number">range</th><th scope="col" class="number">used</th><th scope="col" class="number">estimate was off by</th></tr></thead><tbody>${rows}</tbody></table></div>
${history.state === 'finished' ? nothing : html`<p class="quiet">The estimate is of the whole run.</p>`}`;
}

/** What playing took on average, without what was learned from it. */
function renderPerEpisode(history: RunHistory): Markup {
  const { cost, episodes } = history;
  const playing = cost.purposes.filter(({ purpose }) => isPlaying(purpose));
  const sum = (key: 'calls' | 'promptTokens' | 'completionTokens' | 'costUsd') =>
    playing.reduce((all, one) => all + one[key], 0) / episodes.count;
  if (episodes.count === 0 || playing.length === 0) return nothing;
  const tokens = groupDigits(Math.round(sum('promptTokens') + sum('completionTokens')));
  const money = playing.some(({ unpricedCalls }) => unpricedCalls > 0) ? '' : `, US$ ${usd(sum('costUsd'))}`;
  const perStep =
    history.playing.steps === 0 ? '' : `: ${wordCallsPerStep(history.playing, thinkingCalls(history))}`;
  return html`<p>An episode took ${sum('calls').toFixed(1)} calls and ${tokens} tokens on average${money}${perStep}.</p>`;
}

/** How AutoPlan's agent asked for thought and action; nothing for other agents, and where arms differ. */
function thinkingCalls({ agent, kind, cost }: RunHistory): ThinkingCalls | undefined {
  if (agent !== 'autoplan' || kind === 'ablation') return undefined;
  return cost.purposes.some(({ purpose }) => purpose === 'think') ? 'apart' : 'together';
}

function isPlaying(purpose: string): boolean {
  const role = Object.hasOwn(roleOfPurpose, purpose) ? roleOfPurpose[purpose as Purpose] : undefined;
  return role === 'agent' || role === 'formalizer';
}

function renderFormalizer({ formalizer }: RunHistory): Markup {
  const { grammar, model, none } = formalizer;
  const all = grammar + model + none;
  if (all === 0) return nothing;
  return html`<p>Of ${groupDigits(all)} actions, ${groupDigits(grammar)} were put into form by the grammar, ${groupDigits(model)} needed a model call, ${groupDigits(none)} were sent as they were.</p>`;
}
