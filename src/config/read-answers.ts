/** The answers of a run folder that people can judge: a training or evaluation is one part, an ablation one for each arm. */
import { basename, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import type { TaskSuite } from '../core/task.js';
import {
  type AnsweredSuite,
  collectAnswers,
  type MeasuredPhase,
  type RunAnswers,
} from '../evaluation/annotation/index.js';
import { readJournal } from '../runs/index.js';
import { describeFileError, kindOf, readText } from '../util/files.js';
import { canonicalJson } from '../util/json.js';
import { loadAblation } from './load-ablation.js';
import { loadConfig } from './load-config.js';
import { withExternal } from './open-external.js';
import { type ResolvedSuite, resolveSuite } from './resolve-training.js';
import type { Config } from './schema.js';
import { locateError } from './setting-error.js';

/** What a run folder holds of answers. */
export interface ReadAnswers {
  readonly parts: readonly RunAnswers[];
  /** Whether the run came to its own end. */
  readonly finished: boolean;
}

/** What the manifest says of a run, or of an arm of an ablation. */
const partSchema = z.object({
  suite: z.object({ digest: z.string() }),
  models: z.record(z.string(), z.string()),
  simulated: z.boolean(),
});
const ablationSchema = z.object({ experiments: z.record(z.string(), z.record(z.string(), partSchema)) });
const manifestSchema = z.union([partSchema, ablationSchema]);

type PartManifest = z.infer<typeof partSchema>;

/** One run, or one arm: what the manifest says of it and the suite that it was measured on. */
interface Part extends AnsweredSuite {
  /** Name of the run folder; with experiment and arm behind it in an ablation. */
  readonly id: string;
  readonly manifest: PartManifest;
}

/** Reads a run folder; places in the result are seen from `keyFolder`. Rejects with a UsageError. */
export async function readAnswers(
  folder: string,
  keyFolder: string,
  phase: MeasuredPhase | undefined,
): Promise<ReadAnswers> {
  const journal = join(folder, 'journal.jsonl');
  if (kindOf(journal) !== 'file')
    throw new UsageError(`${folder}: is not a run folder`, 'give the folder of a train, eval or ablate run');
  const manifest = readManifest(folder);
  const parts =
    'experiments' in manifest
      ? await partsOfAblation(folder, manifest.experiments)
      : await partOfRun(folder, manifest);
  const partOf = ({ experiment, arm }: { readonly experiment: string; readonly arm: string }) =>
    partName(experiment, arm);
  const { played, finished } = await collectAnswers(readJournal(journal), parts, partOf);
  return {
    parts: [...parts].map(([name, part]) => ({
      id: part.id,
      folder: relative(keyFolder, resolve(folder)) || '.',
      suiteDigest: part.manifest.suite.digest,
      models: [...new Set(Object.values(part.manifest.models))],
      simulated: part.manifest.simulated,
      played: (played.get(name) ?? []).filter((one) => phase === undefined || one.phase === phase),
    })),
    finished,
  };
}

function partName(experiment: string, arm: string): string {
  return `${experiment}/${arm}`;
}

async function partOfRun(folder: string, manifest: PartManifest): Promise<ReadonlyMap<string, Part>> {
  const { config, placeOf } = loadConfig(join(folder, 'config.yaml'));
  try {
    const resolved = await withExternal(config, (external) => resolveSuite(config, external));
    const { answers, name } = resolved.environment;
    if (answers === undefined) throw withoutAnswers(folder, [name]);
    checkDigest(folder, config, resolved.suite, manifest);
    const { instances } = resolved.suite;
    return new Map([['', { id: basename(resolve(folder)), manifest, instances, answers }]]);
  } catch (error) {
    throw locateError(error, placeOf);
  }
}

/** The arms of the experiments whose tasks end with an answer. */
async function partsOfAblation(
  folder: string,
  manifests: Readonly<Record<string, Readonly<Record<string, PartManifest>>>>,
): Promise<ReadonlyMap<string, Part>> {
  const { experiments } = loadAblation(join(folder, 'config.yaml'));
  const resolveOnce = rememberSuites();
  const worlds = new Set<string>();
  const parts = new Map<string, Part>();
  for (const { name: experiment, arms } of experiments) {
    for (const { name: arm, config, placeOf } of arms) {
      const manifest = manifests[experiment]?.[arm];
      if (manifest === undefined) throw notAsWritten(join(folder, 'manifest.json'));
      try {
        const { suite, environment } = await resolveOnce(config);
        const { answers } = environment;
        worlds.add(environment.name);
        if (answers === undefined) continue;
        checkDigest(folder, config, suite, manifest);
        const name = partName(experiment, arm);
        const id = `${basename(resolve(folder))}/${name}`;
        parts.set(name, { id, manifest, instances: suite.instances, answers });
      } catch (error) {
        throw locateError(error, placeOf);
      }
    }
  }
  if (parts.size === 0) throw withoutAnswers(folder, [...worlds]);
  return parts;
}

/** Arms share suites, and a large one takes its time. */
function rememberSuites(): (config: Config) => Promise<ResolvedSuite> {
  const known = new Map<string, ResolvedSuite>();
  return async (config) => {
    const { suite, environment, taskType, limits } = config;
    const key = canonicalJson(JSON.parse(JSON.stringify({ suite, environment, taskType, limits })));
    const resolved =
      known.get(key) ?? (await withExternal(config, (external) => resolveSuite(config, external)));
    known.set(key, resolved);
    return resolved;
  };
}

function withoutAnswers(folder: string, worlds: readonly string[]): UsageError {
  return new UsageError(`${folder}: the tasks of ${worlds.join(' and ')} do not end with an answer`);
}

/** What is judged must be what was asked: the suite may not have changed since. */
function checkDigest(
  folder: string,
  config: Pick<Config, 'suite'>,
  suite: TaskSuite,
  manifest: PartManifest,
): void {
  if (suite.digest === manifest.suite.digest) return;
  throw new UsageError(
    `${folder}: the suite ${config.suite} is not what it was when the run was made`,
    'get that suite back, or run again',
  );
}

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  const file = join(folder, 'manifest.json');
  try {
    return manifestSchema.parse(JSON.parse(readText(file)));
  } catch (error) {
    const isMalformed = error instanceof SyntaxError || error instanceof z.ZodError;
    throw isMalformed ? notAsWritten(file) : new UsageError(`${file}: ${describeFileError(error)}`);
  }
}

function notAsWritten(file: string): UsageError {
  return new UsageError(`${file}: is not as a run writes it`);
}
