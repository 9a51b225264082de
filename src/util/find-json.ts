import type { JsonValue } from './json.js';

/**
 * The JSON in a text as models wrap it: the whole text, or what stands between the outermost braces or brackets.
 * Undefined where there is none that can be read.
 */
export function findJson(text: string): JsonValue | undefined {
  const object = between(text, '{', '}');
  const list = between(text, '[', ']');
  // What begins first holds the other.
  const candidates = text.indexOf('[') < text.indexOf('{') ? [list, object] : [object, list];
  for (const candidate of [text, ...candidates]) {
    const value = parse(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

function between(text: string, open: string, close: string): string {
  const start = text.indexOf(open);
  return start < 0 ? '' : text.slice(start, text.lastIndexOf(close) + 1);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
