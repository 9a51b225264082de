/**
 * Ledger: a plan as an account of its steps. Batches and reflection are AutoPlan's (Ouyang & Li 2023, section 3.2.2); the
 * update is not a rewrite but a few typed edits of single steps, and what is known of each step is kept over all batches.
 *
 * What it takes from others, and what it does in its own way:
 * - ACE (agentic context engineering, 2025): entries with ids, counted as helpful or harmful. There entries are only
 *   added, so that playbooks grow without end; here they are replaced, taken out and moved as well, and there are at most
 *   `steps` of them. Counts are of episodes, with a third one for a step that was not followed.
 * - SkillOpt (0.2): a most number of edits per update, and a memory of rejected ones. There edits are anchored on exact
 *   text, which fails or lands in the wrong place without a word; here on ids, and what does not fit is refused with a
 *   reason. There a plan is kept when it beats a score that was measured once; here both are measured afresh.
 * - GEPA (2025): a plan is tried before it is kept. There on the few instances that it was made from; here on instances
 *   that nothing is learned from, with the same seeds for both plans.
 * - A guard against copying from single jobs (instance-guard.ts), which users of all of them ask for. What it refuses, and
 *   what can not be applied, is told at once, and the model may ask for other edits, once for each update.
 *
 * An update of the empty plan may have as many edits as a plan may have steps: there is nothing yet that edits could harm.
 */
import { ModelError, messageOf } from '../core/errors.js';
import type { ChatModel } from '../core/model.js';
import type { EditRecord, Optimizer } from '../core/optimizer.js';
import type { Plan, PlanStep } from '../core/plan.js';
import { definePrompt } from '../core/prompt.js';
import { createPlan } from '../plans/index.js';
import { acceptNoWorse } from './acceptance.js';
import { applyEdits, type EditedSteps } from './apply-edits.js';
import { createInstanceGuard, type InstanceGuard } from './instance-guard.js';
import { iterate, keepPlan, type Method, type Proposal, type Slots } from './iterate.js';
import { countEvidence, idsOf, renderSteps, stepsOf } from './plan-steps.js';
import { type PlanEdit, type ReadEdit, readEdits } from './read-edits.js';
import {
  describeRules,
  type Job,
  learnedJobs,
  noteLostReflections,
  type ReflectionOptions,
  type Round,
  reflectionPrompts,
  renderJobs,
} from './reflect.js';
import { type RejectedEdit, refusedEdits, rejectedPrompts, remember, undoneEdits } from './rejected-edits.js';
import { selectLast } from './selection.js';
import { askAboutSteps, listSteps, stepPrompts } from './weigh-steps.js';

/** The optimizer's prompts. A config may override each by a template file. */
export const ledgerPrompts = {
  ...reflectionPrompts,
  ...stepPrompts,
  ...rejectedPrompts,
  editPlan: definePrompt(
    'editPlan',
    ['introduction', 'actions', 'task', 'steps', 'rejected', 'jobs', 'edits', 'room'],
    ({ introduction, actions, task, steps, rejected, jobs, edits, room }) =>
      [
        introduction,
        `These actions can be taken, one at a time:\n${actions}`,
        `All jobs here are of one kind: ${task}`,
        'The current plan, step by step. Each step begins with its id and ends with the number of jobs so far in ' +
          `which it helped, hurt, or was not followed. The plan:\n${steps || '(There is no plan yet.)'}`,
        ...(rejected === ''
          ? []
          : [
              `These edits were tried before and rejected; do not make them again in other words:\n${rejected}`,
            ]),
        `Reports on the latest jobs, done under that plan:\n\n${jobs}`,
        'From these reports, edit the plan. Keep what helped; mend what the flaws and the suggested revisions of all ' +
          'jobs point at; replace or remove a step that hurt more than it helped. The plan must serve every job of ' +
          'this kind, so copy no names, numbers, answers or sentences from single jobs. Each step is one line, with ' +
          'actions in the forms above. ' +
          `Make at most ${edits} edits; the plan may have ${room} steps. Answer with JSON alone: ` +
          '{"edits": [...]}. An edit is one of {"operation": "add", "after": ID, "text": TEXT, "jobs": NUMBERS}, ' +
          '{"operation": "replace", "id": ID, "text": TEXT, "jobs": NUMBERS}, ' +
          '{"operation": "remove", "id": ID, "jobs": NUMBERS} and ' +
          '{"operation": "move", "id": ID, "after": ID, "jobs": NUMBERS}, where "after": "start" is the beginning ' +
          'and NUMBERS lists the jobs whose reports ask for the edit.',
      ].join('\n\n'),
    ['rejected'],
  ),
};
/** The prompts of this optimizer, by stage. */
export type LedgerPrompts = typeof ledgerPrompts;

