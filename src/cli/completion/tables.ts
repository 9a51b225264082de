/** What can be completed, read from the command line's own description: the same for every shell. */
import type { Argument, Command, Option } from 'commander';

/** A word that may be typed, and what it is for. */
export interface Word {
  readonly word: string;
  readonly about: string;
}

/** What may stand at a place: names of files, runs, settings, nothing that is known, or certain words. */
export type Offer = 'files' | 'runs' | 'settings' | 'nothing' | `words ${string}`;

/** Places are commands as they are typed, as `planwright plan show`, with an option or the number of an argument. */
export interface CompletionTables {
  readonly commands: ReadonlyMap<string, readonly Word[]>;
  readonly options: ReadonlyMap<string, readonly Word[]>;
  /** By command and option, for options that take a value. */
  readonly values: ReadonlyMap<string, Offer>;
  /** By command and number, from 0; `*` stands for all further ones. */
  readonly positions: ReadonlyMap<string, Offer>;
  readonly settings: readonly Word[];
  /** By setting, for those with certain values. */
  readonly settingValues: ReadonlyMap<string, readonly string[]>;
}

/** What the command line does not say itself. */
export interface KnownWords {
  /** Words for arguments and options by the name of their value, as `world`. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The JSON schema of configs. */
  readonly schema: SettingsSchema;
}

/** What is read of the JSON schema of configs. */
export interface SettingsSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SettingsSchema>>;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
}

/** Reads the tables from a program. */
export function readTables(program: Command, known: KnownWords): CompletionTables {
  const settings = listSettings(known.schema);
  const tables = {
    commands: new Map<string, readonly Word[]>(),
    options: new Map<string, readonly Word[]>(),
    values: new Map<string, Offer>(),
    positions: new Map<string, Offer>(),
  };
  readCommand(program, program.name());
  return {
    ...tables,
    settings: settings.map(({ key, about }) => ({ word: key, about })),
    settingValues: new Map(settings.flatMap(({ key, values }) => (values.length > 0 ? [[key, values]] : []))),
  };

  function readCommand(command: Command, place: string): void {
    const help = command.createHelp();
    const children = help.visibleCommands(command);
    const options = help.visibleOptions(command);
    if (children.length > 0) tables.commands.set(place, children.map(describeCommand));
    tables.options.set(place, options.map(describeOption));
    for (const option of options.filter(({ required, optional }) => required || optional))
      for (const flag of [option.long, option.short])
        if (flag) tables.values.set(`${place} ${flag}`, offerOf(valueName(option), option.argChoices, known));
    for (const [n, argument] of command.registeredArguments.entries())
      tables.positions.set(
        `${place} ${argument.variadic ? '*' : n}`,
        offerOf(argument.name(), argument.argChoices, known),
      );
    for (const child of command.commands) readCommand(child, `${place} ${child.name()}`);
  }
}

function describeCommand(command: Command): Word {
  return { word: command.name(), about: command.description() };
}

function describeOption(option: Option): Word {
  return { word: option.long ?? option.flags, about: option.description };
}

/** What stands between the brackets of an option, as `file` of `--out <file>`. */
function valueName({ flags }: Option): string {
  return /[<[]([^>\]]+?)(\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}

const files = new Set([
  'config',
  'dir',
  'file',
  'files',
  'folder',
  'plan',
  'sheet',
  'sheets',
  'source',
  'sources',
  'suite',
]);
const more = new Set(['after', 'before', 'target', 'path']);
const runs = new Set(['run', 'runs', 'a', 'b']);

function offerOf(name: string, choices: Argument['argChoices'], { values }: KnownWords): Offer {
  const words = choices ?? values[name];
  if (words !== undefined) return `words ${words.join(' ')}`;
  if (name === 'key=value') return 'settings';
  if (runs.has(name)) return 'runs';
  return files.has(name) || more.has(name) ? 'files' : 'nothing';
}

interface Setting {
  readonly key: string;
  readonly about: string;
  readonly values: readonly string[];
}

/** All settings that have a value, by their dotted names. */
function listSettings({ properties = {} }: SettingsSchema, prefix = ''): Setting[] {
  return Object.entries(properties).flatMap(([name, node]): Setting[] => {
    const key = `${prefix}${name}`;
    if (node.properties !== undefined) return listSettings(node, `${key}.`);
    const values = node.enum ?? node.examples ?? (node.type === 'boolean' ? [true, false] : []);
    return [{ key, about: node.description ?? '', values: values.map(String) }];
  });
}
