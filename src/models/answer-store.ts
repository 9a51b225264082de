/**
 * Answers of models on disk, by key: a folder of cacache, which addresses contents by their SHA-512 and checks them when
 * they are read. The only file that knows cacache, which touches the file system by itself.
 */
import { join } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { ChatReply, Usage } from '../core/model.js';
import {
  describeFileError,
  isFileError,
  kindOf,
  listDirectory,
  listFiles,
  makeDirectory,
  remove,
  writeNew,
} from '../util/files.js';
import { hideSecrets } from '../util/secrets.js';

/** An answer as it is kept: what it costs depends on the prices of the day. */
export type KeptAnswer = Omit<ChatReply, 'costUsd' | 'fromCache'>;

/** Answers that outlive a run; processes may share it. */
export interface AnswerStore {
  /** The answer with a key; null where there is none, or where it is damaged in whatever way. */
  read(key: string): Promise<KeptAnswer | null>;
  /** Keeps an answer, if it can: a full disk is no reason to stop. What holds a key is not kept. */
  write(key: string, model: string, reply: ChatReply): Promise<void>;
}

/** What is known of an answer without reading it. */
export interface AnswerEntry {
  readonly key: string;
  /** The model that was asked. */
  readonly model: string;
  readonly bytes: number;
  /** When it was kept, in milliseconds since 1970-01-01 UTC. */
  readonly keptAt: number;
  /** Digest of its content. */
  readonly integrity: string;
  /** Path of its content. */
  readonly path: string;
}

/** Marks a folder as a cache, to us and to programs that make backups (bford.info/cachedir). */
const tagName = 'CACHEDIR.TAG';
const tagText = `Signature: 8a477f597d28d172789f06886806bc55
# Answers of models, kept by planwright. Look at them with planwright cache stats, thin them out with planwright cache prune.
`;

/** Names within the folder that cacache gives. */
const contentFolder = 'content-v2';
const unfinishedFolder = 'tmp';

const format = 'planwright-answer/1';

/**
 * Opens a store; its folder is made when it is first asked. Throws a UsageError where the folder holds something else, and
 * rejects with one where it can not be made.
 */
export function openAnswerStore(folder: string): AnswerStore {
  refuseOtherFolder(folder);
  let claimed = false;
  const open = async (): Promise<Cacache> => {
    if (!claimed) claimFolder(folder);
    claimed = true;
    return import('cacache');
  };
  return {
    read: async (key) => {
      const cacache = await open();
      try {
        return await readAnswer(cacache, folder, key);
      } catch {
        return null;
      }
    },
    write: async (key, model, reply) => {
      const text = formatAnswer(key, reply);
      if (hideSecrets(text) !== text) return;
      const cacache = await open();
      try {
        await cacache.put(folder, key, text, { metadata: { model } });
      } catch {
        // The answer is there; only it will be asked for again.
      }
    },
  };
}

function claimFolder(folder: string): void {
  refuseOtherFolder(folder);
  try {
    makeDirectory(folder);
    if (!isAnswerStore(folder)) writeNew(join(folder, tagName), tagText);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new UsageError(
      `the folder of the cache, ${folder}, can not be used: ${describeFileError(error)}`,
      'set cache.folder to a folder that can be written',
    );
  }
}

/** Throws a UsageError where there is something that is no store. A missing or an empty folder is fine. */
export function refuseOtherFolder(folder: string): void {
  const kind = kindOf(folder);
  if (kind === 'file') throw new UsageError(`${folder} is a file, not a folder`, 'give another folder');
  // The names come first: whoever makes a store at this moment begins with its tag.
  if (kind === null || listDirectory(folder).length === 0 || isAnswerStore(folder)) return;
  throw new UsageError(`${folder} holds other files`, 'give a folder that does not exist yet');
}

/** Whether a folder is a store. */
export function isAnswerStore(folder: string): boolean {
  return kindOf(join(folder, tagName)) === 'file';
}

/** Codes of cacache for a content that is not the one it should be. */
const damageCodes: ReadonlySet<unknown> = new Set(['EINTEGRITY', 'EBADSIZE']);

type Cacache = typeof import('cacache');

