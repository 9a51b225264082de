/** What stands between a config and its models: keys, servers and names; and what this machine could offer. */
import { UsageError } from '../core/errors.js';
import { listModels, resolveApiKey, resolveBaseUrl } from '../models/index.js';
import { closestName } from '../util/closest-name.js';
import { isSimulated, modelInSettings } from './build-model.js';
import { askModels } from './check-setup.js';
import type { Finding } from './finding.js';
import { modelRoles } from './model-roles.js';
import type { Config, RoleModelConfig } from './schema.js';

/** A server of models that people run on their own machine, and its usual address. */
export interface LocalServer {
  readonly name: string;
  readonly baseUrl: string;
}

/** Where the common ones listen unless told otherwise. */
export const usualServers: readonly LocalServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'planwright simulate', baseUrl: 'http://127.0.0.1:8399/v1' },
];

/** How models are looked at. */
export interface DiagnoseModelsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly offline: boolean;
  readonly call: boolean;
  readonly servers: readonly LocalServer[];
}

/** Looks at the models of a config, and for servers on this machine. No key is ever part of a finding. */
export async function diagnoseModels(config: Config, options: DiagnoseModelsOptions): Promise<Finding[]> {
  const roles = modelRoles.map((role): RoleModelConfig => ({ ...config.model, ...config.model[role] }));
  const real = roles.filter(({ provider }) => provider === 'openai');
  const local = options.offline ? null : await findLocalServers(options.servers);
  const findings = [describeLocal(local)];
  if (real.length < roles.length) findings.push(describeSimulated(roles));
  if (real.length === 0) return [...findings, describePossible(local, options.environment)];
  for (const settings of distinctServers(real)) {
    const names = real.filter((one) => sameServer(one, settings)).flatMap(({ name }) => name ?? []);
    findings.push(...(await checkServer(settings, [...new Set(names)], options)));
  }
  const ready = findings.every(({ state }) => state !== 'missing');
  return [...findings, ...(ready ? [await checkCall(config, options)] : [])];
}

interface FoundServer extends LocalServer {
  readonly models: readonly string[];
}

async function findLocalServers(servers: readonly LocalServer[]): Promise<FoundServer[]> {
  const asked = servers.map(async (server) => {
    const models = await listModels(server.baseUrl, 'none').catch(() => null);
    return models === null ? [] : [{ ...server, models }];
  });
  return (await Promise.all(asked)).flat();
}

function describeLocal(found: readonly FoundServer[] | null): Finding {
  const name = 'local servers';
  if (found === null) return { name, state: 'skipped', detail: 'not looked for (--offline)' };
  if (found.length === 0) return { name, state: 'ok', detail: 'none on the usual ports of this machine' };
  const detail = found.map(
    ({ name: server, baseUrl, models }) => `${server} at ${baseUrl}: ${listShort(models)}`,
  );
  return { name, state: 'ok', detail: detail.join('; ') };
}

