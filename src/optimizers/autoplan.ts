/**
 * AutoPlan (Ouyang & Li 2023, section 3.2): roll out a batch under the current plan, reflect on each episode
 * (summary, flaws, revision), rewrite the plan from all of it. Prompts are ours, with the intent of Table 2.
 * Deviations: the reflection of an episode starts when it ends, not when its batch does; jobs stand in order of
 * instance id; an episode that ended in an infrastructure error, or whose reflection did, is left out of the update.
 * As in the original code, no revision is asked for while the plan is empty.
 */
import type { Manual } from '../core/environment.js';
import { type Episode, type Reflection, succeeded } from '../core/episode.js';
import { ModelError, messageOf } from '../core/errors.js';
import type { ChatMessage, ChatModel, ChatReply, Purpose } from '../core/model.js';
import type { Iteration, Optimizer, OptimizerContext } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import { definePrompt } from '../core/prompt.js';
import { createPlan } from '../plans/index.js';
import { mapConcurrently } from '../util/map-concurrently.js';
import { drawBatch } from './draw-batch.js';

/** The optimizer's prompts. A config may override each by a template file. */
export const optimizerPrompts = {
  outcome: definePrompt(
    'outcome',
    ['result', 'lesson'],
    ({ result, lesson }) => `The job is over: ${result}${lesson === '' ? '' : `\n${lesson}`}`,
    ['lesson'],
  ),
  summarize: definePrompt(
    'summarize',
    [],
    () => 'Summarize what happened in this job as a list of steps: what you did, what came of it, and why.',
  ),
  identifyFlaws: definePrompt(
    'identifyFlaws',
    [],
    () =>
      'Identify every flaw in the plan or in the actions taken. This world need not work like real life: the ' +
      'observations are always right, the plan and the actions may be wrong. Write one flaw a line.',
  ),
  revisePlan: definePrompt(
    'revisePlan',
    [],
    () =>
      'Suggest how to revise the plan where it led astray, and leave the rest of it alone. Write one change a line.',
  ),
  job: definePrompt(
    'job',
    ['number', 'goal', 'result', 'summary', 'flaws', 'revision'],
    ({ number, goal, result, summary, flaws, revision }) =>
      [
        `Job ${number}: ${goal}`,
        `Result: ${result}`,
        `Summary:\n${summary}`,
        `Flaws:\n${flaws || 'N/A'}`,
        `Suggested revision:\n${revision || 'N/A'}`,
      ].join('\n'),
  ),
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
export interface AutoplanOptions {
  /** `full`: summary, flaws and revision. `summary`: the summary alone (the ablation of section 4.5). */
  readonly reflection: 'full' | 'summary';
  /** Most tokens of each reflection turn. */
  readonly reflectionTokens: number;
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
};

/** Creates the AutoPlan optimizer. */
export function createAutoplanOptimizer(options: Partial<AutoplanOptions> = {}): Optimizer {
  const settings = { ...autoplanDefaults, ...options };
  return {
    name: 'autoplan',
    optimize: async function* (context) {
      let plan = context.initialPlan;
      for (let index = 0; index < context.iterations; index++) {
        const iteration = await runIteration({ settings, context, plan, index });
        plan = iteration.plan;
        yield iteration;
      }
    },
  };
}

/** What the steps of one iteration share: the batch is played under `plan`. */
interface Round {
  readonly settings: AutoplanOptions;
  readonly context: OptimizerContext;
  readonly plan: Plan;
  /** Number of the iteration, from 0. */
  readonly index: number;
}

async function runIteration(round: Round): Promise<Iteration> {
  const { context, plan, index } = round;
  const batch = drawBatch(context.instances, context.seed, context.batchSize, index);
  context.emit({
    type: 'iteration-start',
    taskType: context.taskType,
    iteration: index,
    instanceIds: batch.map((instance) => instance.id),
  });
  const jobs = await mapConcurrently(batch, batch.length, async (instance): Promise<Job> => {
    const episode = await context.rollout(instance, plan, index);
    return { episode, ...(await reflectSafely(round, episode)) };
  });
  const update = await updatePlan(round, jobs);
  const episodes = jobs.map((job) => job.episode);
  context.emit({
    type: 'iteration-end',
    taskType: context.taskType,
    iteration: index,
    plan: update.plan,
    successes: episodes.filter(succeeded).length,
    episodes: episodes.length,
    errors: episodes.filter((episode) => episode.outcome.kind === 'error').length,
  });
  const reflections = jobs.flatMap((job) => (job.reflection ? [job.reflection] : []));
  return { iteration: index, episodes, reflections, ...update };
}

/** A finished episode and what was learned from it. */
interface Job {
  readonly episode: Episode;
  /** Null where the episode, or its reflection, ended in an error: then there is no lesson in it. */
  readonly reflection: Reflection | null;
  /** Why the reflection failed. */
  readonly problem?: string;
}

async function reflectSafely(round: Round, episode: Episode): Promise<Omit<Job, 'episode'>> {
  if (episode.outcome.kind === 'error') return { reflection: null };
  try {
    const reflection = await reflect(round, episode);
    round.context.emit({ type: 'reflection-end', iteration: round.index, reflection });
    return { reflection };
  } catch (error) {
    if (error instanceof ModelError) return { reflection: null, problem: messageOf(error) };
    throw error;
  }
}

/** SIR reflection on one episode: summary and flaws side by side, then the revision. */
async function reflect(round: Round, episode: Episode): Promise<Reflection> {
  const { settings, context, plan, index } = round;
  const { prompts } = settings;
  const model = context.model(`train/${index}/${episode.instanceId}/reflect`);
  const ask = async (purpose: Purpose, ...turns: readonly string[]) =>
    say(model, purpose, settings.reflectionTokens, continueWith(round, episode, turns));
  const askSummary = () => ask('summarize', prompts.summarize.render({}));
  const askFlaws = () => ask('identify-flaws', prompts.identifyFlaws.render({}));
  const full = settings.reflection === 'full';
  const questions = full ? [askSummary, askFlaws] : [askSummary];
  const [summary = '', flaws = ''] = await mapConcurrently(questions, questions.length, (question) =>
    question(),
  );
  const revision =
    full && plan.text !== ''
      ? await ask('revise-plan', prompts.identifyFlaws.render({}), flaws, prompts.revisePlan.render({}))
      : '';
  return { episodeId: episode.id, instanceId: episode.instanceId, summary, flaws, revision };
}

/**
 * The episode's conversation, its outcome with the lesson where there is one, and then the given turns, which alternate
 * user and assistant.
 */
function continueWith(
  { settings, context, plan }: Round,
  episode: Episode,
  turns: readonly string[],
): ChatMessage[] {
  const conversation = context.conversation(episode, plan);
  const outcome = settings.prompts.outcome.render({
    result: describeResult(episode),
    lesson: context.lesson?.(episode.instanceId) ?? '',
  });
  const last = conversation.at(-1) as ChatMessage;
  const [first, ...rest] = turns;
  return [
    ...conversation.slice(0, -1),
    { ...last, content: `${last.content}\n\n${outcome}\n\n${first}` },
    ...rest.map((content, i): ChatMessage => ({ role: i % 2 === 0 ? 'assistant' : 'user', content })),
  ];
}

/** The outcome in words for the model. */
function describeResult(episode: Episode): string {
  const { outcome, steps } = episode;
  if (outcome.kind === 'success') return `it succeeded after ${steps.length} actions.`;
  if (outcome.kind === 'truncated')
    return `it failed; the limit of ${outcome.by} was reached after ${steps.length} actions.`;
  return `it failed after ${steps.length} actions.`;
}

/** The next plan; the same text again, and a note that says why, where no update was possible. */
async function updatePlan(round: Round, jobs: readonly Job[]): Promise<Pick<Iteration, 'plan' | 'note'>> {
  const { settings, plan, index } = round;
  const kept = { ...plan, iteration: index + 1 };
  const keep = (reason: string) => ({ plan: kept, note: `the plan stayed as it was: ${reason}` });
  if (jobs.every(({ reflection }) => reflection === null)) return keep('no episode could be learned from');
  try {
    const reply = await askForPlan(round, jobs);
    if (reply.finishReason === 'length') return keep(`the new one was cut at ${settings.planTokens} tokens`);
    const { environment, taskType } = plan;
    const next = createPlan({
      text: stripFence(reply.text),
      iteration: index + 1,
      environment,
      taskType,
      parentId: plan.id,
    });
    if (next.text === '') return keep('the new one was empty');
    return { plan: next.id === plan.id ? kept : next, ...noteLostReflections(jobs) };
  } catch (error) {
    if (error instanceof ModelError) return keep(messageOf(error));
    throw error;
  }
}

function noteLostReflections(jobs: readonly Job[]): Pick<Iteration, 'note'> {
  const problems = jobs.flatMap(({ problem }) => problem ?? []);
  if (problems.length === 0) return {};
  return { note: `${problems.length} of ${jobs.length} reflections failed: ${problems[0]}` };
}

function askForPlan({ settings, context, plan, index }: Round, jobs: readonly Job[]): Promise<ChatReply> {
  const content = settings.prompts.updatePlan.render({
    ...describeRules(context.manual),
    plan: plan.text,
    jobs: renderJobs(settings, jobs),
  });
  return context.model(`train/${index}/update`).complete({
    purpose: 'update-plan',
    messages: [{ role: 'user', content }],
    sampling: { maxTokens: settings.planTokens },
  });
}

function describeRules(manual: Manual) {
  return {
    introduction: manual.introduction,
    actions: manual.actions.map(({ form, description }) => `- ${form}: ${description}`).join('\n'),
    task: manual.task,
  };
}

/** The reports for the update, in the order of the jobs. */
function renderJobs({ prompts }: AutoplanOptions, jobs: readonly Job[]): string {
  const reports = jobs.flatMap(({ episode, reflection }) => (reflection ? [{ episode, reflection }] : []));
  return reports
    .map(({ episode, reflection: { summary, flaws, revision } }, i) =>
      prompts.job.render({
        number: String(i + 1),
        goal: episode.goal,
        result: describeResult(episode),
        summary,
        flaws,
        revision,
      }),
    )
    .join('\n\n');
}

/** A plan as models wrap it: in a code fence, or not. */
function stripFence(text: string): string {
  const fenced = /^```[\w-]*\n([\s\S]*?)\n?```$/.exec(text.trim());
  return (fenced?.[1] ?? text).trim();
}

async function say(
  model: ChatModel,
  purpose: Purpose,
  maxTokens: number,
  messages: readonly ChatMessage[],
): Promise<string> {
  const reply = await model.complete({ purpose, messages, sampling: { maxTokens } });
  return reply.text.trim();
}
