/** `planwright plan`: plan files, looked at and compared. */
import type { Command } from 'commander';
import type { PlanOptions } from './plan-show.js';

const allowEdited = ['--allow-edited', 'accept a plan whose text was changed since it was hashed'] as const;

/** Adds the command group. */
export function registerPlan(program: Command): void {
  const plan = program.command('plan').description('list, show and compare plan files');
  plan
    .command('list')
    .description('the plan files of a folder, with what was measured on held-out tasks')
    .argument('[folder]', 'folder with plan files (default: plans, or else those that come with planwright)')
    .option('--json', 'print one JSON document')
    .action(async (folder: string | undefined, { json }: PlanOptions) => {
      const { listPlanFiles } = await import('./plan-list.js');
      listPlanFiles(folder, json === true);
    });
  plan
    .command('show')
    .description('a plan, and what its file says about it')
    .argument('<file>', 'plan file')
    .option(...allowEdited)
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: PlanOptions) => {
      const { showPlan } = await import('./plan-show.js');
      showPlan(file, options);
    });
  plan
    .command('diff')
    .description('how the text of one plan differs from that of another')
    .argument('<before>', 'plan file')
    .argument('<after>', 'plan file')
    .option(...allowEdited)
    .option('--json', 'print one JSON document')
    .action(async (before: string, after: string, options: PlanOptions) => {
      const { diffPlanFiles } = await import('./plan-diff.js');
      diffPlanFiles(before, after, options);
    });
}