/** Settings of the optimizer. */
export interface LedgerOptions extends ReflectionOptions, Slots {
  /** Most tokens of an update's edits. */
  readonly planTokens: number;
  /** Most edits of an update. */
  readonly edits: number;
  /** Most steps of a plan. */
  readonly steps: number;
  readonly prompts: LedgerPrompts;
}

/** The optimizer's defaults; its gate draws 8 validation instances. */
export const ledgerDefaults: LedgerOptions = {
  reflection: 'full',
  reflectionTokens: 800,
  planTokens: 1000,
  edits: 4,
  steps: 12,
  prompts: ledgerPrompts,
  acceptance: acceptNoWorse(8),
  selection: selectLast,
};

/** Creates the Ledger optimizer. */
export function createLedgerOptimizer(options: Partial<LedgerOptions> = {}): Optimizer {
  const settings = { ...ledgerDefaults, ...options };
  return { name: 'ledger', optimize: (context) => iterate(context, createMethod(settings), settings) };
}

/** What is kept from one update to the next, beside the plan. */
interface Account {
  /** Steps that were ever made, kept or not: their ids are not used again. */
  made: number;
  /** Every job that was ever reported on: details of any of them are kept out of plans. */
  jobs: readonly Job[];
  rejected: readonly RejectedEdit[];
}

function createMethod(settings: LedgerOptions): Method {
  const account: Account = { made: 0, jobs: [], rejected: [] };
  return {
    reflection: settings,
    further: askAboutSteps(settings.prompts),
    propose: (round, jobs) => editPlan(settings, account, round, jobs),
    onRejected: ({ edits = [] }, verdict) => {
      account.rejected = remember(account.rejected, undoneEdits(edits, verdict));
    },
  };
}

/** The edited plan; the same again, with what the batch has shown of its steps, where nothing was edited. */
async function editPlan(
  settings: LedgerOptions,
  account: Account,
  round: Round,
  jobs: readonly Job[],
): Promise<Proposal> {
  const before = stepsOf(round.plan);
  account.made = Math.max(account.made, ...before.map(numberOf));
  account.jobs = [...account.jobs, ...jobs];
  const steps = countEvidence(
    before,
    jobs.map(({ reflection }) => reflection?.evidence),
  );
  const kept = { ...round.plan, iteration: round.index + 1, ...(steps.length > 0 ? { steps } : {}) };
  const stay = (reason: string) => ({ ...keepPlan(kept, reason), incumbent: kept });
  if (learnedJobs(jobs).length === 0) return stay('no episode could be learned from');
  const edited = await editSteps({ settings, account, round, jobs }, steps);
  if (typeof edited === 'string') return stay(edited);
  const plan = nextPlan(round, kept, edited);
  return { plan, incumbent: kept, edits: edited.records, ...noteEdits(edited.records, jobs) };
}

/** What an update is made in. */
interface Update {
  readonly settings: LedgerOptions;
  readonly account: Account;
  readonly round: Round;
  readonly jobs: readonly Job[];
}

/**
 * Asks for edits and applies them. Where some are refused, it asks once more, for as many as are left: the refusals are
 * then in what the model is told. Gives why not, in words, where the first answer can not be used.
 */
async function editSteps(update: Update, steps: readonly PlanStep[]): Promise<EditedSteps | string> {
  const { settings, account, round } = update;
  const model = round.context.model(`train/${round.index}/update`);
  const most = mostEdits(settings, steps);
  const asked = await askForEdits(update, model, steps, most);
  if (typeof asked === 'string') return asked;
  const first = applyAll(update, steps, asked, most);
  account.rejected = remember(account.rejected, refusedEdits(first.records));
  const left = most - first.records.filter(({ applied }) => applied).length;
  if (left === 0 || first.records.every(({ applied }) => applied)) return first;
  const again = await askForEdits(update, model, first.steps, left);
  if (typeof again === 'string') return first;
  const second = applyAll(update, first.steps, again, left);
  account.rejected = remember(account.rejected, refusedEdits(second.records));
  return { steps: second.steps, records: [...first.records, ...second.records] };
}

