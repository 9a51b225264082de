/** What `planwright mcp` does. Stdout belongs to the protocol. */
import { createLiveCatalogue, servePlans } from '../mcp/index.js';
import { registryFolder } from '../plans/index.js';
import { systemClock } from '../util/clock.js';
import { kindOf } from '../util/files.js';
import { packagePath } from '../util/package.js';
import { note } from './output.js';

/** Options of `mcp`. */
export interface McpOptions {
  readonly plans?: string;
  readonly acceptUnreviewed?: true;
  readonly acceptUncertified?: true;
}

/** Serves until the input ends. Throws a UsageError for a folder that can not be read. */
export async function serveMcp({ plans, acceptUnreviewed, acceptUncertified }: McpOptions): Promise<void> {
  const folder = plans ?? defaultFolder();
  const say = (line: string) => note(`planwright mcp: ${line}`);
  const catalogue = createLiveCatalogue({
    folder,
    acceptance: { unreviewed: acceptUnreviewed === true, uncertified: acceptUncertified === true },
    say,
  });
  const count = catalogue.current().plans.length;
  say(
    `serving ${count} plan${count === 1 ? '' : 's'} of ${folder}${process.stdin.isTTY ? '; this is for programs, Ctrl+C ends it' : ''}`,
  );
  await servePlans({ catalogue, say, input: process.stdin, output: process.stdout, clock: systemClock });
}

/** The folder that references are looked up in, else the plans that come with planwright. */
function defaultFolder(): string {
  const folder = registryFolder();
  return kindOf(folder) === 'directory' ? folder : packagePath('plans');
}
