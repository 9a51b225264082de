import { TextDecoder } from 'node:util';
import { openUnpacked } from './lines.js';

/** One element of a list. */
export interface JsonRecord {
  /** Counted from 1. */
  readonly number: number;
  readonly value: unknown;
  /** Characters of its text. */
  readonly length: number;
}

/** Most characters of one record: far above any real one, far below what a text can hold. */
const longestRecord = 64 * 2 ** 20;

/**
 * The elements of a file that holds one JSON list, plain or gzipped, one at a time: the file need not fit in memory.
 * Throws node's error when the file can not be read, and an Error that names the record where the text is cut off, is
 * not UTF-8 or is no JSON list.
 */
export async function* readJsonRecords(path: string): AsyncGenerator<JsonRecord> {
  const stream = openUnpacked(path);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const splitter = createSplitter();
  let number = 0;
  try {
    for await (const bytes of stream) {
      const text = decodeText(decoder, bytes as Buffer, number + 1);
      for (const record of splitter.push(text)) yield parseRecord(record, ++number);
    }
    if (!splitter.ended()) throw new Error(`not a whole JSON list: it is cut off at record ${number + 1}`);
  } finally {
    stream.destroy();
  }
}

function decodeText(decoder: TextDecoder, bytes: Buffer, number: number): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    throw new Error(`not UTF-8 text at record ${number} or soon after`);
  }
}

function parseRecord(text: string, number: number): JsonRecord {
  try {
    return { number, value: JSON.parse(text), length: text.length };
  } catch (error) {
    throw new Error(`record ${number} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Cuts the text of a JSON list, which comes in pieces, into the texts of its elements. */
function createSplitter(): { push(text: string): string[]; ended(): boolean } {
  const scan = createScanner();
  let [pending, empty, ended] = ['', true, false];
  const push = (text: string): string[] => {
    const found: string[] = [];
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const mark = scan(text.charCodeAt(at));
      if (mark === undefined) continue;
      const element = pending + text.slice(start, at);
      const nothing = mark === 'end' && empty && element.trim() === '';
      if (mark !== 'begin' && !nothing) found.push(element);
      if (mark === 'comma') empty = false;
      ended ||= mark === 'end';
      pending = '';
      start = at + 1;
    }
    if (!ended) pending += text.slice(start);
    if (pending.length > longestRecord)
      throw new Error(`a record is longer than ${longestRecord} characters`);
    return found;
  };
  return { push, ended: () => ended };
}

/** Where the outer list begins, where one of its elements ends and the next begins, where the list ends. */
type Mark = 'begin' | 'comma' | 'end';

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Follows a JSON list character by character, no deeper than is needed to find its elements. */
function createScanner(): (code: number) => Mark | undefined {
  let [depth, inString, escaped, closed] = [0, false, false, false];
  return (code) => {
    if (inString) {
      if (escaped) escaped = false;
      else if (code === backslash) escaped = true;
      else if (code === quote) inString = false;
      return undefined;
    }
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) return undefined;
    if (closed) throw new Error('not one JSON list: there is more after its end');
    if (depth === 0 && code !== openList) throw new Error('not a JSON list: it does not begin with [');
    if (depth === 1 && code === closeObject) throw new Error('not a JSON list: it ends with }, not with ]');
    if (depth === 1 && code === comma) return 'comma';
    if (code === quote) inString = true;
    else if (code === openList || code === openObject) depth++;
    else if (code === closeList || code === closeObject) depth--;
    closed = depth === 0;
    if (closed) return 'end';
    return depth === 1 && code === openList ? 'begin' : undefined;
  };
}
