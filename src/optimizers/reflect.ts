/**
 * One batch: its episodes, and what the model makes of each (SIR reflection, Ouyang & Li 2023, section 3.2.2). Shared by
 * the optimizers; the prompts are ours, with the intent of Table 2. Deviations: the reflection of an episode starts when
 * it ends, not when its batch does; jobs stand in order of instance id; an episode that ended in an infrastructure error,
 * or whose reflection did, is left out of the update. As in the original code, no revision is asked for while the plan
 * is empty.
 */
import type { Manual } from '../core/environment.js';
import type { Episode, Reflection, StepEvidence } from '../core/episode.js';
import { ModelError, messageOf } from '../core/errors.js';
import type { ChatMessage, Purpose } from '../core/model.js';
import type { Iteration, OptimizerContext } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import { definePrompt } from '../core/prompt.js';
import type { TaskInstance } from '../core/task.js';
import { mapConcurrently } from '../util/map-concurrently.js';

/** The prompts of reflection, and of the report on an episode that the update reads. */
export const reflectionPrompts = {
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
};
/** The prompts of reflection, by stage. */
export type ReflectionPrompts = typeof reflectionPrompts;

/** Settings of reflection. */
export interface ReflectionOptions {
  /** `full`: summary, flaws and revision. `summary`: the summary alone (the ablation of section 4.5). */
  readonly reflection: 'full' | 'summary';
  /** Most tokens of each reflection turn. */
  readonly reflectionTokens: number;
  readonly prompts: ReflectionPrompts;
}

/** What the steps of one iteration share: the batch is played under `plan`. */
export interface Round {
  readonly context: OptimizerContext;
  readonly plan: Plan;
  /** Number of the iteration, from 0. */
  readonly index: number;
}

/** A finished episode and what was learned from it. */
export interface Job {
  readonly episode: Episode;
  /** Null where the episode, or its reflection, ended in an error: then there is no lesson in it. */
  readonly reflection: Reflection | null;
  /** Why the reflection failed. */
  readonly problem?: string;
}

/** Asks a further question about an episode, after its flaws were named; `ask` continues that conversation. */
export type FurtherQuestion = (
  round: Round,
  ask: (purpose: Purpose, question: string) => Promise<string>,
) => Promise<StepEvidence | null>;

/** Plays a batch and reflects on each episode, whose reflection starts when it ends. */
export function playBatch(
  round: Round,
  batch: readonly TaskInstance[],
  options: ReflectionOptions,
  further?: FurtherQuestion,
): Promise<Job[]> {
  const { context, plan, index } = round;
  return mapConcurrently(batch, batch.length, async (instance): Promise<Job> => {
    const episode = await context.rollout(instance, plan, index);
    if (episode.outcome.kind === 'error') return { episode, reflection: null };
    try {
      const reflection = await reflect(round, episode, options, further);
      context.emit({ type: 'reflection-end', taskType: context.taskType, iteration: index, reflection });
      return { episode, reflection };
    } catch (error) {
      if (error instanceof ModelError) return { episode, reflection: null, problem: messageOf(error) };
      throw error;
    }
  });
}

/** SIR reflection on one episode: summary and flaws side by side, then what follows from the flaws. */
async function reflect(
  round: Round,
  episode: Episode,
  { reflection: mode, reflectionTokens, prompts }: ReflectionOptions,
  further?: FurtherQuestion,
): Promise<Reflection> {
  const { context, plan, index } = round;
  const model = context.model(`train/${index}/${episode.instanceId}/reflect`);
  const ask = async (purpose: Purpose, ...turns: readonly string[]) => {
    const messages = continueWith(round, prompts, episode, turns);
    const reply = await model.complete({ purpose, messages, sampling: { maxTokens: reflectionTokens } });
    return reply.text.trim();
  };
  const aboutFlaws = prompts.identifyFlaws.render({});
  const full = mode === 'full';
  const [summary, flaws] = await Promise.all([
    ask('summarize', prompts.summarize.render({})),
    full ? ask('identify-flaws', aboutFlaws) : '',
  ]);
  const goesOn = full && plan.text !== '';
  const [revision, evidence] = await Promise.all([
    goesOn ? ask('revise-plan', aboutFlaws, flaws, prompts.revisePlan.render({})) : '',
    goesOn && further
      ? further(round, (purpose, question) => ask(purpose, aboutFlaws, flaws, question))
      : null,
  ]);
  const { id: episodeId, instanceId } = episode;
  return { episodeId, instanceId, summary, flaws, revision, ...(evidence ? { evidence } : {}) };
}

/**
 * The episode's conversation, its outcome with the lesson where there is one, and then the given turns, which alternate
 * user and assistant.
 */
function continueWith(
  { context, plan }: Round,
  prompts: ReflectionPrompts,
  episode: Episode,
  turns: readonly string[],
): ChatMessage[] {
  const conversation = context.conversation(episode, plan);
  const outcome = prompts.outcome.render({
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

/** A job that something was learned from. */
export type LearnedJob = Job & { readonly reflection: Reflection };

/** The jobs that something was learned from, in order. */
export function learnedJobs(jobs: readonly Job[]): LearnedJob[] {
  return jobs.flatMap(({ episode, reflection }) => (reflection ? [{ episode, reflection }] : []));
}

/** The reports for the update, numbered from 1 in the order of the jobs that something was learned from. */
export function renderJobs(prompts: ReflectionPrompts, jobs: readonly Job[]): string {
  return learnedJobs(jobs)
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

/** What the update is told of the world. */
export function describeRules({ introduction, actions, task }: Manual) {
  return {
    introduction,
    actions: actions.map(({ form, description }) => `- ${form}: ${description}`).join('\n'),
    task,
  };
}

/** A note where reflections failed; nothing where none did. */
export function noteLostReflections(jobs: readonly Job[]): Pick<Iteration, 'note'> {
  const problems = jobs.flatMap(({ problem }) => problem ?? []);
  if (problems.length === 0) return {};
  return { note: `${problems.length} of ${jobs.length} reflections failed: ${problems[0]}` };
}
