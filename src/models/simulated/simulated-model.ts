/**
 * A program that stands in for a language model, so that everything runs with no key and no network. It is not a
 * language model and nothing it does is evidence about one. It gets what a provider would get (messages, sampling,
 * seed) and gives what one would give (text, finish reason, usage). It is a pure function of its input: it
 * remembers nothing between calls and reads no file, no suite and no environment.
 */
import type { ChatMessage, ChatModel, ChatReply, Sampling } from '../../core/model.js';
import { hash53 } from '../../util/hash.js';
import { createRandom, type Random } from '../../util/random.js';
import { decide, wander } from './decide.js';
import { formalizeAction } from './formalize-action.js';
import { judge } from './judge.js';
import { createNotice, learnFromExamples, type Notice } from './learn-from-examples.js';
import { learnFromTries } from './learn-from-tries.js';
import { parseAction, typeOf } from './lexicon.js';
import { isTurningPoint, outlineJob } from './next-line.js';
import type { SimulatedProfile } from './profiles.js';
import { replyToProgramming } from './programs/reply-to-programming.js';
import { isAboutQuestions } from './questions/read-question.js';
import { replyToQuestion } from './questions/reply-to-question.js';
import { readGoal } from './read-goal.js';
import { type Memory, readLog } from './read-log.js';
import { combineDirectives, type Directives, noDirectives, readPlan, tellTheSame } from './read-plan.js';
import { type Reading, readPlanText, readRequest, splitJobs } from './read-request.js';
import { findFlaws, type Review, suggestRevision, summarize } from './reflect.js';
import { createHabits, type Intent } from './situation.js';
import { skimPlan } from './skim-plan.js';
import { countTokens, cutTokens } from './tokens.js';
import { judgeStep, writeStepVerdicts } from './weigh-steps.js';
import { announcedAction, wordAction, wordThought } from './wording.js';
import { writeEdits } from './write-edits.js';
import { writeLesson } from './write-lesson.js';
import { imaginableTypes, writePlan } from './write-plan.js';

/** Creates a simulated model. `name` is the model's id, for example `simulated-strong`. */
export function createSimulatedModel(options: {
  readonly name: string;
  readonly profile: SimulatedProfile;
}): ChatModel {
  const { name, profile } = options;
  return {
    id: name,
    complete: async ({ messages, sampling }) => answer(name, profile, messages, sampling),
  };
}

function answer(
  name: string,
  profile: SimulatedProfile,
  messages: readonly ChatMessage[],
  sampling: Sampling,
): ChatReply {
  const temperature = sampling.temperature ?? 1;
  const text = messages.map(({ role, content }) => `${role}\u001e${content}`).join('\u001f');
  const label = [hash53(text), hash53(text, 1), sampling.seed ?? 0, temperature, sampling.topP ?? 1].join(
    ' ',
  );
  const whole = reply({ messages, profile, temperature, random: createRandom(name, label), sampling });
  const stopped = applyStops(whole, sampling.stop ?? []);
  const { text: final, cut } = cutTokens(stopped, sampling.maxTokens ?? Infinity);
  return {
    text: final,
    finishReason: cut ? 'length' : 'stop',
    usage: {
      calls: 1,
      promptTokens: messages.reduce((sum, { content }) => sum + countTokens(content) + 4, 2),
      completionTokens: countTokens(final),
      cachedTokens: 0,
      estimatedCalls: 0,
    },
    model: name,
  };
}

