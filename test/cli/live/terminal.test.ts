import type { WriteStream } from 'node:tty';
import { expect, it, onTestFinished } from 'vitest';
import { createTerminal } from '../../../src/cli/live/terminal.js';

/** A terminal that remembers what was written to it. */
function createScreen(columns: number, rows: number) {
  const written: string[] = [];
  const screen = { columns, rows, write: (text: string) => written.push(text) > 0 };
  const terminal = createTerminal(screen as unknown as WriteStream);
  onTestFinished(() => terminal.leave());
  const take = () => written.splice(0).join('').replaceAll('\u001b[', '<');
  return { screen, terminal, take };
}

it('takes the terminal over with the first drawing and gives it back, with its cursor, once', () => {
  const { terminal, take } = createScreen(80, 24);
  expect(take()).toBe('');
  terminal.draw(['a', 'b']);
  expect(take()).toBe('<?1049h<?25l<2J<?2026h<1;1H<2Ka<2;1H<2Kb<?2026l');
  terminal.leave();
  terminal.leave();
  expect(take()).toBe('<?25h<?1049l');
});

it('writes what has changed and nothing else', () => {
  const { terminal, take } = createScreen(80, 24);
  terminal.draw(['a', 'b', 'c']);
  take();
  terminal.draw(['a', 'b', 'c']);
  expect(take()).toBe('');
  terminal.draw(['a', 'x']);
  expect(take()).toBe('<?2026h<2;1H<2Kx<3;1H<2K<?2026l');
});

it('draws everything anew when the size has changed', () => {
  const { screen, terminal, take } = createScreen(80, 24);
  terminal.draw(['a']);
  take();
  screen.columns = 60;
  expect(terminal.size()).toEqual({ width: 60, height: 24 });
  terminal.draw(['a']);
  expect(take()).toBe('<2J<?2026h<1;1H<2Ka<?2026l');
});

it('takes a terminal that does not say its size for a usual one', () => {
  expect(createScreen(0, 0).terminal.size()).toEqual({ width: 80, height: 24 });
});

it('gives the terminal back when the process ends', () => {
  const { terminal, take } = createScreen(80, 24);
  terminal.draw(['a']);
  take();
  for (const listener of process.listeners('exit').slice(-1)) (listener as () => void)();
  expect(take()).toBe('<?25h<?1049l');
});
