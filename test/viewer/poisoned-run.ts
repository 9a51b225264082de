/** Runs as training leaves them, and what becomes of them when all they say is hostile. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatRecord } from '../../src/runs/journal-record.js';
import { hash53 } from '../../src/util/hash.js';
import type { JsonObject, JsonValue } from '../../src/util/json.js';
import { runCli } from '../cli/run-cli.js';

/** Trains for a moment with the simulated model; gives the folder of the run. */
export async function makeRun(root: string): Promise<string> {
  const settings = ['name=small', 'iterations=1', 'batchSize=2', 'train=4', 'heldOut=6', `runs=${root}`];
  const args = ['train', 'configs/quickstart.yaml', '--run-id', 'small', '--display', 'none'];
  const { code, stderr } = await runCli([...args, ...settings.flatMap((one) => ['--set', one])]);
  if (code !== 0) throw new Error(stderr);
  return join(root, 'small');
}

/** Fields that say what kind of thing something is: with other values there would be nothing to show. */
const kinds = new Set([
  ...['type', 'phase', 'purpose', 'kind', 'format', 'formalizer', 'outcome', 'finishReason', 'by'],
  ...['instancesAre', 'heldOutSplit', 'reflection', 'sum'],
]);

/** Puts a hostile text into every text field of a run's journal, results and manifest, and after every line of a plan. */
export function poisonRun(folder: string, texts: readonly string[], turn: number): void {
  const say = (value: string) => `${value}${texts[(hash53(value) + turn) % texts.length]}`;
  rewrite(join(folder, 'results.json'), (text) => JSON.stringify(poison(JSON.parse(text), say)));
  rewrite(join(folder, 'manifest.json'), (text) => JSON.stringify(poison(JSON.parse(text), say)));
  rewrite(join(folder, 'journal.jsonl'), (text) => poisonJournal(text, say));
  // The index has the offsets of the journal that was.
  writeFileSync(join(folder, 'index.jsonl'), 'hostile');
  for (const name of readdirSync(join(folder, 'plans')))
    rewrite(join(folder, 'plans', name), (text) => `${text}\n${say(name)}\n`);
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function poisonJournal(text: string, say: (value: string) => string): string {
  const lines = text.trimEnd().split('\n');
  return lines
    .map((line, n) => {
      const { n: _n, sum: _sum, ...fields } = JSON.parse(line) as JsonObject;
      return `${formatRecord(n, n === 0 ? fields : (poison(fields, say) as JsonObject))}\n`;
    })
    .join('');
}

function poison(value: JsonValue, say: (text: string) => string, key = '', parent = ''): JsonValue {
  if (typeof value === 'string')
    return kinds.has(key) || (key === 'name' && parent === 'headline') ? value : say(value);
  if (Array.isArray(value)) return value.map((one: JsonValue) => poison(one, say, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner = null]) => [name, poison(inner, say, name, key)]),
  );
}
