import { spawnSync } from 'node:child_process';

/** Whether there is a python3. Without one tests of it are skipped, with a line that says so; in CI that is an error. */
export function needPython(): boolean {
  const { status } = spawnSync('python3', ['-c', 'import json'], { stdio: 'ignore' });
  if (status === 0) return true;
  if (process.env.CI) throw new Error('python3 is missing');
  process.stderr.write('skipped: python3 is missing\n');
  return false;
}
