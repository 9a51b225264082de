/** `planwright tasks`: the task instances there are, and where new ones come from. */
import type { Command } from 'commander';
import { wholeNumber } from './arguments.js';
import { examples } from './examples.js';
import type { TasksDemonstrateOptions } from './tasks-demonstrate.js';
import type { TasksGenerateOptions } from './tasks-generate.js';
import type { TasksImportOptions } from './tasks-import.js';
import type { TasksListOptions } from './tasks-read.js';

/** Adds the command group. */
export function registerTasks(program: Command): void {
  const tasks = program
    .command('tasks')
    .description('look at task suites, import, generate or demonstrate them')
    .addHelpText(
      'after',
      examples(
        'tasks list tasks/household',
        'tasks import alfworld json_2.1.3_tw-pddl.zip --out alfworld-suite',
      ),
    );
  registerList(tasks);
  registerShow(tasks);
  registerImport(tasks);
  registerGenerate(tasks);
  registerDemonstrate(tasks);
}

function registerList(tasks: Command): void {
  tasks
    .command('list')
    .description('count the instances of a suite by split and task type')
    .argument('<suite>', 'suite folder, for example tasks/household')
    .option('--ids', 'print the ids instead, one a line')
    .option('--split <split>', 'with --ids: only this split')
    .option('--task-type <type>', 'with --ids: only this task type')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'tasks list tasks/household',
        'tasks list tasks/household --ids --split held-out --task-type heat',
      ),
    )
    .action(async (folder: string, options: TasksListOptions) => {
      const { listTasks } = await import('./tasks-read.js');
      await listTasks(folder, options);
    });
}

function registerShow(tasks: Command): void {
  tasks
    .command('show')
    .description('show one instance as the agent meets it: goal, first observation, admissible actions')
    .argument('<suite>', 'suite folder')
    .argument('<id>', 'id of the instance')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('tasks show tasks/household heat-held-out-3'))
    .action(async (folder: string, id: string, options: { readonly json?: true }) => {
      const { showTask } = await import('./tasks-read.js');
      await showTask(folder, id, options.json === true);
    });
}

function registerImport(tasks: Command): void {
  const size = wholeNumber(0);
  tasks
    .command('import')
    .description('turn official data into a suite')
    .argument('<world>', 'for example alfworld or hotpotqa')
    .argument('<sources...>', 'the official data, see below')
    .requiredOption('--out <folder>', 'suite folder to write')
    .option('--name <name>', 'name of the suite (default: the name of the world)')
    .option('--seed <n>', 'where the splits are drawn: seed of the draw (default: 1)', wholeNumber(0))
    .option('--train <n>', 'where the splits are drawn: instances for training (default: the rest)', size)
    .option('--validation <n>', 'where the splits are drawn: for validation (default: a tenth)', size)
    .option('--held-out <n>', 'where the splits are drawn: for evaluation (default: see below)', size)
    .option('--json', 'print one JSON document')
    .addHelpText('after', importSources)
    .action(async (world: string, sources: readonly string[], options: TasksImportOptions) => {
      const { importTasks } = await import('./tasks-import.js');
      await importTasks(world, sources, options);
    });
}

/** What each world takes; the worlds themselves are only loaded when the command runs. */
const importSources = `
Sources:
  alfworld  one folder or zip archive: [json_2.1.1/]<split>/<task>/<trial>/game.tw-pddl, with its own splits
  hotpotqa  official JSON files (distractor or fullwiki, .json or .json.gz). One file is split by seed, three
            tenths of it held-out. Of several, the first is for training and validation, the others are held-out.

Examples:
  planwright tasks import alfworld json_2.1.3_tw-pddl.zip --out alfworld-suite
  planwright tasks import hotpotqa hotpot_dev_distractor_v1.json --out hotpotqa-suite`;

function registerGenerate(tasks: Command): void {
  const size = wholeNumber(0, 2000);
  tasks
    .command('generate')
    .description('make a suite of our own; the same seed gives the same suite')
    .argument('<world>', 'for example alfworld')
    .requiredOption('--out <folder>', 'suite folder to write')
    .option('--name <name>', 'name of the suite (default: the name of the generator)')
    .option('--seed <n>', 'seed (default: the one of the suite that ships with us)', wholeNumber(0))
    .option('--train <n>', 'instances of each task type for training', size)
    .option('--validation <n>', 'instances of each task type for validation', size)
    .option('--held-out <n>', 'instances of each task type for evaluation', size)
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('tasks generate alfworld --out my-games --seed 7 --train 12 --held-out 20'),
    )
    .action(async (world: string, options: TasksGenerateOptions) => {
      const { generateTasks } = await import('./tasks-generate.js');
      await generateTasks(world, options);
    });
}

function registerDemonstrate(tasks: Command): void {
  tasks
    .command('demonstrate')
    .description('record how an expert plays training instances, with its thoughts: examples for agents')
    .argument('<suite>', 'suite folder, for example tasks/household')
    .requiredOption('--out <file>', 'file to write (YAML)')
    .option('--per-type <n>', 'demonstrations of each task type', wholeNumber(1, 100), 2)
    .option('--seed <n>', 'seed of the draw among the training instances', wholeNumber(0), 1)
    .option('--json', 'print one JSON document')
    .addHelpText('after', demonstrateExample)
    .action(async (folder: string, options: TasksDemonstrateOptions) => {
      const { demonstrateTasks } = await import('./tasks-demonstrate.js');
      await demonstrateTasks(folder, options);
    });
}

const demonstrateExample = `
The same suite and seed give the same file. Held-out instances are never used.

Example:
  planwright tasks demonstrate tasks/household --per-type 2 --out demonstrations.yaml`;
