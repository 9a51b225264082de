/** How long a newcomer takes from an empty folder to a learned plan and a page about it. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { median } from 'simple-statistics';
import { type FollowedCommand, followStarter } from '../cli/follow-starter.js';
import type { BenchSettings, Row } from './bench-list.js';

/** Rows for each command that the starter prints, and for all of them. */
export async function benchNewcomer({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  const followed: (readonly FollowedCommand[])[] = [];
  for (let round = 0; round < rounds; round++)
    followed.push(await followStarter(mkdtempSync(join(folder, 'newcomer-'))));
  const seconds = (values: readonly number[]) => `${median([...values]).toFixed(1)} s`;
  const total = followed.map((commands) => commands.reduce((sum, one) => sum + one.seconds, 0));
  return [
    ['from an empty folder to a learned plan and a page', seconds(total), ''],
    ...(followed[0] ?? []).map(({ command }, i): Row => {
      const words = command.replace(/^node \S+/, 'planwright');
      return [`  ${words}`, seconds(followed.map((one) => one[i]?.seconds ?? Number.NaN)), ''];
    }),
  ];
}
