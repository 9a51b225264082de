/** `planwright mcp`: plans as prompts, resources and a tool, for agents that speak the Model Context Protocol. */
import type { Command } from 'commander';
import type { McpOptions } from './mcp-server.js';

const help = `
An agent's client starts it and talks to it over stdin and stdout. Every plan is a prompt (with the task at hand as an
argument) and a resource (planwright://plans/ID); the tool find_plan finds the plan for a task. Of a registry the version
that the alias production names is served, else the latest one; ID@VERSION and ID@ALIAS name others. What changes in the
folder is served at once. Plans that are not served, and why, are named on stderr.

Examples:
  planwright mcp --plans plans
  planwright mcp --accept-unreviewed --accept-uncertified`;

/** Adds the command. */
export function registerMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve plans over the Model Context Protocol, on stdin and stdout')
    .option(
      '--plans <folder>',
      'folder with plan files, or a registry (default: plans, or else those that come with planwright)',
    )
    .option(
      '--accept-unreviewed',
      'serve plans too that were learned from untrusted observations and that nobody reviewed',
    )
    .option('--accept-uncertified', 'serve plans too that have no certificate')
    .addHelpText('after', help)
    .action(async (options: McpOptions) => {
      const { serveMcp } = await import('./mcp-server.js');
      await serveMcp(options);
    });
}