function applyStops(text: string, stops: readonly string[]): string {
  const ends = stops.map((stop) => text.indexOf(stop)).filter((index) => index >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

interface Request {
  readonly messages: readonly ChatMessage[];
  readonly profile: SimulatedProfile;
  readonly temperature: number;
  readonly random: Random;
  readonly sampling: Sampling;
}

const notUnderstood = 'I am not sure what you would like me to do. Could you say it in other words?';

function reply(request: Request): string {
  const reading = readRequest(request.messages);
  const { random, profile } = request;
  const judgement = judge(request);
  if (judgement !== null) return judgement;
  const programmed = replyToProgramming({ ...request, mostTokens: request.sampling.maxTokens ?? Infinity });
  if (programmed !== null) return programmed;
  if (isAboutQuestions(reading)) {
    const conversation = request.messages.map(({ content }) => content).join('\n');
    return replyToQuestion({ ...request, seed: seedOf(request), conversation }, reading) ?? notUnderstood;
  }
  switch (reading.ask) {
    case 'formalize':
      return formalizeAction(reading.last);
    case 'update':
      return update(request, reading);
    case 'edits':
      return editPlan(request, reading);
    case 'steps':
      return weighSteps(request, reading);
    case 'summarize':
      return summarize(review(request, reading));
    case 'flaws':
      return findFlaws(review(request, reading));
    case 'revision':
      return suggestRevision(reading.pending, planOf(request, reading), random, profile.wordiness);
    case 'lesson':
      return writeLesson(review(request, reading));
    case 'line':
      return continueLog(request, reading);
    case 'thought':
      return think(request, reading);
    case 'action':
      return act(request, reading);
    case 'thought-and-action': {
      const thought = think(request, reading);
      return `Thought: ${thought}\nAction: ${act(request, { ...reading, pending: thought })}`;
    }
    case 'unknown':
      return notUnderstood;
  }
}

/** What the model takes from the plan; how hastily it reads stays the same through an episode. */
function planOf({ profile }: Request, reading: Reading, types = imaginableTypes([])): Directives {
  const habit = createHabits(reading.job, reading.firstObservation);
  return readPlan(skimPlan(reading.plan, profile.skim, habit), types);
}

function review(request: Request, reading: Reading): Review {
  const { profile, random } = request;
  const memory = readLog(reading.firstObservation, reading.turns);
  return { goal: readGoal(reading.job), memory, plan: planOf(request, reading), profile, random };
}

function think(request: Request, reading: Reading): string {
  const { intent, steps } = intend(request, reading);
  return wordThought(intent, steps, reading.placing, request.random);
}

/** The next line of the log: a thought where the job has moved on and none stands unanswered, else an action. */
function continueLog(request: Request, reading: Reading): string {
  const goal = readGoal(reading.job);
  const memory = readLog(reading.firstObservation, reading.turns);
  if (reading.pending !== '' || !isTurningPoint(memory, goal)) return act(request, reading);
  return `think: ${memory.events.length === 0 ? outlineJob(goal) : ''}${think(request, reading)}`;
}

/** The action that the thought before it announced; without one, a decision of its own. */
function act(request: Request, reading: Reading): string {
  const { profile, random, temperature } = request;
  const action = parseAction(announcedAction(reading.pending)) ?? intend(request, reading).intent.action;
  const calm = 0.4 + 0.6 * temperature;
  // Examples show the form that actions have.
  const freedom = reading.examples.length > 0 ? calm / 2 : calm;
  const looseness = { slip: profile.slip * freedom, wordiness: profile.wordiness * freedom };
  return wordAction(action, reading.placing, looseness, random);
}

function intend(request: Request, reading: Reading): { intent: Intent; steps: Directives['steps'] } {
  const { profile, random, temperature } = request;
  const memory = readLog(reading.firstObservation, reading.turns);
  const habit = createHabits(reading.job, reading.firstObservation);
  const advice = gatherAdvice(request, reading, memory, createNotice(habit, profile.insight));
  const faithful = random.chance(profile.faithfulness ** (0.5 + 0.5 * temperature));
  const plan = faithful ? advice : noDirectives;
  const situation = { memory, plan, profile, temperature, random, habit };
  const goal = readGoal(reading.job);
  return { intent: goal ? decide({ ...situation, goal }) : wander(situation), steps: advice.steps };
}

/** What one is told: by earlier tries at this job, then by the plan, then by examples. */
function gatherAdvice(request: Request, reading: Reading, memory: Memory, notices: Notice): Directives {
  const goal = readGoal(reading.job);
  const types = imaginableTypes(memory.rooms.map(typeOf));
  return [
    learnFromTries(reading.earlierTries, goal, types),
    planOf(request, reading, types),
    learnFromExamples(reading.examples, goal, notices),
  ].reduce(combineDirectives);
}

function update(request: Request, reading: Reading): string {
  const jobs = splitJobs(reading.last);
  const before = reading.last.slice(0, reading.last.indexOf(jobs[0] ?? ''));
  return rewrite(request, reading, jobs, readPlanText(before));
}

function rewrite(
  request: Request,
  { placing }: Reading,
  jobs: readonly string[],
  currentPlan: string,
): string {
  return writePlan({ jobs, currentPlan, placing, profile: request.profile, seed: seedOf(request) });
}

function editPlan(request: Request, reading: Reading): string {
  const jobs = splitJobs(reading.last);
  return writeEdits({
    last: reading.last,
    jobs,
    insight: request.profile.insight,
    seed: seedOf(request),
    rewrite: (currentPlan) => rewrite(request, reading, jobs, currentPlan),
    meansTheSame: (a, b) => tellTheSame(a, b, imaginableTypes([])),
  });
}

function weighSteps(request: Request, reading: Reading): string {
  const { profile, random } = request;
  const job = review(request, reading);
  const types = imaginableTypes([]);
  return writeStepVerdicts(reading.last, (step) => judgeStep(step, job, types), profile.insight, random);
}

function seedOf({ sampling, temperature }: Request): string {
  return [sampling.seed ?? 0, temperature, sampling.topP ?? 1].join(' ');
}
