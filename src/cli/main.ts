#!/usr/bin/env node
/** The `planwright` command. What there is stands in `create-program.ts`. */
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { keepSecret } from '../util/secrets.js';
import { createProgram } from './create-program.js';
import { exitCodes, reportError } from './output.js';

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

// Memory may grow to twice what is in use before it is collected, not to four times as V8 has it: a long run stays small
// and takes about a hundredth longer.
setFlagsFromString('--heap-growing-percent=100');
// From what lives on while a run begins V8 concludes what will live long. In one process of three it takes what lasts for
// a step of a world for that, and the world is half as fast.
setFlagsFromString('--no-allocation-site-pretenuring');
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
});
process.exitCode = await run();
