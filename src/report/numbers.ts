/** Numbers as people read them. */
import type { SuccessRate } from '../evaluation/index.js';

/** A share in percent, or a dash where there is none. */
export function percent(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(0)} %`;
}

/** A 95 % interval in percent, `[71, 93]`, or a dash where there is none. */
export function bounds(interval95: readonly [number, number] | null): string {
  if (interval95 === null) return '-';
  return `[${interval95.map((bound) => (bound * 100).toFixed(0)).join(', ')}]`;
}

/** The interval of a rate. */
export function interval({ wilson95 }: Pick<SuccessRate, 'wilson95'>): string {
  return bounds(wilson95);
}

/** How many of how many, `34/40`. */
export function count({ successes, n }: Pick<SuccessRate, 'successes' | 'n'>): string {
  return `${successes}/${n}`;
}

/** A difference of two rates in percentage points, with its sign. */
export function signedPoints(difference: number): string {
  const points = (Math.abs(difference) * 100).toFixed(1);
  return `${difference < 0 && points !== '0.0' ? '-' : '+'}${points}`;
}

/** A p value with the digits that matter. */
export function formatP(p: number): string {
  if (p < 0.0001) return '< 0.0001';
  return p >= 0.995 ? '1' : p.toPrecision(2);
}

/** A size in bytes, in units of a thousand: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

/** A whole number in groups of three digits. */
export function groupDigits(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
