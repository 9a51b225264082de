/** CPU time per model call of a whole training in this process, journal and all. */
import { median } from 'simple-statistics';
import {
  type Config,
  loadConfig,
  parseOverride,
  prepareTraining,
  runTraining,
} from '../../src/config/index.js';
import type { ChatModel, ChatRequest } from '../../src/core/model.js';
import { roleOfPurpose } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import type { BenchSettings, Row } from './bench-list.js';
import { cpuOf, group } from './figures.js';

/** Keeps every request with the sampling that its role adds, as the model at the bottom gets it. */
function recordRequests(
  model: ChatModel,
  agent: Config['sampling']['optimize'],
  config: Config,
  into: ChatRequest[],
) {
  const { reflect, update, judge } = config.sampling;
  const sampling = { agent, formalizer: { temperature: 0 }, reflection: reflect, update, judge };
  return {
    id: model.id,
    complete: (request: ChatRequest) => {
      into.push({
        ...request,
        sampling: { ...sampling[roleOfPurpose[request.purpose]], ...request.sampling },
      });
      return model.complete(request);
    },
  };
}

/** That of the simulated model alone is taken off. */
export async function benchTraining({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  const overrides = [`runs=${folder}`, 'iterations=3', 'name=bench'].map(parseOverride);
  const { config } = loadConfig('configs/quickstart.yaml', overrides);
  const simulated = simulatedProfiles.strong;
  if (!simulated) throw new Error('there is no strong profile');
  const once = async () => {
    const prepared = await prepareTraining({ config });
    const requests: ChatRequest[] = [];
    const { optimize, evaluate } = prepared.models;
    const models = {
      ...prepared.models,
      optimize: recordRequests(optimize, config.sampling.optimize, config, requests),
      evaluate: recordRequests(evaluate, config.sampling.evaluate, config, requests),
    };
    const total = await cpuOf(() => runTraining({ ...prepared, models }));
    const alone = createSimulatedModel({ name: 'simulated-strong', profile: simulated });
    const model = await cpuOf(async () => {
      for (const request of requests) await alone.complete(request);
    });
    return { calls: requests.length, total, model };
  };
  await once();
  const results: Awaited<ReturnType<typeof once>>[] = [];
  for (let round = 0; round < rounds; round++) results.push(await once());
  const middle = (of: (one: (typeof results)[number]) => number) => median(results.map(of));
  return [
    [
      'training, CPU per model call',
      `${middle((one) => (one.total - one.model) / one.calls).toFixed(3)} ms`,
      '1 ms',
    ],
    ['  the simulated model itself', `${middle((one) => one.model / one.calls).toFixed(3)} ms`, ''],
    [
      `  the whole training, ${group(results[0]?.calls ?? 0)} calls`,
      `${group(middle((one) => one.total))} ms`,
      '',
    ],
  ];
}
