/** The commands there are. Each is a file; what it needs is loaded when it runs, so that help is quick. */
import { Command } from 'commander';
import { toolVersion } from '../util/package.js';
import { registerAa } from './aa.js';
import { registerAblate } from './ablate.js';
import { registerAgents } from './agents.js';
import { registerAnnotate } from './annotate.js';
import { registerCache } from './cache.js';
import { registerCertify } from './certify.js';
import { registerCompare } from './compare.js';
import { registerCompletion } from './completion.js';
import { registerDoctor } from './doctor.js';
import { registerEval } from './eval.js';
import { examples } from './examples.js';
import { registerInit } from './init.js';
import { registerLog } from './log.js';
import { registerMcp } from './mcp.js';
import { toScreenText } from './output.js';
import { registerPlan } from './plan.js';
import { registerPlay } from './play.js';
import { registerPower } from './power.js';
import { registerReport } from './report.js';
import { registerResume } from './resume.js';
import { registerSchema } from './schema.js';
import { registerSimulate } from './simulate.js';
import { registerTasks } from './tasks.js';
import { registerTrain } from './train.js';
import { registerTransfer } from './transfer.js';
import { registerValidate } from './validate.js';
import { registerView } from './view.js';
import { registerWatch } from './watch.js';
import { registerWorker } from './worker.js';
import { registerWorlds } from './worlds.js';

type Register = (program: Command) => void;

/** All commands, under the headings and in the order that `planwright --help` shows them. */
const groups: readonly (readonly [string, readonly Register[]])[] = [
  ['First steps:', [registerInit, registerDoctor, registerValidate]],
  ['Training:', [registerTrain, registerResume, registerEval, registerWorker]],
  [
    'Science:',
    [
      registerCompare,
      registerCertify,
      registerTransfer,
      registerAblate,
      registerPower,
      registerAa,
      registerAnnotate,
    ],
  ],
  ['Looking:', [registerReport, registerWatch, registerView]],
  ['Plans for others:', [registerPlan, registerMcp]],
  ['Tasks and worlds:', [registerTasks, registerPlay, registerWorlds, registerAgents]],
  ['Maintenance:', [registerLog, registerCache, registerCompletion, registerSchema, registerSimulate]],
];

/** The whole command line. */
export function createProgram(): Command {
  const program = new Command('planwright')
    .description(
      'Learns plans for LLM agents from batches of rollouts, and proves on held-out tasks that they help.',
    )
    .version(toolVersion)
    .addHelpText(
      'after',
      `\nBegin in an empty folder with: planwright init\n${examples('init first-plan', 'train configs/quickstart.yaml', 'train --help')}`,
    )
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(toScreenText(text)),
      writeErr: (text) => process.stderr.write(toScreenText(text)),
    });
  for (const [heading, registers] of groups) {
    program.commandsGroup(heading);
    for (const register of registers) register(program);
  }
  program.addHelpCommand(
    new Command('help').argument('[command]').description('the same as --help').helpGroup('Maintenance:'),
  );
  for (const command of program.commands) inheritExit(command);
  return program;
}

function inheritExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) inheritExit(child);
}
