/** The models that plans are carried over to: named one by one, or in a file. */
import { dirname } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import { complain } from './complain.js';
import { rebase } from './load-config.js';
import type { Override } from './parse-override.js';
import { readTree } from './read-tree.js';
import { type Config, type RoleModelConfig, roleModelSchema } from './schema.js';
import type { Tree } from './tree.js';

/** A model that plays, and what sets it. */
export interface NamedModel {
  readonly name: string;
  readonly provider: string;
  /** Laid over the config. */
  readonly overrides: readonly Override[];
}

const example = 'for example: --models simulated:strong,openai:gpt-4o-mini';

/**
 * The models of `--models`: `simulated:PROFILE`, `openai:NAME`, or a YAML file with a list of such names and of settings
 * under `models`. Without any, the config's own. Throws a UsageError for what is none, or stands there twice.
 */
export function listTransferModels(given: readonly string[], { model }: Config): readonly NamedModel[] {
  const { provider } = model;
  if (given.length === 0) return [{ name: nameOf(model), provider, overrides: ownRoles(model, '--models') }];
  const named = given.flatMap((one) => (isModelsFile(one) ? readModels(one, model) : [readName(one, model)]));
  const twice = named.find(({ name }, i) => named.findIndex((other) => other.name === name) !== i);
  if (twice)
    throw new UsageError(
      `--models: ${twice.name} stands there twice`,
      'give each model once; in a file, name may be joined by a label of your own',
    );
  return named;
}

function isModelsFile(given: string): boolean {
  return /\.ya?ml$/i.test(given) && !/^(?:simulated|openai):/.test(given);
}

function readName(given: string, base: Config['model']): NamedModel {
  const [, provider, rest] = /^(simulated|openai):(.+)$/.exec(given) ?? [];
  if (rest === undefined)
    throw new UsageError(`--models: ${JSON.stringify(given)} is not of the form PROVIDER:NAME`, example);
  const own: RoleModelConfig =
    provider === 'openai' ? { provider: 'openai', name: rest } : { provider: 'simulated', profile: rest };
  return nameModel(given, own, base, `--models ${given}`);
}

const modelsSchema = z.strictObject({ models: z.array(z.unknown()).min(1) });
const entrySchema = z.strictObject({ label: z.string().min(1).exactOptional(), ...roleModelSchema.shape });

function readModels(file: string, base: Config['model']): NamedModel[] {
  const { tree, locate } = readTree(file);
  const place = (path: readonly PropertyKey[]) => `${locate(path)}: ${path.map(String).join('.')}`;
  const parsed = modelsSchema.safeParse(tree);
  if (!parsed.success) throw complain(parsed.error, tree, modelsSchema, place);
  return parsed.data.models.map((entry, i) => {
    if (typeof entry === 'string') return readName(entry, base);
    const here = ['models', i];
    const checked = entrySchema.safeParse(entry);
    if (!checked.success)
      throw complain(checked.error, entry, entrySchema, (path) => place([...here, ...path]));
    const { label, ...given } = checked.data;
    const { provider = given.profile === undefined ? 'openai' : 'simulated' } = given;
    const settings: Tree = { model: { ...given } };
    rebase(settings, dirname(file));
    const own: RoleModelConfig = { ...(settings.model as RoleModelConfig), provider };
    return nameModel(label ?? nameOf(own), own, base, `${locate(here)}: the model`);
  });
}

/** As it would be given on the command line. */
function nameOf({ provider, profile = 'strong', name }: RoleModelConfig): string {
  if (provider !== 'openai') return `simulated:${profile}`;
  return name === undefined ? 'openai' : `openai:${name}`;
}

function nameModel(name: string, own: RoleModelConfig, base: Config['model'], option: string): NamedModel {
  // The name that the config gives to its own model is not that of another.
  const settings = { name: undefined, ...own };
  return {
    name,
    provider: own.provider ?? base.provider,
    overrides: [
      ...Object.entries(settings).map(([key, value]) => ({ path: ['model', key], value, option })),
      ...ownRoles(base, option),
    ],
  };
}

/** Only the judge may be another model than the one that plays: it is the config's for all of them. */
function ownRoles({ agent: _agent, judge, ...base }: Config['model'], option: string): Override[] {
  const { provider, profile, name, baseUrl, apiKeyEnv, timeoutSeconds, maxTokensField } = base;
  const fields = { provider, profile, name, baseUrl, apiKeyEnv, timeoutSeconds, maxTokensField };
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const roles = ['agent', 'formalizer', 'reflection', 'update'] as const;
  return [
    ...roles.map((role) => ({ path: ['model', role], value: undefined, option })),
    ...(judge ? [{ path: ['model', 'judge'], value: { ...known, ...judge }, option }] : []),
  ];
}
