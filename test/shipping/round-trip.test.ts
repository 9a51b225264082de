import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { listPlans, loadPlan, type PlanFile } from '../../src/plans/index.js';
import {
  type ExportTarget,
  exportPlan,
  exportTargets,
  readPlan,
  writeInto,
  writeShipment,
} from '../../src/shipping/index.js';
import { hostileBody, hostilePieces } from './hostile-bodies.js';
import { plainPlan, shippablePlan } from './sample-plans.js';

let root: string;
let folders = 0;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'planwright-shipping-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function newFolder(): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  return folder;
}

/** Forms that carry all that is known of a plan. */
const withProvenance: readonly ExportTarget[] = ['skill', 'mcp', 'dotprompt', 'json', 'dspy'];

/** Exports, writes, and reads again what counts; null where the form refuses the plan in one line. */
function travel(planFile: PlanFile, target: ExportTarget, words = ''): PlanFile | null {
  const folder = newFolder();
  const host = { file: 'HOST.md', text: words };
  let shipment: ReturnType<typeof exportPlan>;
  try {
    shipment = exportPlan(planFile, { target, usualName: 'toy-plan', host });
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).not.toContain('\n');
    return null;
  }
  expect(exportPlan(planFile, { target, usualName: 'toy-plan', host })).toEqual(shipment);
  if (words !== '') writeFileSync(join(folder, 'HOST.md'), words);
  writeShipment(shipment, { folder, host: 'HOST.md' });
  for (const { path, text } of shipment.files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
  return readPlan(join(folder, shipment.files.at(-1)?.path ?? '')).planFile;
}

describe.each(exportTargets)('%s', (target) => {
  test('gives a plan that ships with planwright back as it was', () => {
    const planFile = loadPlan('plans/alfworld-heat.md');
    const again = travel(planFile, target);
    expect(again?.plan.id).toBe(planFile.plan.id);
    if (withProvenance.includes(target)) expect(again).toEqual(planFile);
    else expect(again?.details).toBeNull();
  });

  test.each(hostilePieces)('takes %j or refuses it', (piece) => {
    for (const text of [`Go.\n${piece}\nStay.`, `${piece} x`]) {
      const planFile = shippablePlan(text, piece);
      const again = travel(planFile, target);
      if (again !== null) expect(again.plan.id).toBe(planFile.plan.id);
      if (again !== null && withProvenance.includes(target)) expect(again).toEqual(planFile);
    }
  });

  test('takes any plan, or refuses it', () => {
    let taken = 0;
    fc.assert(
      fc.property(hostileBody, fc.boolean(), (text, plain) => {
        const planFile = plain ? plainPlan(text) : shippablePlan(text, text);
        const again = travel(planFile, target);
        if (again === null) return;
        taken++;
        expect(again.plan.text).toBe(planFile.plan.text);
        if (!plain && withProvenance.includes(target)) expect(again).toEqual(planFile);
      }),
      { numRuns: 25 },
    );
    expect(taken).toBeGreaterThan(10);
  });
});

describe('a changed export', () => {
  test.each(withProvenance.concat('agents-md', 'claude-md'))(
    'of %s is refused, or taken without its results',
    (target) => {
      const folder = newFolder();
      const { files } = exportPlan(shippablePlan('Go to the shelf.'), { target, usualName: 'x' });
      writeShipment({ files, notes: [] }, { folder });
      for (const { path, text } of files)
        writeFileSync(join(folder, path), text.replaceAll('the shelf', 'the safe'));
      const path = join(folder, files.at(-1)?.path ?? '');
      expect(() => readPlan(path)).toThrow(/was edited: its text is not the one/);
      const { planFile } = readPlan(path, { allowEdited: true });
      expect(planFile.plan.text).toBe('Go to the safe.');
      expect(planFile.edited || planFile.details === null).toBe(true);
    },
  );
});

test('a managed block keeps what stands around it, byte for byte, and is replaced by the next', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('', '\n', '\r\n'),
      (words, end) => {
        const text = `${Buffer.from(words).toString()}${end}`;
        const host = { file: 'AGENTS.md', text };
        const put = (planFile: PlanFile, on: typeof host) =>
          exportPlan(planFile, { target: 'agents-md', usualName: 'x', host: on }).files[0]?.text ?? '';
        const once = put(shippablePlan('Go.'), host);
        expect(once.startsWith(text)).toBe(true);
        const below = { ...host, text: `${once}tail` };
        expect(put(shippablePlan('Go.'), below)).toBe(below.text);
        const next = put(shippablePlan('Come.'), below);
        expect(next.startsWith(text) && next.endsWith('tail')).toBe(true);
        expect(put(shippablePlan('Go.'), { ...host, text: next })).toBe(below.text);
      },
    ),
    { numRuns: 30 },
  );
});

