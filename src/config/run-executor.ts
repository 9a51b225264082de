/** Where the model calls of a run are made: here, or by workers on a queue. */
import { hostname } from 'node:os';
import { UsageError } from '../core/errors.js';
import type { EventSink } from '../core/event.js';
import {
  createRemoteModels,
  type OpenCourier,
  openCourier,
  type RemoteModels,
  resolveRedisUrl,
} from '../executors/index.js';
import {
  type Budget,
  type CallLimit,
  createLimit,
  findPrice,
  type PriceTable,
  prioritize,
  type Role,
} from '../models/index.js';
import type { Run } from '../runs/index.js';
import { systemClock } from '../util/clock.js';
import { kindOf, readText } from '../util/files.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';
import { hideSecrets } from '../util/secrets.js';
import {
  describeModels,
  describeWorld,
  type ModelSpec,
  playsAnywhere,
  type WorkerSetup,
} from './describe-setup.js';
import type { ResolvedMethod, ResolvedSuite } from './resolve-training.js';
import type { Config } from './schema.js';

/** Models that workers ask. */
export interface RemoteRoles {
  readonly remote: RemoteModels;
  readonly specs: Readonly<Record<Role, ModelSpec>>;
}

/** Makes them for a config, under the given limits. */
export type CreateRemote = (
  config: Config,
  limits: { readonly budget: Budget },
  prices: PriceTable,
) => Promise<RemoteRoles>;

/** What the executor of a run does. */
export interface RunExecutor {
  /** Calls or jobs that may be in flight. */
  readonly inFlight: () => number;
  /** Puts the calls of some parts of a run before those of others. */
  readonly gate: Pick<CallLimit, 'middleware'>;
  /** Has the models asked elsewhere; null where they are asked here. `null` world: calls alone can be sent. */
  readonly remoteFor: (tasks: ResolvedSuite, method: ResolvedMethod) => CreateRemote | null;
  /** Begins, once the run has its folder. Rejects with a UsageError where that can not be. */
  readonly open: (run: Pick<Run, 'folder' | 'writeText'>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The executor that a config names; a replay asks nobody. */
export function createRunExecutor(config: Config, record: EventSink, replay = false): RunExecutor {
  return config.executor.name === 'local' || replay
    ? createLocalExecutor(config)
    : createQueueExecutor(config, record);
}

function createLocalExecutor({ concurrency }: Config): RunExecutor {
  return {
    inFlight: () => concurrency,
    gate: createLimit(concurrency),
    remoteFor: () => null,
    open: async () => {},
    close: async () => {},
  };
}

/** Jobs in flight at least, so that workers who come later have something to do. */
const fewestInFlight = 32;

function createQueueExecutor(config: Config, record: EventSink): RunExecutor {
  const { executor, concurrency, model, budget } = config;
  const url = resolveRedisUrl(executor.redis, process.env);
  const started = systemClock.elapsed();
  const setups = new Map<string, string>();
  let open: OpenCourier | undefined;
  const courier = () => {
    if (open === undefined) throw new UsageError('the queue is not open');
    return open;
  };
  const secondsLeft = () =>
    budget.seconds === undefined ? undefined : budget.seconds - (systemClock.elapsed() - started) / 1000;
  return {
    inFlight: () => Math.max(concurrency, fewestInFlight, open?.slots() ?? 0),
    // Whose turn it is is decided where jobs are sent.
    gate: {
      middleware:
        (by = 0) =>
        (model) =>
          prioritize(model, by),
    },
    remoteFor: (tasks, method) => async (config, limits, prices) => {
      const specs = await describeModels(config);
      const playsEpisodes = playsAnywhere(config, tasks, method);
      const world = playsEpisodes ? describeWorld(config, tasks, method) : null;
      const json = canonicalJson(describeSetup(config, world, specs, prices));
      if (hideSecrets(json) !== json)
        throw new UsageError(
          'what workers would be told holds what looks like a key',
          'look at prompts, demonstrations and model names',
        );
      const setup = sha256(json);
      setups.set(setup, json);
      open?.share(setup, json);
      const remote = createRemoteModels({
        courier: {
          send: (job, request) => courier().send(job, request),
          inTurn: (request, work) => courier().inTurn(request, work),
          slots: () => courier().slots(),
        },
        setup,
        playsEpisodes,
        budget: limits.budget,
        prices,
        secondsLeft,
      });
      return { remote, specs };
    },
    open: async (run) => {
      const onChange = (change: { waiting: boolean; message: string }) =>
        record({ type: 'outage', ...change });
      open = await openCourier({ url, patienceSeconds: model.outageSeconds, onChange });
      open.beginRun(queueIdOf(run));
      for (const [digest, json] of setups) open.share(digest, json);
    },
    close: async () => open?.close(),
  };
}

function describeSetup(
  { model, sampling, seed, budget }: Config,
  world: WorkerSetup['world'],
  models: Record<Role, ModelSpec>,
  prices: PriceTable,
) {
  const { attempts, maxPauseSeconds, outageSeconds } = model;
  const names = budget.usd === undefined ? [] : Object.values(models).map(({ name }) => name);
  const known = names.flatMap((name) => {
    const price = findPrice(prices, name);
    return price === null ? [] : [[name, price] as const];
  });
  const setup: WorkerSetup = {
    world,
    models,
    sampling,
    seed,
    attempts,
    maxPauseSeconds,
    outageSeconds,
    prices: Object.fromEntries(known) as WorkerSetup['prices'],
  };
  return JSON.parse(JSON.stringify(setup));
}

/** Name of the file in a run's folder that tells its jobs from those of all other runs. */
const queueIdFile = 'queue-id.txt';

/** The same when the run is resumed, so that what workers have done meanwhile is used. */
function queueIdOf(run: Pick<Run, 'folder' | 'writeText'>): string {
  const path = `${run.folder}/${queueIdFile}`;
  if (kindOf(path) === 'file') return readText(path).trim();
  const facts = [run.folder, hostname(), process.pid, systemClock.now(), systemClock.elapsed()];
  const id = sha256(canonicalJson(facts)).slice(0, 32);
  run.writeText(queueIdFile, `${id}\n`);
  return id;
}
