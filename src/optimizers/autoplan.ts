/**
 * AutoPlan (Ouyang & Li 2023, section 3.2): roll out a batch under the current plan, reflect on each episode
 * (summary, flaws, revision), rewrite the plan from all of it. Prompts are ours, with the intent of Table 2.
 * Deviations: those of reflection (reflect.ts). Every update is kept and the last plan is final, as in the paper, unless
 * the config says otherwise.
 */
import { ModelError, messageOf } from '../core/errors.js';
import type { ChatReply } from '../core/model.js';
import type { Optimizer } from '../core/optimizer.js';
import { definePrompt } from '../core/prompt.js';
import { createPlan } from '../plans/index.js';
import { iterate, keepPlan, type Proposal, paperSlots, type Slots } from './iterate.js';
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
import { stripFence } from './strip-fence.js';

/** The optimizer's prompts. A config may override each by a template file. */
export const optimizerPrompts = {
  ...reflectionPrompts,
  updatePlan: definePrompt(
    'updatePlan',
    ['introduction', 'actions', 'task', 'plan', 'jobs'],
    ({ introduction, actions, task, plan, jobs }) =>
      [
        introduction,
        `These actions can be taken, one at a time:\n${actions}`,
        `All jobs here are of one kind: ${task}`,
        `The current plan for this kind of job:\n${plan || '(There is no plan yet.)'}`,
        `Reports on the latest jobs, done under that plan:\n\n${jobs}`,
        'From these reports, rewrite the plan. Keep what the successful jobs did; mend what the flaws and the ' +
          'suggested revisions of all jobs point at. The plan must serve every job of this kind, so name no single ' +
          'job and no numbered thing. Write numbered steps, with actions in the forms above. Answer with the plan ' +
          'alone.',
      ].join('\n\n'),
  ),
};
/** The prompts of this optimizer, by stage. */
export type OptimizerPrompts = typeof optimizerPrompts;

/** Settings of the optimizer. */
export interface AutoplanOptions extends ReflectionOptions, Slots {
  /** Most tokens of a plan. */
  readonly planTokens: number;
  readonly prompts: OptimizerPrompts;
}

/** The optimizer's defaults. */
export const autoplanDefaults: AutoplanOptions = {
  reflection: 'full',
  reflectionTokens: 800,
  planTokens: 1000,
  prompts: optimizerPrompts,
  ...paperSlots,
};

/** Creates the AutoPlan optimizer. */
export function createAutoplanOptimizer(options: Partial<AutoplanOptions> = {}): Optimizer {
  const settings = { ...autoplanDefaults, ...options };
  return {
    name: 'autoplan',
    optimize: (context) =>
      iterate(
        context,
        { reflection: settings, propose: (round, jobs) => rewritePlan(settings, round, jobs) },
        settings,
      ),
  };
}

/** The next plan; the same text again, and a note that says why, where no update was possible. */
async function rewritePlan(settings: AutoplanOptions, round: Round, jobs: readonly Job[]): Promise<Proposal> {
  const { plan, index } = round;
  const incumbent = { ...plan, iteration: index + 1 };
  const stay = (reason: string) => ({ ...keepPlan(incumbent, reason), incumbent });
  if (learnedJobs(jobs).length === 0) return stay('no episode could be learned from');
  try {
    const reply = await askForPlan(settings, round, jobs);
    if (reply.finishReason === 'length') return stay(`the new one was cut at ${settings.planTokens} tokens`);
    const { environment, taskType } = plan;
    const next = createPlan({
      text: stripFence(reply.text),
      iteration: index + 1,
      environment,
      taskType,
      parentId: plan.id,
    });
    if (next.text === '') return stay('the new one was empty');
    return { plan: next.id === plan.id ? incumbent : next, incumbent, ...noteLostReflections(jobs) };
  } catch (error) {
    if (error instanceof ModelError) return stay(messageOf(error));
    throw error;
  }
}

function askForPlan(
  { prompts, planTokens }: AutoplanOptions,
  { context, plan, index }: Round,
  jobs: readonly Job[],
): Promise<ChatReply> {
  const content = prompts.updatePlan.render({
    ...describeRules(context.manual),
    plan: plan.text,
    jobs: renderJobs(prompts, jobs),
  });
  return context.model(`train/${index}/update`).complete({
    purpose: 'update-plan',
    messages: [{ role: 'user', content }],
    sampling: { maxTokens: planTokens },
  });
}
