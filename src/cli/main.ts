#!/usr/bin/env node
/** The `planwright` command. Each command is a file; what it needs is loaded when it runs, so that help is quick. */
import { Command, CommanderError } from 'commander';
import { toolVersion } from '../util/package.js';
import { registerAa } from './aa.js';
import { registerAblate } from './ablate.js';
import { registerAnnotate } from './annotate.js';
import { registerCertify } from './certify.js';
import { registerCompare } from './compare.js';
import { registerEval } from './eval.js';
import { exitCodes, reportError } from './output.js';
import { registerPlan } from './plan.js';
import { registerPlay } from './play.js';
import { registerPower } from './power.js';
import { registerSimulate } from './simulate.js';
import { registerTasks } from './tasks.js';
import { registerTrain } from './train.js';
import { registerValidate } from './validate.js';
import { registerWorlds } from './worlds.js';

/** The whole command line. */
export function createProgram(): Command {
  const program = new Command('planwright')
    .description(
      'Learns plans for LLM agents from batches of rollouts, and proves on held-out tasks that they help.',
    )
    .version(toolVersion)
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  for (const register of [
    registerTrain,
    registerEval,
    registerAblate,
    registerCompare,
    registerCertify,
    registerPower,
    registerAa,
    registerValidate,
    registerTasks,
    registerPlay,
    registerPlan,
    registerWorlds,
    registerAnnotate,
    registerSimulate,
  ]) {
    register(program);
  }
  for (const command of program.commands) inheritExit(command);
  return program;
}

function inheritExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) inheritExit(child);
}

async function run(): Promise<number> {
  try {
    await createProgram().parseAsync(process.argv);
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    return reportError(error);
  }
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
});
process.exitCode = await run();
