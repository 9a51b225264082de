import { join } from 'node:path';
import { messageOf } from '../core/errors.js';
import { changedAt, listDirectory, sizeOf } from '../util/files.js';
import type { Acceptance } from './admission.js';
import { type Catalogue, loadCatalogue } from './catalogue.js';

/** Which plans are served, and who is told of what is not. */
export interface CatalogueSource {
  readonly folder: string;
  readonly acceptance: Acceptance;
  /** Called with a line for each plan that is left out, once. */
  readonly say: (line: string) => void;
}

/** The plans of a folder, as it changes. */
export interface LiveCatalogue {
  /** The plans as the folder is now; read again only where something has changed. */
  current(): Catalogue;
  /** Calls back whenever `current` finds other plans than before. */
  onChange(listener: () => void): void;
}

/** Follows a folder with plans. Throws a UsageError when it can not be read now; later that leaves no plans. */
export function createLiveCatalogue({ folder, acceptance, say }: CatalogueSource): LiveCatalogue {
  const listeners: (() => void)[] = [];
  let stamp = stampOf(folder);
  let catalogue = loadCatalogue(folder, acceptance);
  let said = tell(catalogue, new Set());
  function tell({ leftOut }: Catalogue, before: ReadonlySet<string>): ReadonlySet<string> {
    for (const line of leftOut) if (!before.has(line)) say(`left out: ${line}`);
    return new Set(leftOut);
  }
  const read = (): Catalogue => {
    try {
      return loadCatalogue(folder, acceptance);
    } catch (error) {
      return { plans: [], leftOut: [messageOf(error)], open: () => undefined, find: () => nothing };
    }
  };
  return {
    current: () => {
      const now = stampOf(folder);
      if (now === stamp) return catalogue;
      stamp = now;
      const before = JSON.stringify(catalogue.plans);
      catalogue = read();
      said = tell(catalogue, said);
      if (JSON.stringify(catalogue.plans) !== before) for (const listener of listeners) listener();
      return catalogue;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

const nothing = { fit: 'none', best: null, alternatives: [] } as const;

/** Changes with any of the files that plans are read from. */
function stampOf(folder: string): string {
  const names = listOrNone(folder);
  const isRegistry = names.includes('registry.json');
  const files = names.flatMap((name) => {
    const path = join(folder, name);
    if (name.endsWith('.md') || name === 'registry.json') return [path];
    return (isRegistry ? listOrNone(path) : []).map((inner) => join(path, inner));
  });
  return files.map(stampOfFile).join('\n');
}

function stampOfFile(path: string): string {
  try {
    return `${path} ${changedAt(path)} ${sizeOf(path)}`;
  } catch {
    return path;
  }
}

function listOrNone(folder: string): readonly string[] {
  try {
    return listDirectory(folder);
  } catch {
    return [];
  }
}
