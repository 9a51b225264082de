import { relative } from 'node:path';

/** A path as a person would write it in the working folder. */
export function fromHere(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}
