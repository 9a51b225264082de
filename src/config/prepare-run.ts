/** What every run needs before anything is played or written, whether it learns a plan or measures one. */
import type { Episode } from '../core/episode.js';
import type { EventSink } from '../core/event.js';
import type { MemoryRun, RunRecord } from '../runs/index.js';
import type { JsonObject } from '../util/json.js';
import { isSimulated } from './build-model.js';
import { createRecorder, type Recorder } from './create-recorder.js';
import { digestExperiment } from './describe-run.js';
import type { NamedConfig } from './load-config.js';
import { type External, nothingExternal, openExternal } from './open-external.js';
import { type ResolvedModels, resolveModels } from './resolve-models.js';
import { type ResolvedMethod, type ResolvedSuite, resolveMethod } from './resolve-training.js';
import { createRunExecutor, type RunExecutor } from './run-executor.js';
import { refuseFile } from './runs-folder.js';
import { locateError, type PlaceOf } from './setting-error.js';

/** How to run. */
export interface RunSettings {
  readonly config: NamedConfig;
  /** Where the config's settings were given, for complaints. */
  readonly placeOf?: PlaceOf;
  /** Name of the run folder, instead of one made from time, config and seed. */
  readonly runId?: string;
  readonly emit?: EventSink;
  /** Told where the run lies, once its folder is there. */
  readonly onFolder?: (folder: string) => void;
  readonly signal?: AbortSignal;
  /** Times that each instance is played; default 1. More are cached only where the config says so. */
  readonly repeats?: number;
  /** The run that is gone on with; absent for a new one. */
  readonly resume?: ResumedRun;
  /** Whether it is prepared only to see what it would be; keys of model servers need not be there. */
  readonly dryRun?: boolean;
}

/** A run that ended early, or was cut off, and is gone on with. */
export interface ResumedRun {
  readonly folder: string;
  readonly record: RunRecord;
  /** Whether the run may go on though what it was started with has changed. */
  readonly allowChanged: boolean;
  /** Where it is played again from its record alone: nothing is asked of a model, nothing is written in its folder. */
  readonly replay?: MemoryRun;
}

/** Everything resolved, before anything is played or written. */
export interface PreparedRun<Tasks extends ResolvedSuite = ResolvedSuite> extends RunSettings, Recorder {
  readonly tasks: Tasks;
  readonly method: ResolvedMethod;
  readonly models: ResolvedModels;
  readonly executor: RunExecutor;
  /** Whether any of the models is a simulated one. */
  readonly simulated: boolean;
  /** Name of the experiment: equal for equal settings, whenever and wherever it is run. */
  readonly experiment: string;
  /** Eight hex digits at its end. */
  readonly digest8: string;
  /** What no setting says and yet can change a result; part of the digest and of the manifest. */
  readonly further: JsonObject;
  /** What can not change a result and is needed to go on with the run; part of the manifest alone. */
  readonly aside: JsonObject;
  /** Ends what was started for the run: processes of the user's own. */
  readonly close: () => void;
}

/** Resolves a config, its tasks as the caller says. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareRun<Tasks extends ResolvedSuite>(
  settings: RunSettings,
  resolveTasks: (external: External) => Promise<Tasks>,
  further: JsonObject = {},
): Promise<PreparedRun<Tasks>> {
  const { config, placeOf, repeats = 1, resume, dryRun = false } = settings;
  const recorder = createRecorder(settings.emit);
  let external = nothingExternal;
  try {
    external = await openExternal(config);
    const tasks = await resolveTasks(external);
    const method = resolveMethod(config, tasks, external);
    refuseFile(config.runs);
    const executor = createRunExecutor(config, recorder.record, resume?.replay !== undefined);
    const models = await resolveModels(config, {
      recorder,
      createRemote: executor.remoteFor(tasks, method),
      repeats,
      ...(resume ? { before: resume.record } : {}),
      replay: resume?.replay !== undefined,
      dryRun,
    });
    const everything = { ...further, ...method.identity };
    const digest8 = digestExperiment(config, tasks, models, method.prompts, everything);
    return {
      ...settings,
      tasks,
      method,
      models,
      executor,
      simulated: Object.values(models.names).some(isSimulated),
      experiment: `${config.name}_s${config.seed}_${digest8}`,
      digest8,
      further: everything,
      aside: {},
      close: external.close,
      ...recorder,
    };
  } catch (error) {
    external.close();
    throw locateError(error, placeOf);
  }
}

/** Episodes that are not played again: when resuming all that have ended, in a replay those that models failed. */
export function recordedEpisodes({ resume }: Pick<RunSettings, 'resume'>): {
  recorded?: (episodeId: string) => Episode | null;
} {
  if (resume === undefined) return {};
  const { record, replay } = resume;
  if (replay === undefined) return { recorded: record.episode };
  return {
    recorded: (id) => {
      const episode = record.episode(id);
      return episode?.outcome.kind === 'error' ? episode : null;
    },
  };
}
