/** Reads plans in every form that they are exported in, and the prompts of others. */
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import {
  createPlan,
  loadPlan,
  maximumPlanBytes,
  type PlanFile,
  type PlanFileOptions,
  parsePlanFile,
  resolvePlanReference,
} from '../plans/index.js';
import { describeFileError, isLink, kindOf } from '../util/files.js';
import { showJsonPlainly } from '../util/show-plainly.js';
import { readSmallText } from '../util/small-text.js';
import { readStrictYaml } from '../util/strict-yaml.js';
import { readDotpromptBody } from './dotprompt.js';
import { findBlocks } from './managed-block.js';
import { readImport, readSection } from './markdown-section.js';
import { isPlanJson, isRecord, readPlanJson } from './read-plan-json.js';
import { splitHead } from './split-head.js';

/** A plan that was read, and what to call it where its file does not say. */
export interface ReadPlan {
  readonly planFile: PlanFile;
  /** Made from the name of its file, folder or block. */
  readonly usualName: string;
}

/** How to read. */
export interface ReadPlanOptions extends PlanFileOptions {
  /** Of several blocks of a file, the one with this id. */
  readonly block?: string;
  /** Where references are looked up. */
  readonly registry?: string;
}

/**
 * Reads a plan: a plan file or a reference, or what `exportPlan` made of one (a skill's folder or SKILL.md, AGENTS.md or
 * CLAUDE.md with a managed block, dotprompt, JSON, DSPy's JSON), or any text. Text, and where the form has it everything
 * that was known of the plan, are as they were. Throws a UsageError that names the file, and for a text that was changed
 * since it was exported unless `allowEdited`.
 */
export function readPlan(reference: string, options: ReadPlanOptions = {}): ReadPlan {
  const resolved = resolvePlanReference(reference, options.registry);
  const path = kindOf(resolved) === 'directory' ? join(resolved, 'SKILL.md') : resolved;
  const text = readPlanText(path);
  const usualName = usualNameOf(path);
  if (path.endsWith('.json') || isPlanJson(text))
    return { usualName, planFile: fromJson(text, path, options) };
  const { yaml, body } = splitHead(text.replace(/\r\n?/g, '\n'));
  if (yaml !== null && !/^schema:/m.test(yaml)) return fromForeign(yaml, body, path, options);
  const [block] = yaml === null ? chooseBlock(text, path, options) : [];
  if (block !== undefined) return { usualName: block.id, planFile: fromBlock(block.inner, path, options) };
  const section = yaml === null ? readSection(text) : null;
  if (section !== null) return { usualName, planFile: hashed(section, path, options) };
  return { usualName, planFile: loadPlan(path, options) };
}

/** A text file of somebody, no longer than a plan file may be. Throws a UsageError that names it. */
export function readPlanText(path: string): string {
  try {
    return readSmallText(path, maximumPlanBytes);
  } catch (error) {
    throw new UsageError(`${path}: ${describeFileError(error)}`, 'give a plan, a skill, or any text file');
  }
}

/** A name for a plan: words from its file's name, or from its folder's where that says nothing. */
export function usualNameOf(path: string): string {
  const file = basename(path).replace(/\.[^.]*$/, '');
  const name = /^(?:skill|\d+|best)$/i.test(file) ? basename(dirname(path)) : file;
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 64)
      .replace(/^-+|-+$/g, '') || 'plan'
  );
}

/** Front matter that is none of ours: a skill, a dotprompt file, or whatever else begins that way. */
function fromForeign(yaml: string, body: string, path: string, options: ReadPlanOptions): ReadPlan {
  const { value, problem } = readStrictYaml(yaml);
  if (problem !== undefined)
    throw new UsageError(
      `${path}${problem.line === null ? '' : `:${problem.line + 1}`}: front matter: ${problem.message}`,
      problem.remedy,
    );
  const head = isRecord(value) ? value : {};
  const usualName = typeof head.name === 'string' ? usualNameOf(head.name) : usualNameOf(path);
  const hash = head['planwright.content_hash'];
  const template = path.endsWith('.prompt') || hash !== undefined ? readDotpromptBody(body) : null;
  if (template !== null) {
    const about = head['planwright.plan'];
    return { usualName, planFile: restore({ about, hash, text: template }, path, options) };
  }
  const metadata = isRecord(head.metadata) ? head.metadata : {};
  const skill = { hash: metadata['planwright-content-hash'], text: body };
  return { usualName, planFile: fromSkill(skill, path, options) };
}

