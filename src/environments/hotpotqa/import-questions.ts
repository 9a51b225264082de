/** Reads the official HotpotQA files (Yang et al. 2018, hotpotqa.github.io) into task instances. */
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import { describeFileError } from '../../util/files.js';
import { type JsonRecord, readJsonRecords } from '../../util/json-records.js';
import type { ImportedTasks, ImportRequest, ImportTools, TaskImporter } from '../define-environment.js';
import { dealQuestions, drawOrder, type Question, type QuestionSplit, splits } from './deal-questions.js';
import { checkQuestion, type QuestionRecord } from './question-record.js';

/** Most characters of the questions that are taken together; a suite much larger can not be read back. */
const mostCharacters = 256 * 2 ** 20;

/** Seed of the splits where none is asked for. */
const defaultSeed = 1;

/**
 * The importer of official files, plain or gzipped. The questions of a single file are dealt to the splits by the
 * seed. Of several files the first is dealt to training and validation, and the others are held-out. Questions
 * without paragraphs (the full-wiki files have a few) are left out, and so is one that asks the same, word by word, as
 * another: no question is in two splits. Each file is read twice, first to check it and to draw, then to take what was
 * drawn, so that only that need fit in memory.
 */
export const questionImporter: TaskImporter = { read: importQuestions };

async function importQuestions(
  paths: readonly string[],
  { seed = defaultSeed, sizes = {} }: ImportRequest,
  { progress }: ImportTools,
): Promise<ImportedTasks> {
  const { questions, skipped } = await survey(paths, seed, progress);
  const place = paths.join(' and ');
  if (questions.length === 0) {
    const reasons = Object.entries(skipped).map(([reason, count]) => `${count}: ${reason}`);
    throw new UsageError(`${place}: no question can be used`, reasons.join('; ') || 'the list is empty');
  }
  const splitOf = dealQuestions(questions, sizes, place);
  const left = questions.length - splitOf.size;
  const { instances, misplaced } = await collect(paths, splitOf, progress);
  return {
    instances,
    ...(misplaced > 0 && { noted: { 'with supporting facts that name none of its paragraphs': misplaced } }),
    skipped: left === 0 ? skipped : { ...skipped, 'not drawn': left },
    origin: { seed },
  };
}

/** Checks all records of all files. The first file comes last: what is held-out is not trained on. */
async function survey(paths: readonly string[], seed: number, progress: ImportTools['progress']) {
  const questions: Question[] = [];
  const skipped: Record<string, number> = {};
  const skip = (reason: string) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  const placeOf = new Map<string, string>();
  const asked = new Set<string>();
  let count = 0;
  for (const path of [...paths.slice(1), ...paths.slice(0, 1)]) {
    for await (const { number, value } of readRecords(path)) {
      progress(++count);
      const place = `${path}: record ${number}`;
      const { _id: id, question, context } = checkQuestion(value, place);
      const earlier = placeOf.get(id);
      if (earlier !== undefined)
        throw new UsageError(`${place}: its _id "${id}" is that of ${earlier}`, 'ids are unique');
      placeOf.set(id, place);
      const words = question.toLowerCase().trim().replace(/\s+/g, ' ');
      if (context.length === 0) skip('without paragraphs');
      else if (asked.has(words)) skip('asks the same as another question');
      else questions.push({ id, forTraining: path === paths[0], order: drawOrder(seed, words) });
      asked.add(words);
    }
  }
  return { questions, skipped };
}

/**
 * The drawn questions as instances, by split and within a split in the order of the files; `misplaced` of them have
 * supporting facts on other pages than their own.
 */
async function collect(
  paths: readonly string[],
  splitOf: ReadonlyMap<string, QuestionSplit>,
  progress: ImportTools['progress'],
): Promise<{ readonly instances: TaskInstance[]; readonly misplaced: number }> {
  const instances: TaskInstance[] = [];
  let [characters, misplaced] = [0, 0];
  for (const path of paths) {
    for await (const { number, value, length } of readRecords(path)) {
      const record = checkQuestion(value, `${path}: record ${number}`);
      const split = splitOf.get(record._id);
      if (split === undefined) continue;
      characters += length;
      if (characters > mostCharacters) {
        throw new UsageError(
          `${path}: too many questions are drawn for one suite`,
          'draw fewer, for example --train 1000',
        );
      }
      if (hasMisplacedFacts(record)) misplaced++;
      instances.push(createInstance(record, split));
      progress(instances.length, splitOf.size);
    }
  }
  return {
    instances: splits.flatMap((split) => instances.filter((instance) => instance.split === split)),
    misplaced,
  };
}

function hasMisplacedFacts({ supporting_facts: facts, context }: QuestionRecord): boolean {
  const titles = new Set(context.map(([title]) => title));
  return facts.some(([title]) => !titles.has(title));
}

function createInstance(record: QuestionRecord, split: QuestionSplit): TaskInstance {
  const { _id, question, answer, type, level, supporting_facts: supportingFacts, context } = record;
  return {
    id: _id,
    environment: 'hotpotqa',
    taskType: 'qa',
    split,
    goal: question,
    setup: { answer, type, level, supportingFacts, context },
  };
}

async function* readRecords(path: string): AsyncGenerator<JsonRecord> {
  try {
    yield* readJsonRecords(path);
  } catch (error) {
    throw new UsageError(
      `${path}: ${describeFileError(error)}`,
      'give an official file that is whole, .json or .json.gz',
    );
  }
}
