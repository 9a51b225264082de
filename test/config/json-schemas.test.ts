import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type JsonSchema, makeSchemas, readMeanings, settingsOf } from './make-schemas.js';

const made = makeSchemas();
const files = Object.keys(made);

function readShipped(file: string): JsonSchema {
  return JSON.parse(readFileSync(join('configs', file), 'utf8'));
}

/** What an independent validator finds wrong with a value. */
function problemsOf(file: string, value: unknown, within?: JsonSchema): OutputUnit[] {
  return new Validator((within ?? readShipped(file)) as Schema, '7').validate(value).errors;
}

describe('the published schemas', () => {
  it.each(files)('%s is as the code has it; where that was changed on purpose: npm run schemas', (file) => {
    const text = `${JSON.stringify(made[file], null, 2)}\n`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(join('configs', file), text);
    expect(readFileSync(join('configs', file), 'utf8')).toBe(text);
  });

  it.each(['schema.json', 'ablation.schema.json', 'suite.schema.json'])('%s explains every key', (file) => {
    const schema = readShipped(file);
    const bare = settingsOf(schema).flatMap(([path, { description }]) => (description ? [] : [path]));
    expect(bare).toEqual([]);
    expect(settingsOf(schema).length).toBeGreaterThan(6);
  });

  it('say nothing of places in the README', () => {
    const texts = settingsOf(readShipped('schema.json')).map(([, { description = '' }]) => description);
    expect(texts.filter((text) => /see below|see above|\]\(/.test(text))).toEqual([]);
    expect(readMeanings('## Config\n| `a`, `b` | 1 | [x](#y) |\n## Else\n| `c` | 1 | z |\n')).toEqual(
      new Map(['a', 'b'].map((name) => [name, { fallback: '1', meaning: 'x' }])),
    );
  });
});

const configs = readdirSync('configs').filter((name) => name.endsWith('.yaml') && name !== 'prices.yaml');

describe('shipped configs', () => {
  it.each(configs)('%s names its schema and fits it, says another validator', (name) => {
    const text = readFileSync(join('configs', name), 'utf8');
    const [, file = ''] = /^# yaml-language-server: \$schema=\.\/(\S+)\n/.exec(text) ?? [];
    expect(files).toContain(file);
    expect(problemsOf(file, parse(text))).toEqual([]);
  });

  const examples = readdirSync('configs/examples', { recursive: true, encoding: 'utf8' });

  it.each(examples.filter((name) => name.endsWith('config.yaml')))('examples/%s fits as well', (name) => {
    const text = readFileSync(join('configs/examples', name), 'utf8');
    expect(problemsOf('schema.json', parse(text))).toEqual([]);
  });

  it.each([
    ['an unknown key', { sede: 3 }],
    ['a key in the wrong group', { model: { seed: 3 } }],
    ['no number', { batchSize: 'four' }],
    ['a number that is too small', { iterations: 0 }],
    ['no choice', { model: { provider: 'other' } }],
  ])('may not have %s', (_what, config) => {
    expect(problemsOf('schema.json', config)).not.toEqual([]);
  });
});

it.each(['household', 'encyclopedia'])('the suite %s fits its schema', (name) => {
  const folder = join('tasks', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'suite.json'), 'utf8'));
  expect(problemsOf('suite.schema.json', manifest)).toEqual([]);
  expect(problemsOf('suite.schema.json', { ...manifest, digest: 'x' })).not.toEqual([]);
  const instance = readShipped('suite.schema.json').definitions?.instance;
  const [line = ''] = readFileSync(join(folder, 'instances.jsonl'), 'utf8').split('\n', 1);
  expect(problemsOf('', JSON.parse(line), instance)).toEqual([]);
  expect(problemsOf('', { ...JSON.parse(line), goal: 3 }, instance)).not.toEqual([]);
});

it('the shipped plans fit their schema', () => {
  const plans = readdirSync('plans', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  expect(plans.length).toBeGreaterThan(0);
  for (const name of plans) {
    const [, head = ''] = readFileSync(join('plans', name), 'utf8').split(/^---\n/m);
    expect(problemsOf('plan.schema.json', parse(head))).toEqual([]);
  }
});
