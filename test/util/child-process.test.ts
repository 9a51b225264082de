import { describe, expect, it } from 'vitest';
import { startChild } from '../../src/util/child-process.js';
import { areGone } from '../external/processes.js';

/** Runs a script of node's; gives its lines, and why it was lost. */
function run(script: string, { input = [] as readonly string[], longestLine = 1000 } = {}) {
  const lines: string[] = [];
  return new Promise<{ lines: string[]; reason: string; words: string }>((resolve) => {
    const child = startChild({
      command: [process.execPath, '-e', script],
      folder: '.',
      longestLine,
      onLine: (line) => lines.push(line),
      onLost: (reason) => resolve({ lines, reason, words: child.lastWords() }),
    });
    for (const line of input) child.send(line);
  });
}

describe('a program that is started', () => {
  it('is told lines, and its lines are heard, the last ones after its end too', async () => {
    const echo =
      "process.stdin.once('data', (text) => { process.stdout.write(text + 'é\\n\\n'); process.exit(0); })";
    const { lines, reason } = await run(echo, { input: ['one', 'two'] });
    expect(lines.slice(0, 1)).toEqual(['one']);
    expect(lines.slice(-2)).toEqual(['é', '']);
    expect(reason).toBe('has ended with exit code 0');
  });

  it('has a line cut into pieces put together, and a last one without an end left out', async () => {
    const { lines } = await run(
      "process.stdout.write('a\\u00e9'); setTimeout(() => process.stdout.write('b\\nc', () => process.exit(0)), 30)",
    );
    expect(lines).toEqual(['aéb']);
  });

  it('is lost with a line that is too long, whether or not it ends', async () => {
    const { reason } = await run("process.stdout.write('x'.repeat(11)); setInterval(() => {}, 1000)", {
      longestLine: 10,
    });
    expect(reason).toBe('wrote a line of more than 10 bytes');
  });

  it('has last words of one line, fit for a screen and without keys', async () => {
    const key = `sk-${'a1'.repeat(12)}`;
    const { words } = await run(
      `process.stderr.write('one\\nkey ${key} \\u001b[31m\\n\\n'); process.exit(1)`,
    );
    expect(words).toBe('key [key] <U+001B>[31m');
  });

  it('ends when its input ends, or is ended', async () => {
    const gone: number[] = [];
    for (const script of ['process.stdin.resume()', 'setInterval(() => {}, 1000)']) {
      const pid = await new Promise<number>((resolve) => {
        const child = startChild({
          command: [process.execPath, '-e', `console.log(process.pid); ${script}`],
          folder: '.',
          longestLine: 100,
          onLine: (line) => {
            child.end();
            resolve(Number(line));
          },
          onLost: () => {
            throw new Error('it was asked to end');
          },
        });
      });
      gone.push(pid);
    }
    expect(await areGone(gone)).toBe(true);
  });

  it('leaves no listener behind', () => {
    expect(process.listenerCount('SIGHUP')).toBe(0);
  });
});
