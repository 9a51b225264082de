/** What `planwright play` does: shows the world's text, sends what the person types, counts steps. */
import { createInterface } from 'node:readline';
import type { Environment, EnvironmentSession, Turn } from '../core/environment.js';
import { messageOf, UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import { findEnvironment } from '../environments/index.js';
import { loadSuite, selectInstances } from '../suites/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import type { GivenOptions, GivenRules } from './arguments.js';
import { findInstance } from './find-instance.js';
import { exitCodes, note, print, printInLine } from './output.js';

/** Options of `play`. */
export interface PlayOptions {
  readonly instance?: string;
  readonly split: string;
  readonly taskType?: string;
  readonly feedback?: 'augmented' | 'plain';
  readonly rule?: GivenRules;
  readonly option?: GivenOptions;
}

const commandsHint = 'Type an action. :help lists the actions, :actions what is possible now, :quit ends.';

/** One instance in play. */
interface Game {
  readonly environment: Environment;
  readonly instance: TaskInstance;
  readonly session: EnvironmentSession;
  steps: number;
  /** Whether the world could not answer the latest action. */
  unanswered: boolean;
}

/** Plays until the task is done or the person leaves. Returns the exit code. */
export async function playSuite(folder: string, options: PlayOptions): Promise<number> {
  const { feedback, rule: rules, option } = options;
  const suite = loadSuite(folder);
  const instance = chooseInstance(suite, folder, options);
  const world = await findEnvironment(suite.environment);
  const environment = world.create({
    ...(feedback !== undefined && { feedback }),
    ...(rules !== undefined && { rules }),
    ...(option !== undefined && { options: option }),
    instances: suite.instances,
  });
  const session = await environment.start(instance);
  const game: Game = { environment, instance, session, steps: 0, unanswered: false };
  introduce(game, folder, options.instance !== undefined);
  return converse(game);
}

function chooseInstance(
  suite: ReturnType<typeof loadSuite>,
  folder: string,
  { instance, split, taskType }: PlayOptions,
): TaskInstance {
  if (instance !== undefined) return findInstance(suite, folder, instance);
  const selection = taskType === undefined ? { split } : { split, taskType };
  const [first] = selectInstances(suite, selection);
  if (first === undefined) throw new UsageError(`${folder}: split "${split}" is empty`);
  return first;
}

function introduce({ environment, instance, session }: Game, folder: string, chosen: boolean): void {
  const head = `${instance.id} (${instance.taskType}), for agents at most ${environment.maxSteps} steps`;
  note(showOnOneLine(head));
  if (!chosen) note(`another one: --instance ID; ids: planwright tasks list ${folder} --ids`);
  note(`${commandsHint}\n`);
  print(`Goal: ${instance.goal}\n\n${session.initial.observation}\n`);
}

/** Reads lines until the end; works for a person at a terminal and for lines from a pipe. */
async function converse(game: Game): Promise<number> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
  let ended = false;
  lines.once('close', () => {
    ended = true;
  });
  // From a pipe all lines may have come, and wait to be read, while the world still answers the first.
  const ask = () => (ended ? printInLine(lines.getPrompt()) : lines.prompt());
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    lines.close();
  };
  lines.on('SIGINT', interrupt);
  process.once('SIGINT', interrupt);
  ask();
  for await (const line of lines) {
    // A pipe is not echoed by a terminal, and a record without the actions can not be read.
    if (!process.stdin.isTTY) print(line);
    if ((await respond(game, line.trim())) === 'end') return exitCodes.ok;
    ask();
  }
  process.off('SIGINT', interrupt);
  print('');
  sayGoodbye(game);
  if (interrupted) return exitCodes.interrupted;
  return game.unanswered ? exitCodes.tooManyErrors : exitCodes.ok;
}

async function respond(game: Game, line: string): Promise<'end' | 'go-on'> {
  const { session, environment, instance } = game;
  switch (line) {
    case '':
      return 'go-on';
    case '?':
    case ':help':
      print(describeActions(environment, instance));
      return 'go-on';
    case ':actions':
      print(session.admissibleActions().join('\n'));
      return 'go-on';
    case ':quit':
    case 'quit':
    case 'exit':
      sayGoodbye(game);
      return 'end';
  }
  if (line.startsWith(':')) {
    print(`There is no command ${line}. ${commandsHint}`);
    return 'go-on';
  }
  return act(game, line);
}

async function act(game: Game, action: string): Promise<'end' | 'go-on'> {
  const turn = await takeStep(game, action);
  if (turn === null) return 'go-on';
  game.steps++;
  print(turn.observation);
  const { maxSteps } = game.environment;
  if (turn.terminated) {
    const verdict = turn.reward === 1 ? 'You won' : 'It is over';
    const late = game.steps > maxSteps ? `; an agent would have had ${maxSteps}` : '';
    print(`\n${verdict} after ${countSteps(game.steps)}${late}.`);
    return 'end';
  }
  if (game.steps === maxSteps) note(`(${countSteps(maxSteps)}: here an agent is stopped, but you may go on)`);
  return 'go-on';
}

/** What the world answers; null, with a word to the person, where it can not: a live site may not be there. */
async function takeStep(game: Game, action: string): Promise<Turn | null> {
  try {
    const turn = await game.session.step(action);
    game.unanswered = false;
    return turn;
  } catch (error) {
    game.unanswered = true;
    note(`the world could not answer: ${messageOf(error)}`);
    return null;
  }
}

function describeActions(environment: Environment, instance: TaskInstance): string {
  const { actions } = environment.manual(instance);
  const width = Math.max(...actions.map(({ form }) => form.length));
  const forms = actions.map(({ form, description }) => `  ${form.padEnd(width)}  ${description}`);
  return [...forms, '', commandsHint].join('\n');
}

function sayGoodbye({ steps }: Game): void {
  note(`Left after ${countSteps(steps)}; the task is not finished.`);
}

function countSteps(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}