function listShort(names: readonly string[]): string {
  if (names.length === 0) return 'no model';
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${names.slice(0, 5).join(', ')}${more}`;
}

function describeSimulated(roles: readonly RoleModelConfig[]): Finding {
  const simulated = roles.filter(({ provider }) => provider !== 'openai');
  try {
    const names = [...new Set(simulated.map((settings) => modelInSettings(settings).name))].join(', ');
    const detail = `${names}: a program that stands in for a language model; needs nothing`;
    return { name: 'model', state: 'ok', detail };
  } catch (error) {
    if (error instanceof UsageError) return missing('model', error);
    throw error;
  }
}

/** What the user could have instead of the simulated model. Asks nobody elsewhere: no config says so. */
function describePossible(
  local: readonly FoundServer[] | null,
  environment: DiagnoseModelsOptions['environment'],
): Finding {
  const name = 'real model';
  const server = local?.find(({ models }) => models.some((model) => !isSimulated(model)));
  const model = server?.models.find((one) => !isSimulated(one));
  const use = '--set model.provider=openai';
  if (server !== undefined && model !== undefined) {
    const remedy = `${use} --set model.baseUrl=${server.baseUrl} --set model.name=${model}`;
    return { name, state: 'ok', detail: `${server.name} has one; to use it add`, remedy };
  }
  if (environment.OPENAI_API_KEY?.trim())
    return {
      name,
      state: 'ok',
      detail: 'OPENAI_API_KEY is set; to use it add',
      remedy: `${use} --set model.name=gpt-4o-mini --max-cost 5`,
    };
  return {
    name,
    state: 'warning',
    detail: `none can be reached: OPENAI_API_KEY is not set${local === null ? '' : ', and no server of a real model runs on this machine'}`,
    remedy: 'export OPENAI_API_KEY=... (or start Ollama or another server), then planwright doctor again',
  };
}

function sameServer(a: RoleModelConfig, b: RoleModelConfig): boolean {
  return a.baseUrl === b.baseUrl && a.apiKeyEnv === b.apiKeyEnv;
}

function distinctServers(settings: readonly RoleModelConfig[]): RoleModelConfig[] {
  return settings.filter((one, at) => settings.findIndex((other) => sameServer(one, other)) === at);
}

async function checkServer(
  settings: RoleModelConfig,
  names: readonly string[],
  { environment, offline }: DiagnoseModelsOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  try {
    const baseUrl = resolveBaseUrl(settings.baseUrl, environment);
    const found = checkKey(baseUrl, settings.apiKeyEnv, environment);
    findings.push(found.finding);
    if (found.key === null) return findings;
    if (offline)
      return [...findings, { name: 'server', state: 'skipped', detail: `${baseUrl}: not asked (--offline)` }];
    const offered = await listModels(baseUrl, found.key);
    findings.push({
      name: 'server',
      state: 'ok',
      detail: `${baseUrl} answers and offers ${offered.length} models`,
    });
    return [...findings, ...checkNames(names, offered)];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [...findings, missing('server', error)];
  }
}

function missing(name: string, error: UsageError): Finding {
  const { message: detail, remedy } = error;
  return { name, state: 'missing', detail, ...(remedy === undefined ? {} : { remedy }) };
}

/** The key, which goes to the server alone, and what may be said of it. */
function checkKey(
  baseUrl: string,
  apiKeyEnv: string | undefined,
  environment: DiagnoseModelsOptions['environment'],
): { readonly key: string | null; readonly finding: Finding } {
  const name = 'key';
  try {
    const key = resolveApiKey(baseUrl, apiKeyEnv, environment);
    const detail =
      apiKeyEnv === undefined && key === 'none'
        ? 'none is needed for a server on this machine'
        : `${apiKeyEnv ?? 'OPENAI_API_KEY'} is set`;
    return { key, finding: { name, state: 'ok', detail } };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { key: null, finding: missing(name, error) };
  }
}

function checkNames(names: readonly string[], offered: readonly string[]): Finding[] {
  if (names.length === 0) return [checkOnlyModel(offered)];
  return names.map((model): Finding => {
    const name = 'model';
    // Ollama takes a name without its tag.
    if (offered.some((one) => one === model || one === `${model}:latest`))
      return { name, state: 'ok', detail: `${model} is one of them` };
    const close = closestName(model, offered);
    const remedy = close === undefined ? `it has: ${listShort(offered)}` : `--set model.name=${close}`;
    return { name, state: 'warning', detail: `${model} is not in the server's list`, remedy };
  });
}

function checkOnlyModel(offered: readonly string[]): Finding {
  const [only] = offered;
  if (offered.length === 1) return { name: 'model', state: 'ok', detail: `${only}, the only one there is` };
  const detail = 'model.name is not set, and the server has not just one';
  return {
    name: 'model',
    state: 'missing',
    detail,
    remedy: `--set model.name=... of: ${listShort(offered)}`,
  };
}

async function checkCall(config: Config, { offline, call }: DiagnoseModelsOptions): Promise<Finding> {
  const name = 'call';
  if (offline || !call)
    return { name, state: 'skipped', detail: 'no model was called (add --call for one small call)' };
  try {
    return { name, state: 'ok', detail: `${await askModels(config)}: answers` };
  } catch (error) {
    if (error instanceof UsageError) return missing(name, error);
    throw error;
  }
}
