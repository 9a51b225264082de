/** What did it learn? */
import { html } from 'hono/html';
import type { Plan, PlanStep } from '../core/plan.js';
import type { RunHistory, TrainingHistory } from '../history/index.js';
import { line, type Markup, nothing, notThere, section, text } from './markup.js';
import { planWords } from './run-words.js';

/** Trainings whose plans are shown in full; an ablation has many. */
const mostPlans = 30;

/** Plans up to which each stands open. */
const mostOpen = 6;

/** The plans, each step with where it came from. */
export function renderPlans(history: RunHistory): Markup {
  const { trainings, kind } = history;
  if (trainings.length === 0) {
    const [measured] = history.evaluations.filter(({ phase }) => phase === 'held-out');
    if (kind === 'training' || measured === undefined)
      return section('plan', 'What did it learn?', notThere('Nothing yet.'));
    return section('plan', 'What was measured?', renderMeasured(history, measured.planId));
  }
  const more = trainings.length - mostPlans;
  const many = trainings.length > mostOpen;
  return section('plan', 'What did it learn?', [
    ...trainings.slice(0, mostPlans).map((one) => {
      const title = line(one.cell ?? one.taskType);
      const plan = renderLearned(history, one);
      if (many)
        return html`<details class="card"><summary><strong>${title}</strong></summary>${plan}</details>`;
      return trainings.length > 1 ? html`<h3>${title}</h3>${plan}` : plan;
    }),
    more > 0 ? html`<p class="quiet">And ${more} more plans, in the folder plans of the run.</p>` : nothing,
  ]);
}

function renderMeasured(history: RunHistory, id: string): Markup {
  const plan = history.readPlan({ id });
  if (plan === null) return notThere('The plan that was measured is not recorded.');
  return plan.text === ''
    ? html`<p>No plan: the agent played without one.</p>`
    : renderSteps(plan.text, () => nothing);
}

function renderLearned(history: RunHistory, training: TrainingHistory): Markup {
  const { final, iterations, planned, selected, flags } = training;
  const plan = history.readPlan(final, training);
  const ended = iterations.filter((one) => one.ended).length;
  const how = `After ${ended} of ${planned} iterations${selected === null ? '' : `; ${planWords(final)} was chosen: ${line(selected.reason)}`}.`;
  if (plan === null) return notThere('The plan can not be read from the journal.');
  if (plan.text === '')
    return notThere(ended === 0 ? 'No plan yet: no iteration has ended.' : 'No plan: nothing was learned.');
  return html`<p class="quiet">${how}</p>
${renderSteps(plan.text, originsOf(history, training, plan))}
${flags.length === 0 ? '' : html`<div class="note"><p>Look at this before others are given the plan: ${flags.map((flag) => line(describeFlag(flag))).join('; ')}.</p></div>`}`;
}

function describeFlag(flag: object): string {
  const { kind, text: found, excerpt } = flag as Readonly<Record<string, unknown>>;
  return [kind, found ?? excerpt].filter((part) => typeof part === 'string').join(': ') || 'a flag';
}

/** The lines of a plan as a list; a number that a line begins with stands before it. */
export function renderSteps(planText: string, originOf: (line: string) => Markup): Markup {
  const lines = planText.split('\n').filter((one) => one.trim() !== '');
  return html`<ol class="plan">${lines.map((one) => {
    const [, number = '', rest = one] = /^(\d{1,3}\.)\s+(.*)$/s.exec(one) ?? [];
    return html`<li><span class="n">${number}</span><p>${text(rest)}</p>${originOf(one)}</li>`;
  })}</ol>`;
}

/** Where each line came from: what a structured plan says of its steps, else the update after which it has stood. */
function originsOf(history: RunHistory, training: TrainingHistory, plan: Plan): (line: string) => Markup {
  const lines = plan.text.split('\n');
  const { steps } = plan;
  if (steps !== undefined && steps.length === lines.length)
    return (one) => describeStep(steps[lines.indexOf(one)], training);
  const since = traceLines(history, training, lines);
  return (one) => {
    const iteration = since.get(one);
    return iteration === undefined ? nothing : originFrom(training, iteration, iteration);
  };
}

function describeStep(step: PlanStep | undefined, training: TrainingHistory): Markup {
  if (step === undefined) return nothing;
  const { iteration, helped, hurt, notFollowed, episodes } = step;
  const evidence = `helped in ${helped} episodes, hurt in ${hurt}, not followed in ${notFollowed}`;
  const from = episodes.length === 0 ? '' : `; made from ${episodes.slice(0, 6).map(line).join(', ')}`;
  return html`${originFrom(training, iteration, iteration - 1)}<span class="from">${evidence}${from}</span>`;
}

function originFrom({ index, iterations }: TrainingHistory, update: number, iteration: number): Markup {
  if (update <= 0) return html`<span class="from">from the plan that training began with</span>`;
  const batch = iterations[update - 1]?.batch ?? iterations[iteration]?.batch ?? [];
  const names = batch.slice(0, 6).map(line).join(', ');
  const more = batch.length > 6 ? ` and ${batch.length - 6} more` : '';
  return html`<span class="from">since <a href="#t${index}-i${update}">update ${update}</a>${names === '' ? '' : `, after ${names}${more}`}</span>`;
}

/** Iterations that are looked through for a line's beginning. */
const mostTraced = 200;

/** For each line the update since which the plans have had it without a break; 0 for the initial plan. */
function traceLines(
  history: RunHistory,
  training: TrainingHistory,
  lines: readonly string[],
): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  const ended = training.iterations.filter(({ after }) => after !== null).slice(-mostTraced);
  const last = ended.findLastIndex(({ after }) => after?.id === training.final.id);
  let open = new Set(lines);
  for (const { iteration, before, after } of ended.slice(0, last + 1).reverse()) {
    const earlier = before.id === after?.id ? null : history.readPlan(before, training);
    if (earlier === null) continue;
    const had = new Set(earlier.text.split('\n'));
    for (const one of open) if (!had.has(one)) since.set(one, iteration + 1);
    open = new Set([...open].filter((one) => had.has(one)));
  }
  for (const one of open) since.set(one, 0);
  return since;
}
