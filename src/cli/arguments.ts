/** Parsers for the values of options; commander turns what they throw into one line and exit code 2. */
import { InvalidArgumentError } from 'commander';

/** Takes whole numbers from `minimum` to `maximum`, written in digits. */
export function wholeNumber(
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `${minimum} to ${maximum}`;
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`Give a whole number, ${range}.`);
  };
}

/** Takes numbers above 0 and up to `maximum`, with or without a fraction. */
export function positiveNumber(maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d*\.?\d+$/.test(text) && value > 0 && value <= maximum) return value;
    throw new InvalidArgumentError(`Give a number above 0 and up to ${maximum}.`);
  };
}

/** Takes a number above 0 and below 1. */
export function fraction(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value > 0 && value < 1) return value;
  throw new InvalidArgumentError('Give a number above 0 and below 1.');
}

/** Takes a share from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}

/** Rules as they are given one by one: `heat=toaster`, or several values as `heat=toaster,stoveburner`. */
export type GivenRules = Readonly<Record<string, readonly string[]>>;

/** Takes one `name=value[,value...]` and adds it to those before; a name given twice gets all its values. */
export function rule(text: string, before: GivenRules = {}): GivenRules {
  const [, name, values] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
  const list = values?.split(',').map((value) => value.trim()) ?? [];
  if (name === undefined || list.length === 0 || list.includes('')) {
    throw new InvalidArgumentError('Give name=value, for example heat=toaster.');
  }
  return { ...before, [name]: [...(before[name] ?? []), ...list] };
}

/** Options of a world as they are given one by one, for example `backend=corpus`. */
export type GivenOptions = Readonly<Record<string, string>>;

/** Takes one `name=value` and adds it to those before; the last value of a name counts. */
export function worldOption(text: string, before: GivenOptions = {}): GivenOptions {
  const [, name, value] = /^([^=\s]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Give name=value, for example backend=corpus.');
  }
  return { ...before, [name]: value };
}

const ages: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Takes an age, for example `30d`, in minutes (m), hours (h), days (d) or weeks (w). Gives milliseconds. */
export function age(text: string): number {
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?)([mhdw])$/.exec(text) ?? [];
  const milliseconds = Number(value) * (ages[unit] ?? Number.NaN);
  if (milliseconds < Number.MAX_SAFE_INTEGER) return milliseconds;
  throw new InvalidArgumentError('Give a number with m, h, d or w, for example 30d.');
}

const sizes: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Takes a size, for example `1GB` or `500 MB`, in units of a thousand. Gives bytes. */
export function byteCount(text: string): number {
  const [, value, unit = ''] = /^(\d+(?:\.\d+)?) ?([KMGT]?B)$/i.exec(text) ?? [];
  const bytes = Number(value) * (sizes[unit.toUpperCase()] ?? Number.NaN);
  if (bytes < Number.MAX_SAFE_INTEGER) return bytes;
  throw new InvalidArgumentError('Give a number with B, KB, MB, GB or TB, for example 1GB.');
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
