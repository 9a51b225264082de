/** How long a newcomer takes from an empty folder to a learned plan and a page about it: `npm run bench:newcomer`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { followStarter } from '../cli/follow-starter.js';
import { runCli } from '../cli/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-newcomer-'));
try {
  const began = performance.now();
  await runCli(['--help']);
  process.stdout.write(`${(performance.now() - began).toFixed(0).padStart(6)} ms planwright --help\n`);
  const followed = await followStarter(folder);
  for (const { command, seconds } of followed)
    process.stdout.write(
      `${seconds.toFixed(1).padStart(6)} s  ${command.replace(/^node \S+/, 'planwright')}\n`,
    );
  const total = followed.reduce((sum, { seconds }) => sum + seconds, 0);
  process.stdout.write(
    `${total.toFixed(1).padStart(6)} s  from an empty folder to a learned plan and a page\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
