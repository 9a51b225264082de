import type { JsonValue } from '../util/json.js';
import { formatResults, planPath, type Run } from './create-run.js';

/** A run that leaves nothing on the disk: what it would have written is kept by its path in the folder. */
export interface MemoryRun extends Run {
  readonly files: ReadonlyMap<string, string>;
}

/** Creates a run in memory; its journal forgets everything. */
export function createMemoryRun(id: string): MemoryRun {
  const files = new Map<string, string>();
  const write = (name: string, text: string): string => {
    files.set(name, text);
    return name;
  };
  return {
    id,
    folder: id,
    files,
    journal: { append: () => {}, committed: async () => {}, flush: () => {}, close: () => {} },
    writePlan: (name, text, taskType) => write(planPath(name, taskType), text),
    writeText: write,
    writeResults: (results: JsonValue) => write('results.json', formatResults(results)),
  };
}
