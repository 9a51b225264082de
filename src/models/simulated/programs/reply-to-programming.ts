/** Answers requests about programs: writes one, looks it over, writes it anew after an error, says where to go on. */
import type { ChatMessage } from '../../../core/model.js';
import type { Random } from '../../../util/random.js';
import { typeOf } from '../lexicon.js';
import type { SimulatedProfile } from '../profiles.js';
import { readQuestionPlan } from '../questions/decide-question.js';
import { joinQuestionDirectives } from '../questions/learn-to-answer.js';
import { isAboutQuestions } from '../questions/read-question.js';
import { readGoal } from '../read-goal.js';
import { combineDirectives, readPlan } from '../read-plan.js';
import { readRequest } from '../read-request.js';
import { createHabits } from '../situation.js';
import { skimPlan } from '../skim-plan.js';
import { countTokens } from '../tokens.js';
import { imaginableTypes } from '../write-plan.js';
import { answerAboutPages, answerAboutThings } from './answer-ask.js';
import { learnFromPrograms } from './learn-from-programs.js';
import { learnToSearch } from './learn-to-search.js';
import { formatProgram, numberSteps, type Program } from './program.js';
import { type Programming, readProgramming, readProgramQuestion } from './read-programming.js';
import { readProgress } from './read-progress.js';
import { stepToResumeAt } from './resume-program.js';
import { slipInProgram } from './slips.js';
import { writeHouseholdProgram } from './write-household-program.js';
import { writeQuestionProgram } from './write-question-program.js';

/** What a reply rests on. */
export interface ProgrammingRequest {
  readonly messages: readonly ChatMessage[];
  readonly profile: SimulatedProfile;
  readonly temperature: number;
  /** Draws for this request alone. */
  readonly random: Random;
  /** Most tokens of the reply. */
  readonly mostTokens: number;
}

/** The reply; null where the request is not about programs. */
export function replyToProgramming(request: ProgrammingRequest): string | null {
  const programming = readProgramming(request.messages);
  if (!programming) return null;
  switch (programming.ask) {
    case 'write':
    case 'refine':
      return writeDown(request, programWithin(request, programming));
    case 'check':
      return check(request);
    case 'resume':
      return `${stepToResumeAt(programming.tries.at(-1), programming.latest)}`;
    case 'answer':
      return answer(request);
  }
}

/** A program as it is said: now and then with a slip, or with words around it. */
function writeDown({ random, profile, temperature }: ProgrammingRequest, program: Program): string {
  const calm = 0.4 + 0.6 * temperature;
  const text = random.chance(profile.slip * calm) ? slipInProgram(program, random) : formatProgram(program);
  return random.chance(profile.wordiness * calm * 0.5) ? `\`\`\`json\n${text}\n\`\`\`` : text;
}

/** A second look: what was written against what was meant. */
function check(request: ProgrammingRequest): string {
  const said = request.messages.findLastIndex(({ role }) => role === 'assistant');
  const before = { ...request, messages: request.messages.slice(0, said) };
  const programming = readProgramming(before.messages);
  if (!programming) return 'OK';
  const meant = formatProgram(programWithin(before, programming));
  const same = request.messages[said]?.content.includes(meant) ?? false;
  return same || !request.random.chance(request.profile.insight) ? 'OK' : meant;
}

/** The program with lists short enough for the reply. Lists lose their last places first. */
function programWithin(request: ProgrammingRequest, programming: Programming): Program {
  const fence = 12;
  for (const mostPlaces of [60, 30, 20, 12, 8, 5, 3]) {
    const program = writeProgram(request, programming, mostPlaces);
    if (countTokens(formatProgram(program)) + fence <= request.mostTokens) return program;
  }
  return writeProgram(request, programming, 1);
}

function writeProgram(request: ProgrammingRequest, programming: Programming, mostPlaces: number): Program {
  const { profile, temperature } = request;
  const reading = readRequest(request.messages);
  const habit = createHabits(reading.job, reading.firstObservation);
  const tries = programming.tries.length;
  const faithful = habit(`faithful ${tries}`) < profile.faithfulness ** (0.5 + 0.5 * temperature);
  const examples = faithful ? programming.examples : [];
  const plan = faithful ? reading.plan : '';
  if (isAboutQuestions(reading)) {
    const { directives, noPage } = learnToSearch(examples);
    const all = joinQuestionDirectives([readQuestionPlan(plan), directives]);
    return writeQuestionProgram({ question: reading.job, directives: all, noPage, tries, profile, habit });
  }
  const goal = readGoal(reading.job);
  if (!goal) return numberSteps([{ why: 'look around', do: [{ action: 'look' }] }]);
  const progress = readProgress(programming.tries, reading.firstObservation, profile, habit);
  const types = imaginableTypes(progress.memory.rooms.map(typeOf));
  const lessons = learnFromPrograms(examples, goal.object);
  const directives = combineDirectives(
    readPlan(skimPlan(plan, profile.skim, habit), types),
    lessons.directives,
  );
  return writeHouseholdProgram({
    goal,
    lessons: { ...lessons, directives },
    progress,
    placing: reading.placing,
    profile,
    temperature,
    habit,
    mostPlaces,
  });
}

function answer({ messages, profile }: ProgrammingRequest): string {
  const reading = readRequest(messages);
  const asking = {
    ...readProgramQuestion(reading.last),
    job: reading.job,
    profile,
    habit: createHabits(reading.last),
  };
  return isAboutQuestions(reading) ? answerAboutPages(asking) : answerAboutThings(asking);
}
