import { isAlias, isMap, isScalar, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { messageOf, UsageError } from '../core/errors.js';
import { errorCode } from '../util/files.js';
import { readSmallText } from '../util/small-text.js';
import { findYamlExcess } from '../util/yaml-limits.js';
import type { Price, PriceTable } from './price-table.js';

/** Makes an error that points at a node of the file. */
type ErrorAt = (node: unknown, message: string, remedy?: string) => UsageError;

const form = 'write: model-name: { input: 2.50, output: 10.00, cachedInput: 1.25 } (US$ per million tokens)';
/** Most bytes of a price file. */
const mostBytes = 1024 * 1024;
const fields = ['input', 'output', 'cachedInput'] as const;

/** Reads a price file. Throws a UsageError when it can not be read or is not one. */
export function loadPrices(path: string): PriceTable {
  let text: string;
  try {
    text = readSmallText(path, mostBytes);
  } catch (error) {
    const missing = errorCode(error) === 'ENOENT';
    throw new UsageError(
      missing ? `${path}: no such price file` : `${path}: can not be read (${messageOf(error)})`,
      'give a price file such as configs/prices.yaml, or leave the setting out',
    );
  }
  return parsePrices(text, path);
}

/**
 * Reads a price table in YAML: model names, each with `input`, `output` and maybe `cachedInput` in US$ per
 * million tokens, or with `0` for a model that is free. Throws a UsageError naming file, line and column.
 */
export function parsePrices(text: string, file: string): PriceTable {
  const lines = new LineCounter();
  const excess = findYamlExcess(text);
  if (excess !== null) throw new UsageError(`${file}:${excess.line}: ${excess.problem}`, 'correct the YAML');
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const errorAtOffset = (offset: number, message: string, remedy?: string) => {
    const { line, col } = lines.linePos(offset);
    return new UsageError(`${file}:${line}:${col}: ${message}`, remedy);
  };
  const problem = document.errors[0];
  if (problem !== undefined) throw errorAtOffset(problem.pos[0], problem.message);
  const errorAt: ErrorAt = (node, message, remedy) => {
    const range = (node as { range?: readonly number[] | null } | null)?.range;
    return errorAtOffset(range?.[0] ?? 0, message, remedy);
  };
  const { contents } = document;
  if (!isMap(contents)) throw errorAt(contents, 'a price file maps model names to prices', form);
  return new Map(contents.items.map((pair) => readEntry(pair, errorAt)));
}

function readEntry({ key, value }: Pair, errorAt: ErrorAt): readonly [string, Price] {
  const name = isScalar(key) ? key.value : null;
  if (typeof name !== 'string' || name === '') throw errorAt(key, 'a model name must be text', form);
  if (/\*./.test(name)) throw errorAt(key, `"${name}": a * may only stand at the end of a model name`);
  if (isScalar(value) && value.value === 0) return [name, { input: 0, output: 0 }];
  if (isAlias(value)) throw errorAt(value, `"${name}": aliases are not supported`, form);
  if (!isMap(value)) throw errorAt(value ?? key, `"${name}" has no price`, form);
  return [name, readPrice(name, value, errorAt)];
}

function readPrice(name: string, map: YAMLMap, errorAt: ErrorAt): Price {
  const price: Partial<Record<(typeof fields)[number], number>> = {};
  for (const { key, value } of map.items) {
    const field = fields.find((known) => isScalar(key) && key.value === known);
    if (field === undefined)
      throw errorAt(key, `"${name}": unknown key ${String(key)}`, `known: ${fields.join(', ')}`);
    const number: unknown = isScalar(value) ? value.value : null;
    if (typeof number !== 'number' || !Number.isFinite(number) || number < 0)
      throw errorAt(value ?? key, `"${name}": ${field} must be a number of US$ and not negative`, form);
    price[field] = number;
  }
  const { input, output, cachedInput } = price;
  if (input === undefined || output === undefined)
    throw errorAt(map, `"${name}": ${input === undefined ? 'input' : 'output'} is missing`, form);
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}