async function readAnswer(cacache: Cacache, folder: string, key: string): Promise<KeptAnswer | null> {
  const entry: AnswerEntry | null = await cacache.get.info(folder, key, { memoize: false }).then(readEntry);
  if (entry === null) return null;
  try {
    const bytes = await cacache.get.byDigest(folder, entry.integrity, { memoize: false });
    return parseAnswer(bytes.toString('utf8'), key);
  } catch (error) {
    // A damaged content would stay: the same answer has the same address, and what is there is not written again.
    if (damageCodes.has((error as { code?: unknown }).code))
      await cacache.rm.content(folder, entry.integrity);
    throw error;
  }
}

/** All answers, in order of their keys; damaged entries are not among them. Rejects with a UsageError where the index can not be read. */
export async function listAnswers(folder: string): Promise<readonly AnswerEntry[]> {
  const cacache = await import('cacache');
  let entries: Readonly<Record<string, unknown>>;
  try {
    entries = await cacache.ls(folder);
  } catch {
    throw new UsageError(
      `${folder}: the index can not be read`,
      'delete the folder; the answers can be had again',
    );
  }
  return Object.values(entries)
    .flatMap((entry) => readEntry(entry) ?? [])
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Whether the content of an answer is there and undamaged. */
export async function isWhole(folder: string, { key, integrity }: AnswerEntry): Promise<boolean> {
  const cacache = await import('cacache');
  try {
    const bytes = await cacache.get.byDigest(folder, integrity, { memoize: false });
    return parseAnswer(bytes.toString('utf8'), key) !== null;
  } catch {
    return false;
  }
}

/** Takes an answer out of the index; its content goes with `removeLooseContents`. */
export async function removeAnswer(folder: string, { key }: AnswerEntry): Promise<void> {
  const cacache = await import('cacache');
  // The types do not know the option; without it, the file of the entry would only grow.
  const removeEntry: (folder: string, key: string, options: object) => Promise<unknown> = cacache.rm.entry;
  await removeEntry(folder, key, { removeFully: true });
}

/** Deletes contents that no answer has, and what was left of writing. Gives their number. */
export function removeLooseContents(folder: string, answers: readonly AnswerEntry[]): number {
  const contents = join(folder, contentFolder);
  const kept = new Set(answers.map(({ path }) => path));
  const loose =
    kindOf(contents) === 'directory' ? listFiles(contents).map((path) => join(contents, path)) : [];
  const gone = loose.filter((path) => !kept.has(path));
  for (const path of gone) remove(path);
  remove(join(folder, unfinishedFolder));
  return gone.length;
}

function readEntry(value: unknown): AnswerEntry | null {
  const { key, integrity, path, size, time, metadata } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { model } = (metadata ?? {}) as { readonly model?: unknown };
  if (typeof key !== 'string' || typeof integrity !== 'string' || typeof path !== 'string') return null;
  if (!isCount(size) || !isCount(time) || typeof model !== 'string') return null;
  return { key, model, bytes: size, keptAt: time, integrity, path };
}

function formatAnswer(key: string, { text, finishReason, usage, model }: ChatReply): string {
  return JSON.stringify({ format, key, reply: { text, finishReason, usage, model } });
}

/** Null for whatever is not the answer with this key, and for one that must not be shown. */
function parseAnswer(json: string, key: string): KeptAnswer | null {
  if (hideSecrets(json) !== json) return null;
  const answer = JSON.parse(json) as { format?: unknown; key?: unknown; reply?: unknown } | null;
  if (answer?.format !== format || answer.key !== key) return null;
  const { text, finishReason, usage, model } = (answer.reply ?? {}) as Partial<
    Record<keyof ChatReply, unknown>
  >;
  if (typeof text !== 'string' || text === '' || typeof model !== 'string' || !isUsage(usage)) return null;
  return finishReason === 'stop' || finishReason === 'length' ? { text, finishReason, usage, model } : null;
}

const usageFields = ['calls', 'promptTokens', 'completionTokens', 'cachedTokens', 'estimatedCalls'] as const;

function isUsage(value: unknown): value is Usage {
  return usageFields.every((field) => isCount((value as Partial<Record<string, unknown>> | null)?.[field]));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
