import { parseDate } from './clock.js';

/**
 * Seconds that a server asks to wait: from `retry-after-ms`, or from `retry-after` as seconds or as a date.
 * May be negative or huge (the retry middleware clamps it); undefined where neither header says anything.
 */
export function parseRetryAfter(
  header: (name: string) => string | null | undefined,
  now: number,
): number | undefined {
  const milliseconds = parseNumber(header('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds / 1000;
  const text = header('retry-after');
  const seconds = parseNumber(text);
  if (seconds !== undefined) return seconds;
  const date = parseDate(text ?? '');
  return Number.isNaN(date) ? undefined : (date - now) / 1000;
}

function parseNumber(text: string | null | undefined): number | undefined {
  return text && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