/** A skill: what is known of the plan stands in a file beside it, as long as that is about the same plan. */
function fromSkill(skill: Exported, path: string, options: ReadPlanOptions): PlanFile {
  const file = join(dirname(path), 'references', 'provenance.json');
  if (skill.hash === undefined || isLink(file) || kindOf(file) !== 'file')
    return restore(skill, path, options);
  const about = readJson(readPlanText(file), file);
  if (isRecord(about) && about.content_hash === skill.hash)
    return restore({ ...skill, about }, path, options);
  const planFile = restore(skill, path, options);
  return { ...planFile, warnings: [...planFile.warnings, `${file} is about another plan, and is left out`] };
}

function fromJson(text: string, path: string, options: ReadPlanOptions): PlanFile {
  return restore(readPlanJson(readJson(text, path), path), path, options);
}

function readJson(text: string, path: string): unknown {
  const remedy = 'give a file that plan export has written';
  try {
    const value: unknown = JSON.parse(text);
    // What is nested too deeply for this is for everything else, too.
    JSON.stringify(value);
    return value;
  } catch (error) {
    const problem = error instanceof RangeError ? 'is nested too deeply' : 'is not JSON';
    throw new UsageError(`${path}: ${problem}`, remedy);
  }
}

function chooseBlock(text: string, path: string, { block }: ReadPlanOptions) {
  const blocks = findBlocks(text, path);
  const wanted = block === undefined ? blocks : blocks.filter(({ id }) => id === block);
  const known = blocks.map(({ id }) => id).join(', ');
  if (block !== undefined && wanted.length === 0)
    throw new UsageError(`${path}: has no block ${block}`, known === '' ? 'it has none' : `it has: ${known}`);
  if (wanted.length > 1)
    throw new UsageError(`${path}: has several plans: ${known}`, `name one: ${path}#${wanted[0]?.id}`);
  return wanted;
}

function fromBlock(inner: string, path: string, options: ReadPlanOptions): PlanFile {
  const imported = readImport(inner);
  if (imported === null) {
    const section = readSection(inner);
    if (section !== null) return hashed(section, path, options);
    throw new UsageError(`${path}: its block holds no plan`, 'export the plan again');
  }
  const file = join(dirname(path), imported);
  if (isLink(file) || isLink(dirname(file)))
    throw new UsageError(`${file}: is a link`, 'give the plan itself');
  const section = readSection(readPlanText(file).replace(/\r\n?/g, '\n'));
  if (section !== null) return hashed(section, file, options);
  throw new UsageError(`${file}: holds no plan that was exported`, 'export the plan again');
}

function hashed(section: Exported, path: string, options: ReadPlanOptions): PlanFile {
  return restore({ ...section, text: section.text.replace(/\r\n?/g, '\n') }, path, options);
}

/** A plan as some form holds it. */
interface Exported {
  readonly text: string;
  /** The hash that it had when it was exported. */
  readonly hash?: unknown;
  /** What its file said of it. */
  readonly about?: unknown;
}

/** The plan again: with its front matter where there is one, checked as in a plan file. */
function restore({ text, hash, about }: Exported, path: string, options: ReadPlanOptions): PlanFile {
  if (about !== undefined)
    return parsePlanFile(`---\n${showJsonPlainly(JSON.stringify(about))}\n---\n${text}`, path, options);
  // A first line --- is text here.
  const plain = parsePlanFile(`\n${text}`, path, options);
  const edited = typeof hash === 'string' && createPlan(plain.plan).id !== hash;
  if (edited && !options.allowEdited)
    throw new UsageError(
      `${path}: the plan was edited: its text is not the one that was exported`,
      'pass --allow-edited to use it as it is now',
    );
  return plain;
}