/** The edits that the model asks for; why it gave none, in words. */
async function askForEdits(
  { settings, account, round, jobs }: Update,
  model: ChatModel,
  steps: readonly PlanStep[],
  most: number,
): Promise<readonly ReadEdit[] | string> {
  const { prompts, planTokens } = settings;
  const content = prompts.editPlan.render({
    ...describeRules(round.context.manual),
    steps: listSteps(prompts, steps, true),
    rejected: account.rejected.map((one) => prompts.rejectedEdit.render({ ...one })).join('\n'),
    jobs: renderJobs(prompts, jobs),
    edits: String(most),
    room: String(settings.steps),
  });
  try {
    const reply = await model.complete({
      purpose: 'update-plan',
      messages: [{ role: 'user', content }],
      sampling: { maxTokens: planTokens },
    });
    if (reply.finishReason === 'length') return `the edits were cut at ${planTokens} tokens`;
    return readEdits(reply.text) ?? 'the reply held no list of edits';
  } catch (error) {
    if (error instanceof ModelError) return messageOf(error);
    throw error;
  }
}

/** The number in an id such as `s3`; 0 for ids of another kind. */
function numberOf({ id }: PlanStep): number {
  return Number(/^s(\d+)$/.exec(id)?.[1] ?? 0);
}

function mostEdits({ edits, steps: room }: LedgerOptions, steps: readonly PlanStep[]): number {
  return steps.length === 0 ? Math.max(edits, room) : edits;
}

function applyAll(
  { settings, account, round, jobs }: Update,
  steps: readonly PlanStep[],
  asked: readonly ReadEdit[],
  most: number,
): EditedSteps {
  const reported = learnedJobs(jobs).map(({ episode }) => episode);
  return applyEdits(steps, asked, {
    most,
    room: settings.steps,
    refuse: createGuard(round.context, account),
    nextId: () => `s${++account.made}`,
    origin: (edit) => ({ iteration: round.index + 1, episodes: idsOf(namedJobs(edit, reported)) }),
  });
}

function createGuard(context: Round['context'], { jobs }: Account): InstanceGuard {
  const episodes = jobs.map(({ episode }) => episode);
  const answers = context.answer ? episodes.map(({ instanceId }) => context.answer?.(instanceId) ?? '') : [];
  const goals = context.instances.map(({ goal }) => goal);
  return createInstanceGuard({ manual: context.manual, goals, episodes, answers });
}

/** The jobs that an edit says it rests on; all of the batch where it names none of them. */
function namedJobs<T>({ jobs }: PlanEdit, reported: readonly T[]): readonly T[] {
  const named = reported.filter((_, i) => jobs.includes(i + 1));
  return named.length > 0 ? named : reported;
}

/** The plan with the edited steps; the same plan again where they say the same. */
function nextPlan({ plan, index }: Round, kept: Plan, { steps, records }: EditedSteps): Plan {
  if (!records.some(({ applied }) => applied)) return kept;
  const { environment, taskType } = plan;
  const parts = { text: renderSteps(steps), iteration: index + 1, environment, taskType };
  const next = createPlan({ ...parts, parentId: plan.id, steps });
  return next.id === plan.id ? kept : next;
}

/** What was refused, and which reflections failed; nothing where all went well. */
function noteEdits(records: readonly EditRecord[], jobs: readonly Job[]): Pick<Proposal, 'note'> {
  const refused = refusedEdits(records);
  const [first] = refused;
  const { note: lost } = noteLostReflections(jobs);
  const notes = [
    ...(lost === undefined ? [] : [lost]),
    ...(first === undefined
      ? []
      : [`${refused.length} of ${records.length} edits were refused: ${first.reason}`]),
  ];
  return notes.length === 0 ? {} : { note: notes.join('; ') };
}
