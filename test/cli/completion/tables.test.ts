import { Argument, Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../src/cli/completion/tables.js';
import { createProgram } from '../../../src/cli/create-program.js';

function toyProgram(): Command {
  const program = new Command('toy').version('1.0.0');
  const group = program.command('group').description('a group');
  group
    .command('deep')
    .argument('<config>')
    .argument('[runs...]')
    .option('-o, --out <file>', 'where to')
    .option('--count <n>', 'how many')
    .addOption(new Option('--kind <kind>').choices(['a', 'b']))
    .addOption(new Option('--secret').hideHelp());
  program.command('world').addArgument(new Argument('<world>'));
  return program;
}

const schema = {
  properties: {
    seed: { type: 'integer', description: 'everything random' },
    model: { properties: { provider: { enum: ['x', 'y'] } } },
    on: { type: 'boolean' },
  },
};

describe('the tables of a program', () => {
  const tables = readTables(toyProgram(), { values: { world: ['here', 'there'] }, schema });

  it('have commands and options of each place, but for hidden ones', () => {
    expect(tables.commands.get('toy')?.map(({ word }) => word)).toEqual(['group', 'world', 'help']);
    expect(tables.commands.get('toy group')?.[0]).toEqual({ word: 'deep', about: '' });
    expect(tables.options.get('toy group deep')?.map(({ word }) => word)).toEqual([
      '--out',
      '--count',
      '--kind',
      '--help',
    ]);
  });

  it('say what values and arguments are', () => {
    expect([...tables.values]).toEqual([
      ['toy group deep --out', 'files'],
      ['toy group deep -o', 'files'],
      ['toy group deep --count', 'nothing'],
      ['toy group deep --kind', 'words a b'],
    ]);
    expect([...tables.positions]).toEqual([
      ['toy group deep 0', 'files'],
      ['toy group deep *', 'runs'],
      ['toy world 0', 'words here there'],
    ]);
  });

  it('have the settings of the schema', () => {
    expect(tables.settings.map(({ word }) => word)).toEqual(['seed', 'model.provider', 'on']);
    expect([...tables.settingValues]).toEqual([
      ['model.provider', ['x', 'y']],
      ['on', ['true', 'false']],
    ]);
  });
});

it('know runs and names among the arguments of ours', () => {
  const { positions } = readTables(createProgram(), { values: { world: ['here'] }, schema: {} });
  expect(positions.get('planwright tasks show 1')).toBe('nothing');
  expect(positions.get('planwright log verify 0')).toBe('runs');
  expect(positions.get('planwright annotate export *')).toBe('runs');
  expect(positions.get('planwright train 0')).toBe('files');
});
