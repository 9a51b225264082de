/** What `validate` looks at: everything that a training needs, each thing on its own. */
import { messageOf, UsageError } from '../core/errors.js';
import { findPrice, refuseOtherFolder } from '../models/index.js';
import type { LoadedConfig } from './load-config.js';
import { modelRoles } from './model-roles.js';
import { type External, withExternal } from './open-external.js';
import { loadPriceTable, type ResolvedModels, resolveModels } from './resolve-models.js';
import { resolveInitialPlan, resolveMethod, resolveSuite, resolveTasks } from './resolve-training.js';
import { checkRunsFolder } from './runs-folder.js';
import type { Config } from './schema.js';
import { forSetting, locateError } from './setting-error.js';

/** One thing that was looked at. A check that was not made is never called good. */
export interface CheckResult {
  readonly name: string;
  readonly state: 'ok' | 'failed' | 'skipped' | 'warning';
  readonly detail: string;
}

type Check = () => Promise<Omit<CheckResult, 'name'>> | Omit<CheckResult, 'name'>;

/** Makes every check, also after one has failed. `offline` asks no server anything. */
export async function checkSetup(
  { config, placeOf }: LoadedConfig,
  offline: boolean,
): Promise<CheckResult[]> {
  const { cache } = config;
  const checks: readonly (readonly [string, Check])[] = [
    ['suite', () => withExternal(config, (external) => checkSuite(config, external))],
    ['method', () => withExternal(config, (external) => checkMethod(config, external))],
    ['plan', () => withExternal(config, (external) => checkPlan(config, external))],
    ['runs', () => checkRuns(config)],
    ['prices', () => checkPrices(config)],
    ...(cache ? [['cache', () => checkCache(cache)] as const] : []),
    ['models', () => checkModels(config, offline)],
  ];
  const results: CheckResult[] = [];
  for (const [name, check] of checks) {
    try {
      results.push({ name, ...(await check()) });
    } catch (thrown) {
      const error = locateError(thrown, placeOf);
      if (!(error instanceof UsageError)) throw error;
      const remedy = error.remedy === undefined ? '' : ` (${error.remedy})`;
      results.push({ name, state: 'failed', detail: `${error.message}${remedy}` });
    }
  }
  return results;
}

function ok(detail: string): Omit<CheckResult, 'name'> {
  return { state: 'ok', detail };
}

async function checkSuite(config: Config, external: External) {
  const { suite, environment, taskTypes } = await resolveTasks(config, external);
  const counts = taskTypes.map(
    ({ taskType, train, heldOut }) => `${taskType} ${train.length}+${heldOut.length}`,
  );
  const world = `${environment.name}@${environment.version}`;
  return ok(
    `${suite.name} for ${world}; ${environment.instancesAre} to train on + held out: ${counts.join(', ')}`,
  );
}

async function checkMethod(config: Config, external: External) {
  const resolved = await resolveSuite(config, external);
  const { agent, optimizer, scoring } = resolveMethod(config, resolved, external);
  const own = Object.keys(config.prompts);
  const prompts = own.length === 0 ? 'the prompts that come with them' : `your prompts for ${own.join(', ')}`;
  const { headline, judge } = scoring;
  const votes = judge === undefined ? '' : `, answers judged by ${judge.votes} votes`;
  return ok(
    `agent ${agent.name}, optimizer ${optimizer.name}, ${prompts}, headline ${headline.name}${votes}`,
  );
}

async function checkPlan(config: Config, external: External) {
  if (config.plan === undefined) return ok('starts from no plan');
  const { suite, environment, taskTypes } = await resolveTasks(config, external);
  for (const { taskType } of taskTypes) resolveInitialPlan(config.plan, environment.name, taskType);
  return ok(`starts from ${config.plan}, for ${suite.name}`);
}

function checkRuns(config: Config) {
  checkRunsFolder(config.runs);
  return ok(`${config.runs} can be written`);
}

function checkCache({ folder }: NonNullable<Config['cache']>) {
  forSetting('cache.folder', () => refuseOtherFolder(folder));
  return ok(`answers are kept in ${folder}`);
}

async function checkPrices(config: Config): Promise<Omit<CheckResult, 'name'>> {
  const prices = loadPriceTable(config);
  const named = modelRoles.flatMap((role) => {
    const { provider, name } = { ...config.model, ...config.model[role] };
    return provider === 'openai' && name !== undefined ? [name] : [];
  });
  const unpriced = [...new Set(named)].filter((name) => findPrice(prices, name) === null);
  if (unpriced.length === 0) return ok(`${prices.size} prices; none is missing`);
  return { state: 'warning', detail: `no price for ${unpriced.join(', ')}: their cost will be unknown` };
}

async function checkModels(config: Config, offline: boolean): Promise<Omit<CheckResult, 'name'>> {
  const roles = modelRoles.map((role) => ({ ...config.model, ...config.model[role] }));
  if (offline && roles.some(({ provider, name }) => provider === 'openai' && name === undefined))
    return { state: 'skipped', detail: 'model.name is not set, and no server is asked (--offline)' };
  const { models, names } = await resolveOnce(config);
  if (offline) return { state: 'skipped', detail: `${names}: not asked (--offline)` };
  await askAll(models);
  return ok(`${names}: answers`);
}

/** Asks each model of a config for one word, once. Gives their names; rejects with a UsageError that names the one that fails. */
export async function askModels(config: Config): Promise<string> {
  const { models, names } = await resolveOnce(config);
  await askAll(models);
  return names;
}

/** The models with one attempt, and no cache: whoever checks wants to know how things are now. */
async function resolveOnce(config: Config): Promise<{ models: ResolvedModels; names: string }> {
  const model = { ...config.model, attempts: 1 };
  const models = await resolveModels({ ...config, model, cache: undefined });
  return { models, names: [...new Set(Object.values(models.names))].join(', ') };
}

const purposes = {
  agent: 'act',
  reflection: 'summarize',
  update: 'update-plan',
  formalizer: 'formalize',
  judge: 'judge',
} as const;

/** Asks each model for one word. */
async function askAll({ names, evaluate }: ResolvedModels): Promise<void> {
  const asked = new Map(modelRoles.map((role) => [names[role], purposes[role]]));
  const messages = [{ role: 'user', content: 'Say ok.' }] as const;
  for (const [name, purpose] of asked) {
    try {
      await evaluate.complete({ purpose, messages, sampling: { maxTokens: 256 } });
    } catch (error) {
      const remedy = error instanceof UsageError ? error.remedy : undefined;
      throw new UsageError(`model ${name} does not answer: ${messageOf(error)}`, remedy);
    }
  }
}
