/** `planwright schema`: the JSON schemas of what people write and tools read. */
import { Argument, type Command } from 'commander';
import { readText } from '../util/files.js';
import { packagePath } from '../util/package.js';

const files = {
  config: 'schema.json',
  ablation: 'ablation.schema.json',
  suite: 'suite.schema.json',
  plan: 'plan.schema.json',
} as const;

const help = `
  config    a config, as for train
  ablation  a file of methods to compare, as for ablate
  suite     suite.json of a task suite, and in its definitions a line of instances.jsonl
  plan      what stands between the --- lines of a plan file

Editors with a YAML language server complete a config that begins with the line
  # yaml-language-server: $schema=./planwright.schema.json

Examples:
  planwright schema > planwright.schema.json
  planwright schema ablation > ablation.schema.json`;

/** Adds `planwright schema`. */
export function registerSchema(program: Command): void {
  program
    .command('schema')
    .description('print the JSON schema of configs, ablations, suites or plan files, for editors and checks')
    .addArgument(new Argument('[format]', 'what to describe').choices(Object.keys(files)).default('config'))
    .addHelpText('after', help)
    .action((format: keyof typeof files) => {
      process.stdout.write(readText(packagePath(`configs/${files[format]}`)));
    });
}
