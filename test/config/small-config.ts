import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig, type NamedConfig, parseOverride } from '../../src/config/index.js';
import { emptyFolder, household } from '../cli/run-cli.js';

/** Writes files, given by path and text, into a new folder that is gone after the test. Gives the folder. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = emptyFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A training that takes a fraction of a second: heat, two updates, eight held-out games; runs go to `folder`. */
export function smallConfig(folder: string, ...settings: readonly string[]): NamedConfig {
  const usual = [
    `suite=${household}`,
    'taskType=heat',
    'iterations=2',
    'train=8',
    'heldOut=8',
    'name=small',
    `runs=${join(folder, 'runs')}`,
  ];
  return loadConfig(undefined, [...usual, ...settings].map(parseOverride)).config;
}