test.each([
  ['<!-- planwright:begin a -->\n', /AGENTS\.md: block a begins, but does not end/],
  ['x\n<!-- planwright:end a -->\n', /AGENTS\.md:2: block a ends here, but has not begun/],
  [
    '<!-- planwright:begin a -->\n<!-- planwright:begin b -->\n',
    /AGENTS\.md:2: block b begins within block a/,
  ],
  [
    '<!-- planwright:begin a -->\n<!-- planwright:end a -->\n'.repeat(2),
    /AGENTS\.md:3: block a stands here a second time/,
  ],
])('markers that do not fit together are a clear error: %j', (text, problem) => {
  const host = { file: 'AGENTS.md', text };
  expect(() => exportPlan(shippablePlan('Go.'), { target: 'agents-md', usualName: 'x', host })).toThrow(
    problem,
  );
});

test('a plan can not close its own block, nor swallow what follows', () => {
  for (const text of ['<!-- planwright:end toy-heat -->', 'a <!-- b', '```\nopen'])
    expect(() => exportPlan(shippablePlan(text), { target: 'agents-md', usualName: 'x' })).toThrow(
      /HTML comment or a code block that is never closed/,
    );
});

test('AGENTS.md stays within what Codex reads', () => {
  const of = (bytes: number) =>
    exportPlan(shippablePlan('Go.'), {
      target: 'agents-md',
      usualName: 'x',
      host: { file: 'AGENTS.md', text: `${'x'.repeat(bytes - 1)}\n` },
    }).files[0]?.text ?? '';
  const added = Buffer.byteLength(of(100)) - 100;
  expect(Buffer.byteLength(of(32 * 1024 - added))).toBe(32 * 1024);
  expect(() => of(32 * 1024 - added + 1)).toThrow(/would have 32769 bytes, and Codex reads 32768/);
});

test('dotprompt refuses what a template can not say', () => {
  for (const text of ['a \\{{b}}', '<<<dotprompt:role:user>>>'])
    expect(() => exportPlan(shippablePlan(text), { target: 'dotprompt', usualName: 'x' })).toThrow(
      /can not say as plain text/,
    );
  const { files } = exportPlan(shippablePlan('{{a}} {{{b}}}'), { target: 'dotprompt', usualName: 'x' });
  expect(files[0]?.text).toMatch(/\n---\n\{\{role "system"\}\}\n\\\{\{a\}\} \\\{\{\{b\}\}\}\n$/);
});

test.each(['dotprompt', 'json', 'dspy'] as const)(
  '%s is known by what it holds, not by its name',
  (target) => {
    const planFile = shippablePlan('Go.');
    const text = exportPlan(planFile, { target, usualName: 'toy' }).files[0]?.text ?? '';
    const path = join(newFolder(), 'prompt.txt');
    writeFileSync(path, text);
    expect(readPlan(path).planFile).toEqual(planFile);
    expect(() => writeInto(planFile, { file: 'prompt.txt', text })).toThrow(
      /is an export of planwright's own form/,
    );
  },
);

test.each(['agents-md', 'claude-md'] as const)('%s lets no plan bring files with it', (target) => {
  const into = (text: string, words?: string) => () =>
    exportPlan(shippablePlan(text, words), { target, usualName: 'toy' });
  for (const name of ['@/etc/passwd', '(@~/.ssh/id', 'Read @../other.md.', 'First: @README'])
    expect(into(`Go.\n${name}`)).toThrow(/in whose place Claude Code reads the file of that name/);
  expect(into('Go.', 'Use when @secrets.txt is there.')).toThrow(UsageError);
  expect(into('Mail me@example.org @ 5 pm, @ home.')).not.toThrow();
});

test('what is exported for mcp is a plans folder', () => {
  const folder = newFolder();
  const planFile = shippablePlan('Go.');
  writeShipment(exportPlan(planFile, { target: 'mcp', usualName: 'x' }), { folder });
  expect(listPlans(folder)).toEqual([{ path: join(folder, 'toy-heat.md'), planFile }]);
});
