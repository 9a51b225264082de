import { Option } from 'commander';
import { collect } from './arguments.js';

/** `--set key=value`, as often as one likes. */
export function setOption(): Option {
  return new Option(
    '--set <key=value>',
    'set a config value, for example batchSize=8; may be repeated',
  ).argParser((value: string, before: readonly string[] = []) => collect(value, before));
}
