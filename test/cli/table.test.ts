import { describe, expect, it } from 'vitest';
import { renderTable } from '../../src/cli/table.js';

describe('renderTable', () => {
  it('aligns columns, numbers to the right', () => {
    const rows = [
      ['name', 'n', 'rate'],
      ['a', '5', '50.0%'],
      ['longer', '1,000', ''],
    ];
    expect(renderTable(rows)).toBe('name        n   rate\na           5  50.0%\nlonger  1,000');
  });

  it('shows what would steer the terminal, and aligns what it shows', () => {
    expect(
      renderTable([
        ['a', 'b'],
        ['\u001b[1m', 'x'],
      ]),
    ).toBe('a            b\n<U+001B>[1m  x');
  });
});
