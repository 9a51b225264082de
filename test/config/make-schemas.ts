/** The JSON schemas that are published in configs/, made from the schemas in the code and the README's table. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ablationSchema } from '../../src/config/ablation-schema.js';
import { agentSettings } from '../../src/config/agent-settings.js';
import { optimizerSettings } from '../../src/config/optimizer-settings.js';
import { configSchema } from '../../src/config/schema.js';
import { frontMatterSchema } from '../../src/plans/front-matter.js';
import { headSchema, manifestSchema } from '../../src/suites/suite-format.js';

/** The part of a JSON schema that is read or changed here. */
export interface JsonSchema {
  title?: string;
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  required?: string[];
}

/** Groups of settings: the README explains what is in them. */
const groups: Readonly<Record<string, string>> = {
  judge: 'a model as the judge of answers',
  executor: 'who plays: this process, or workers on a queue',
  environment: 'the world that is played',
  agent: 'who plays',
  optimizer: 'who makes the next plan from a batch of episodes',
  model: 'the language model, or the program that stands in for one',
  sampling: 'how models draw their answers',
  'sampling.optimize': 'the agent while learning',
  'sampling.reflect': 'reflections',
  'sampling.update': 'plan updates',
  'sampling.judge': 'the judge of answers',
  'sampling.evaluate': 'the agent in evaluation',
  limits: 'where episodes end',
  budget: 'where a run stops; it can be resumed',
  cache: 'answers of models that are kept on disk',
};

/** Two settings that each kind of call has; the README has their defaults. */
const drawing: Readonly<Record<string, string>> = {
  temperature: 'how varied answers are; at 0 the likeliest token is always taken',
  topP: 'tokens are drawn from the likeliest that together have this probability',
};

/** Values worth offering where any text is allowed. */
const offered: Readonly<Record<string, readonly string[]>> = {
  taskType: ['all', 'pick', 'light', 'clean', 'heat', 'cool', 'two'],
  heldOut: ['held-out', 'validation'],
  headline: ['success', 'judge'],
  'agent.name': Object.keys(agentSettings),
  'optimizer.name': Object.keys(optimizerSettings),
  'model.profile': ['strong', 'weak'],
};

const roles = /^(model)\.(?:agent|reflection|update|formalizer|judge)\.(.+)$/;

/** A row of the README's table of settings. */
interface Meaning {
  readonly meaning: string;
  readonly fallback: string;
}

/** What the README says of each setting. */
export function readMeanings(readme: string): Map<string, Meaning> {
  const table = readme.split(/^## Config$/m)[1]?.split(/^## /m)[0] ?? '';
  const rows = table.matchAll(/^\| (`.+?`) \| (.*?) \| (.*) \|$/gm);
  return new Map(
    [...rows].flatMap(([, names = '', fallback = '', meaning = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [
        name,
        { fallback, meaning: toPlain(meaning) },
      ]),
    ),
  );
}

/** Without links, and without words about other places of the README. */
function toPlain(meaning: string): string {
  return meaning
    .replace(/[,;] see (below|\[[^\]]*\]\([^)]*\))/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\\|', '|');
}

/** All published schemas by file name. */
export function makeSchemas(): Record<string, JsonSchema> {
  return {
    'schema.json': describeConfig(convert(configSchema, 'planwright config')),
    'ablation.schema.json': convert(ablationSchema, 'planwright ablation'),
    'suite.schema.json': {
      ...convert(manifestSchema, 'planwright suite: suite.json'),
      definitions: {
        instance: {
          ...convert(
            headSchema.extend({
              setup: z.looseObject({}).describe('the instance itself: known to the world'),
            }),
            'a line of instances.jsonl',
          ),
        },
      },
    },
    'plan.schema.json': convert(frontMatterSchema, 'planwright plan file: what stands between its --- lines'),
  };
}

function convert(schema: z.ZodType, title: string): JsonSchema {
  const made = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
  const { $schema, ...rest } = prune(made as JsonSchema) as JsonSchema & { $schema?: string };
  return { ...($schema ? { $schema } : {}), title, ...rest } as JsonSchema;
}

/** Leaves out the bounds of safe integers, and the empty groups that stand for defaults within. */
function prune(node: JsonSchema): JsonSchema {
  for (const inner of childrenOf(node)) prune(inner);
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (JSON.stringify(node.default) === '{}') delete node.default;
  return node;
}

function childrenOf(node: JsonSchema): JsonSchema[] {
  const { properties = {}, definitions = {}, additionalProperties, items, anyOf = [] } = node;
  const others = [additionalProperties, items].filter((one) => typeof one === 'object');
  return [...Object.values(properties), ...Object.values(definitions), ...others, ...anyOf];
}

function describeConfig(schema: JsonSchema): JsonSchema {
  const meanings = readMeanings(readFileSync('README.md', 'utf8'));
  for (const [path, node] of settingsOf(schema)) {
    const known = path.replace(roles, '$1.$2');
    const row = meanings.get(path) ?? meanings.get(known);
    const fallback =
      row === undefined || known !== path || node.default !== undefined || row.fallback === 'none'
        ? ''
        : ` (default: ${row.fallback})`;
    const drawn = path.startsWith('sampling.') ? drawing[path.split('.')[2] ?? ''] : undefined;
    const meaning = drawn ?? (row === undefined ? groups[path] : `${row.meaning}${fallback}`);
    if (meaning !== undefined) node.description = meaning;
    const values = offered[known];
    if (values !== undefined) node.examples = values;
  }
  return schema;
}

/** All keys of a schema, groups included, with their dotted paths. */
export function settingsOf(schema: JsonSchema, prefix = ''): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, node]) => [
    [`${prefix}${key}`, node] as [string, JsonSchema],
    ...settingsOf(node, `${prefix}${key}.`),
  ]);
}
