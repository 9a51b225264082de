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
        if (flag) tables.values.set(`${place} ${flag}`, offerOfOption(option, known));
    for (const [n, argument] of command.registeredArguments.entries())
      tables.positions.set(`${place} ${argument.variadic ? '*' : n}`, offerOfArgument(argument, known));
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

const runs = new Set(['run', 'runs', 'a', 'b']);
/** Values of options that are files; arguments are files unless they are one of the others. */
const files = new Set(['dir', 'file', 'folder', 'path', 'plan', 'sheet', 'source', 'suite', 'target']);
const names = new Set(['id', 'name', 'alias']);

function offerOfOption(option: Option, known: KnownWords): Offer {
  const name = valueName(option);
  return offerByName(name, option.argChoices, known) ?? (files.has(name) ? 'files' : 'nothing');
}

function offerOfArgument(argument: Argument, known: KnownWords): Offer {
  const name = argument.name();
  return offerByName(name, argument.argChoices, known) ?? (names.has(name) ? 'nothing' : 'files');
}

function offerByName(
  name: string,
  choices: Argument['argChoices'],
  { values }: KnownWords,
): Offer | undefined {
  const words = choices ?? values[name];
  if (words !== undefined) return `words ${words.join(' ')}`;
  if (name === 'key=value') return 'settings';
  return runs.has(name) ? 'runs' : undefined;
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
