/** `planwright tasks`: the task instances there are, and where new ones come from. */
import type { Command } from 'commander';
import { wholeNumber } from './arguments.js';
import type { TasksGenerateOptions } from './tasks-generate.js';
import type { TasksImportOptions } from './tasks-import.js';
import type { TasksListOptions } from './tasks-read.js';

/** Adds the command group. */
export function registerTasks(program: Command): void {
  const tasks = program.command('tasks').description('look at task suites, import them or generate them');
  registerList(tasks);
  registerShow(tasks);
  registerImport(tasks);
  registerGenerate(tasks);
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
    .action(async (folder: string, options: TasksListOptions) => {
      const { listTasks } = await import('./tasks-read.js');
      listTasks(folder, options);
    });
}

function registerShow(tasks: Command): void {
  tasks
    .command('show')
    .description('show one instance as the agent meets it: goal, first observation, admissible actions')
    .argument('<suite>', 'suite folder')
    .argument('<id>', 'id of the instance')
    .option('--json', 'print one JSON document')
    .action(async (folder: string, id: string, options: { readonly json?: true }) => {
      const { showTask } = await import('./tasks-read.js');
      showTask(folder, id, options.json === true);
    });
}

function registerImport(tasks: Command): void {
  tasks
    .command('import')
    .description('turn official games into a suite')
    .argument('<world>', 'for example alfworld')
    .argument('<source>', 'folder or zip archive in the official layout')
    .requiredOption('--out <folder>', 'suite folder to write')
    .option('--name <name>', 'name of the suite (default: the name of the world)')
    .option('--json', 'print one JSON document')
    .action(async (world: string, source: string, options: TasksImportOptions) => {
      const { importTasks } = await import('./tasks-import.js');
      await importTasks(world, source, options);
    });
}

function registerGenerate(tasks: Command): void {
  const size = wholeNumber(0, 2000);
  tasks
    .command('generate')
    .description('make a suite of our own games; the same seed gives the same games')
    .argument('<world>', 'for example alfworld')
    .requiredOption('--out <folder>', 'suite folder to write')
    .option('--name <name>', 'name of the suite (default: the name of the generator)')
    .option('--seed <n>', 'seed (default: the one of the suite that ships with us)', wholeNumber(0))
    .option('--train <n>', 'instances of each task type for training', size)
    .option('--validation <n>', 'instances of each task type for validation', size)
    .option('--held-out <n>', 'instances of each task type for evaluation', size)
    .option('--json', 'print one JSON document')
    .action(async (world: string, options: TasksGenerateOptions) => {
      const { generateTasks } = await import('./tasks-generate.js');
      generateTasks(world, options);
    });
}
