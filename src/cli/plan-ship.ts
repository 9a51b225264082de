/** `planwright plan export`, `import` and `alias`: plans that travel. */
import { type Command, Option } from 'commander';
import { examples } from './examples.js';
import type { PlanExportOptions } from './plan-export.js';
import type { PlanImportOptions } from './plan-import.js';
import { registryOption } from './registry-option.js';

/** As in `shipping`, which is loaded when it is needed. */
const targets = ['skill', 'agents-md', 'claude-md', 'mcp', 'dotprompt', 'json', 'text', 'dspy'] as const;

const exportHelp = `
Targets: skill (a folder with SKILL.md, in the folder --out), agents-md and claude-md (a block in that file, its other text
untouched), mcp (a folder for planwright mcp), dotprompt, json, text and dspy (one file, or printed without --out).
--into puts the plan into the place of the prompt in a file of yours: all of it below its front matter, or one section.
A learned plan should be reviewed and certified first; what is accepted without is said by an option.
${examples(
  'plan export runs/heat/plans/best.md --target skill --out .agents/skills',
  'plan export alfworld-heat@production --target agents-md --out AGENTS.md --accept-uncertified',
  'plan export runs/heat/plans/best.md --into SKILL.md',
  "plan export runs/heat/plans/best.md --into AGENTS.md --section 'Household tasks'",
)}`;

/** Adds the commands to the group. */
export function registerShipping(plan: Command): void {
  plan
    .command('export')
    .description('write a plan in the form of another tool, or into a file of yours')
    .argument('<plan>', 'plan file, or reference such as alfworld-heat@production')
    .addOption(new Option('--target <form>', 'what to make of it').choices(targets))
    .option('--out <path>', 'file or folder to write')
    .option('--into <file>', 'file whose prompt the plan takes the place of; FILE#HEADING for a section')
    .option('--section <heading>', 'with --into: the section of Markdown, by its heading')
    .option('--name <name>', "name of the export (default: the plan's id)")
    .option('--description <text>', "what it does and when to use it (default: the plan's own)")
    .option('--accept-unreviewed', 'export a plan that nobody reviewed, or that has flags')
    .option('--accept-uncertified', 'export a plan without a certificate')
    .option('--allow-edited', 'export a plan that was edited, without the results of the text before')
    .option('--force', 'write over what is foreign')
    .addOption(registryOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', exportHelp)
    .action(async (reference: string, options: PlanExportOptions) => {
      const { exportPlanFile } = await import('./plan-export.js');
      exportPlanFile(reference, options);
    });
  plan
    .command('import')
    .description('add a plan to a registry: a plan file, anything that export has made, or any text')
    .argument(
      '<file>',
      'file, or folder of a skill; FILE#ID for one of several blocks, FILE#HEADING for a section',
    )
    .option('--id <id>', "id in the registry (default: the plan's own, or one made from the file's name)")
    .option('--alias <name>', 'let this alias name it')
    .option('--allow-edited', 'take a text that was changed, without the results of the one before')
    .addOption(registryOption())
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples(
        'plan import runs/heat/plans/best.md --alias production',
        'plan import .agents/skills/alfworld-heat',
      ),
    )
    .action(async (file: string, options: PlanImportOptions) => {
      const { importPlan } = await import('./plan-import.js');
      importPlan(file, options);
    });
  plan
    .command('alias')
    .description('let an alias of the registry name a version')
    .argument('<version>', 'for example alfworld-heat@2; without a number the latest version')
    .argument('<alias>', 'for example production')
    .addOption(registryOption())
    .addHelpText('after', examples('plan alias alfworld-heat@2 production'))
    .action(async (reference: string, alias: string, { registry }: PlanImportOptions) => {
      const { aliasPlan } = await import('./plan-import.js');
      aliasPlan(reference, alias, registry);
    });
}
