/** Values as they should be, from JSON that may hold anything: what is not of its kind becomes 0, empty or nothing. */
import type { JsonObject, JsonValue } from './json.js';

/** Most characters of a text that are kept. */
const longestText = 1_000;

/** A text, cut where it is longer than any name. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value.length > longestText ? value.slice(0, longestText) : value;
}

/** A number of things. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}

/** Any number. */
export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** An object, no list. */
export function objectOf(value: unknown): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** A list. */
export function listOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A list of texts. */
export function textsOf(value: unknown): string[] {
  return listOf(value).map(textOf);
}
