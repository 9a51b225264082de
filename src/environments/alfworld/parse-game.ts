/** Reads the game files that ALFWorld ships: `game.tw-pddl`, a JSON text with a PDDL problem and a text grammar. */
import { messageOf, UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import { parsePddlProblem } from '../../symbolic/pddl.js';
import { readFacts } from './game-facts.js';
import { readGoal } from './read-goal.js';
import type { AlfworldSetup, AlfworldTaskType } from './setup.js';

/** One game file as data. */
export interface ParsedGame {
  readonly taskType: AlfworldTaskType;
  /** The task sentence, for example `put a hot potato in fridge.` */
  readonly goal: string;
  readonly setup: AlfworldSetup;
}

/** Names of the official splits where the project uses another. */
const splitNames: Readonly<Record<string, string>> = { valid_seen: 'validation', valid_unseen: 'held-out' };

const remedy = 'download the game data again; alfworld-download fetches it';

/**
 * Parses the text of a `game.tw-pddl` of either text profile.
 * Throws a UsageError that names `path` and the place when the text is cut off or is no such game.
 */
export function parseGame(text: string, path: string): ParsedGame {
  const file = readJson(text, path);
  const grammar = textField(file, 'grammar', path);
  const problem = parsePddlProblem(textField(file, 'pddl_problem', path), `${path}: pddl_problem`);
  const { taskType, types } = readGoal(problem.goal, path);
  return {
    taskType,
    goal: readTaskSentence(grammar, path),
    setup: {
      profile: grammar.includes('action help {') ? '2.1.3' : '2.1.1',
      goal: types,
      ...readFacts(problem.init, path),
    },
  };
}

/**
 * Turns a game file into a task instance. Split, task and trial are the last folders of `path`, as in
 * `json_2.1.1/<split>/<task>/<trial>/game.tw-pddl`; they make the id. Throws a UsageError where they are missing
 * and for what `parseGame` refuses.
 */
export function importGame(text: string, path: string): TaskInstance {
  const folders = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const [split, task, trial] = folders.slice(-4, -1);
  if (split === undefined || task === undefined || trial === undefined) {
    throw new UsageError(
      `${path}: a game must lie in <split>/<task>/<trial>/game.tw-pddl`,
      'import the folder or archive that holds the splits (json_2.1.1)',
    );
  }
  const { taskType, goal, setup } = parseGame(text, path);
  const ours = splitNames[split];
  return {
    id: `${split}/${task}/${trial}`,
    environment: 'alfworld',
    taskType,
    split: ours ?? split,
    ...(ours !== undefined && { sourceSplit: split }),
    goal,
    setup,
  };
}

function readJson(text: string, path: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path}: not a complete ALFWorld game: ${messageOf(error)}`, remedy);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`${path}: not an ALFWorld game: a JSON object is expected`, remedy);
}

function textField(file: object, key: string, path: string): string {
  const value = Object.entries(file).find(([name]) => name === key)?.[1];
  if (typeof value === 'string') return value;
  throw new UsageError(`${path}: not an ALFWorld game: the text '${key}' is missing`, remedy);
}

function readTaskSentence(grammar: string, path: string): string {
  const sentence = /"Your task is to: ([^"\\]+)"/.exec(grammar)?.[1];
  if (sentence !== undefined) return sentence;
  throw new UsageError(`${path}: the grammar has no 'Your task is to: ...'`, remedy);
}
