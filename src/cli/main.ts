#!/usr/bin/env node
/** The `planwright` command. Each command is a file; what it needs is loaded when it runs, so that help is quick. */
import { Command, CommanderError } from 'commander';
import { toolVersion } from '../util/package.js';
import { keepSecret } from '../util/secrets.js';
import { registerAa } from './aa.js';
import { registerAblate } from './ablate.js';
import { registerAnnotate } from './annotate.js';
import { registerCache } from './cache.js';
import { registerCertify } from './certify.js';
import { registerCompare } from './compare.js';
import { registerEval } from './eval.js';
import { registerLog } from './log.js';
import { exitCodes, reportError, toScreenText } from './output.js';
import { registerPlan } from './plan.js';
import { registerPlay } from './play.js';
import { registerPower } from './power.js';
import { registerResume } from './resume.js';
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
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(toScreenText(text)),
      writeErr: (text) => process.stderr.write(toScreenText(text)),
    });
  for (const register of [
    registerTrain,
    registerResume,
    registerLog,
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
    registerCache,
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
  keepSecret(process.env.OPENAI_API_KEY ?? '');
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
