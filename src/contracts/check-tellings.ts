/** What a world tells of an instance beside its observations: scores, lesson and answers. */
import type { Environment, EnvironmentSession } from '../core/environment.js';
import type { TaskInstance } from '../core/task.js';
import { checkForeign } from './check-foreign.js';
import { withSession } from './with-session.js';

/** What breaks the contract after these actions, in words. */
export async function checkTellings(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string[]> {
  return [
    ...(await checkScores(environment, instance, actions)),
    ...(await checkLesson(environment, instance)),
    ...(await checkAnswers(environment, instance, actions)),
  ];
}

/** The first problem with the scores, at the start and after each action. */
async function checkScores(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string[]> {
  return withSession(environment, instance, async (session) => {
    let problems = checkScoresOf(session, environment, 'at the start');
    for (const [index, action] of actions.entries()) {
      if (problems.length > 0) break;
      await session.step(action);
      problems = checkScoresOf(session, environment, `after action ${index + 1}`);
    }
    return problems;
  });
}

function checkScoresOf(
  session: EnvironmentSession,
  { scores: declared = {} }: Environment,
  place: string,
): string[] {
  const scores = session.scores?.() ?? {};
  const [given, promised] = [Object.keys(scores).sort(), Object.keys(declared).sort()];
  if (given.join() !== promised.join())
    return [`scores are ${given.join(', ') || 'none'}, not ${promised.join(', ') || 'none'}, ${place}`];
  return Object.entries(scores).flatMap(([name, score]) => {
    if (!(score >= 0 && score <= 1)) return [`score ${name} is ${score}, outside [0, 1], ${place}`];
    const whole = score === 0 || score === 1;
    return declared[name] === 'binary' && !whole ? [`score ${name} is ${score}, not 0 or 1, ${place}`] : [];
  });
}

async function checkLesson(environment: Environment, instance: TaskInstance): Promise<string[]> {
  const { lesson } = environment;
  if (lesson === undefined) return [];
  const problems = isText(lesson(instance)) ? [] : ['the lesson is no text'];
  return [...problems, ...(await checkForeign('gives a lesson', instance, lesson))];
}

async function checkAnswers(
  { answers }: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string[]> {
  if (answers === undefined) return [];
  const given = answers.given(actions);
  return [
    ...(isText(answers.expected(instance)) ? [] : ['the expected answer is no text']),
    ...(answers.given([]) === null ? [] : ['an answer is given by no actions']),
    ...(given === null || typeof given === 'string' ? [] : ['the given answer is neither a text nor null']),
    ...(await checkForeign('expects an answer', instance, answers.expected)),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
