/** `planwright plan`: plan files, looked at, compared, screened, accepted and shipped. */
import type { Command } from 'commander';
import { examples } from './examples.js';
import type { PlanReviewOptions } from './plan-review.js';
import { registerShipping } from './plan-ship.js';
import type { PlanOptions } from './plan-show.js';
import { registryOption } from './registry-option.js';

const allowEdited = ['--allow-edited', 'accept a plan whose text was changed since it was hashed'] as const;

const reference = 'plan file, or reference such as alfworld-heat@production';

/** Adds the command group. */
export function registerPlan(program: Command): void {
  const plan = program
    .command('plan')
    .description('list, show, compare, review and ship plans')
    .addHelpText('after', examples('plan list', 'plan show alfworld-heat@production'));
  plan
    .command('list')
    .description('the plans of a folder or registry, with what was measured on held-out tasks')
    .argument('[folder]', 'folder with plan files (default: plans, or else those that come with planwright)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('plan list plans', 'plan list runs/mine/plans --json'))
    .action(async (folder: string | undefined, { json }: PlanOptions) => {
      const { listPlanFiles } = await import('./plan-list.js');
      listPlanFiles(folder, json === true);
    });
  plan
    .command('show')
    .description('a plan, and what its file says about it')
    .argument('<plan>', reference)
    .option(...allowEdited)
    .addOption(registryOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('plan show plans/alfworld-heat.md', 'plan show alfworld-heat@2'))
    .action(async (file: string, options: PlanOptions) => {
      const { showPlan } = await import('./plan-show.js');
      showPlan(file, options);
    });
  plan
    .command('diff')
    .description('how the text of one plan differs from that of another')
    .argument('<before>', reference)
    .argument('<after>', reference)
    .option(...allowEdited)
    .addOption(registryOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('plan diff runs/mine/plans/000.md runs/mine/plans/best.md'))
    .action(async (before: string, after: string, options: PlanOptions) => {
      const { diffPlanFiles } = await import('./plan-diff.js');
      diffPlanFiles(before, after, options);
    });
  registerReview(plan);
  registerShipping(plan);
}

function registerReview(plan: Command): void {
  plan
    .command('lint')
    .description(
      'look for what has no business in a plan: addresses, keys, commands, hidden text, words to an AI; 100 if any',
    )
    .argument('<plans...>', 'plan files or references')
    .addOption(registryOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('plan lint plans/alfworld-heat.md plans/alfworld-cool.md'))
    .action(async (files: readonly string[], { registry, json }: PlanOptions) => {
      const { lintPlans } = await import('./plan-lint.js');
      process.exitCode = lintPlans(files, registry, json === true);
    });
  plan
    .command('review')
    .description(
      'show what a person should look at in a plan, and with --accept note in its file that one did',
    )
    .argument('<plan>', 'plan file of a learned plan, or reference')
    .addOption(registryOption())
    .option('--accept', 'mark the text as reviewed; a later change of it ends that')
    .option('--note <text>', 'with --accept: what to remember of it')
    .addHelpText(
      'after',
      examples(
        'plan review plans/alfworld-heat.md',
        "plan review plans/alfworld-heat.md --accept --note 'read on Monday'",
      ),
    )
    .action(async (file: string, options: PlanReviewOptions) => {
      const { reviewPlanFile } = await import('./plan-review.js');
      process.exitCode = reviewPlanFile(file, options);
    });
}
