/**
 * AdaPlanner (Sun et al. 2023; the parts on planning in code, in-plan and out-of-plan refinement, and the original
 * code for ALFWorld): a whole plan first, as a program that checks what it expects; where an expectation is not met the
 * program is written anew and goes on from a step of it; questions inside the program are answered by the model.
 * As in the original, the world is not reset between tries, there are six programs in all, the second and the third go
 * on from the step that the model names, and later ones start at the first step. Prompts are ours. Deviations: programs
 * are data in a small language of our own (`adaplanner-program.ts`), where the original runs Python; all requests but
 * the questions are one growing conversation; the model is not asked for a step where its answer would not be used; what
 * later steps kept is forgotten where an earlier one is run again; the report of an error does not say where the agent is
 * and what it holds, which not every world knows; the step to start at is the first number of the answer, not its first
 * digit, for programs may have more than nine steps; a question comes with rules, job and the last interactions, where
 * the original's stands alone, for a program can only put single words of what was observed into it; a reply that is no program counts as a try; actions
 * pass the free grammar of the action forms; no skills are discovered; a plan may stand in the rules.
 */
import type { Agent, AgentContext, AgentSession, Decision } from '../core/agent.js';
import type { Demonstration } from '../core/demonstration.js';
import type { Step } from '../core/episode.js';
import { UsageError } from '../core/errors.js';
import type { ChatMessage, ChatModel } from '../core/model.js';
import { createAuthor, type ProgramToRun } from './adaplanner-author.js';
import { createInterpreter, type Interpreter, type ProgramEvent } from './adaplanner-interpreter.js';
import { formatProgram, type Program, parseProgram } from './adaplanner-program.js';
import { type AdaplannerPrompts, adaplannerPrompts } from './adaplanner-prompts.js';
import type { Bindings } from './adaplanner-text.js';
import { type ExampleOptions, pickDemonstrations, renderExamples } from './examples.js';
import { createFreeFormalizer, renderActions } from './manual-text.js';
import { renderInteractions, stepMessages } from './transcript.js';

/** Settings of AdaPlanner. */
export interface AdaplannerAgentOptions extends ExampleOptions {
  /** Most tokens of an answer to a question of the program. */
  readonly thoughtTokens: number;
  /** Most tokens of a program (original code: 1400). */
  readonly programTokens: number;
  readonly prompts: AdaplannerPrompts;
}

/** AdaPlanner's defaults. */
export const adaplannerAgentDefaults: AdaplannerAgentOptions = {
  demonstrations: [],
  shots: 0,
  thoughtTokens: 100,
  programTokens: 1500,
  prompts: adaplannerPrompts,
};

/** Interactions that come with a question of the program. */
const interactionsToAsk = 5;

/**
 * Creates AdaPlanner. Its sessions throw a UsageError when there are fewer demonstrations of the task type than shots,
 * or when one has no program.
 */
export function createAdaplannerAgent(options: Partial<AdaplannerAgentOptions> = {}): Agent {
  const settings = { ...adaplannerAgentDefaults, ...options };
  return {
    name: 'adaplanner',
    begin: (context, model) => beginEpisode(settings, context, model),
    conversation: (context, steps) => renderTranscript(settings.prompts, context, steps),
  };
}

function beginEpisode(
  settings: AdaplannerAgentOptions,
  context: AgentContext,
  model: ChatModel,
): AgentSession {
  const { prompts, programTokens } = settings;
  const opening = { system: renderRules(settings, context), task: renderTask(prompts, context) };
  const formalize = createFreeFormalizer(context);
  const author = createAuthor({ prompts, programTokens, ...opening, model });
  let running: Interpreter | null = null;
  let explain: (step: number) => Pick<Decision, 'thought'> = () => ({});
  let bindings: Bindings = new Map();
  let problem = '';
  return {
    act: async (steps) => {
      let input = steps.at(-1)?.observation ?? context.initialObservation;
      for (;;) {
        if (running === null) {
          const written = await author.write(problem, steps);
          if (written === null) return null;
          running = startProgram(written, bindings);
          explain = explainOnce(written.program);
        }
        const event = running.next(input);
        if (event.kind === 'action') {
          return { ...explain(event.step), ...formalize(event.text, steps) };
        }
        if (event.kind === 'ask') {
          input = await askModel(settings, opening, event.question, steps, model);
        } else {
          problem = describeEnd(event);
          // As in the original, only a program that stopped leaves what it kept.
          bindings = event.kind === 'failed' ? running.bindings() : new Map();
          running = null;
          input = steps.at(-1)?.observation ?? context.initialObservation;
        }
      }
    },
  };
}

/** What later steps kept is forgotten where a program goes on from an earlier one. */
function startProgram({ program, startStep }: ProgramToRun, bindings: Bindings): Interpreter {
  const known = new Map([...bindings].filter(([, { step }]) => step < startStep));
  return createInterpreter(program, known, startStep);
}

/** Says what a step is for, with the first of its actions. */
function explainOnce({ steps }: Program): (step: number) => Pick<Decision, 'thought'> {
  let explained: number | undefined;
  return (number) => {
    if (number === explained) return {};
    explained = number;
    const why = steps.find(({ step }) => step === number)?.why ?? '';
    return { thought: `Step ${number}: ${why.replace(/\s+/g, ' ')}`.trim() };
  };
}

function describeEnd(event: Extract<ProgramEvent, { kind: 'failed' | 'ended' }>): string {
  return event.kind === 'ended'
    ? 'The program ran to its end, but the job is not done.'
    : `The program stopped. Error in step ${event.step}: ${event.message}.`;
}

async function askModel(
  { prompts, thoughtTokens }: AdaplannerAgentOptions,
  { system, task }: { readonly system: string; readonly task: string },
  question: string,
  steps: readonly Step[],
  model: ChatModel,
): Promise<string> {
  const interactions = renderInteractions(steps.slice(-interactionsToAsk));
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: `${task}\n\n${prompts.ask.render({ interactions, question })}` },
  ];
  const reply = await model.complete({ purpose: 'ask', messages, sampling: { maxTokens: thoughtTokens } });
  return reply.text;
}

function renderRules(settings: AdaplannerAgentOptions, { manual, plan, taskType }: AgentContext): string {
  return settings.prompts.adaplannerRules.render({
    introduction: manual.introduction,
    actions: renderActions(manual),
    plan,
    examples: renderExamples(pickDemonstrations(settings, taskType), showProgram),
  });
}

function showProgram({ instanceId, program }: Demonstration): string {
  const place = `demonstration "${instanceId}"`;
  if (program === undefined) throw new UsageError(`${place} has no program`, 'write one, or show none');
  return formatProgram(parseProgram(program, `${place}: program`));
}

function renderTask({ task }: AdaplannerPrompts, { goal, initialObservation }: AgentContext): string {
  return task.render({ goal, observation: initialObservation });
}

/** The game without the programs: what was done, what for, and what was observed. Reflection continues it. */
function renderTranscript(
  prompts: AdaplannerPrompts,
  context: AgentContext,
  steps: readonly Step[],
): ChatMessage[] {
  const { introduction } = context.manual;
  const actions = renderActions(context.manual);
  const rules = prompts.reactRules.render({ introduction, actions, plan: context.plan, examples: '' });
  return [
    { role: 'system', content: rules },
    { role: 'user', content: renderTask(prompts, context) },
    ...steps.flatMap((step) =>
      stepMessages(step, (observation) => prompts.observation.render({ observation })),
    ),
  ];
}
