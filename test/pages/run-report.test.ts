import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRunHistory } from '../../src/history/index.js';
import { renderReport } from '../../src/pages/index.js';
import { sha256Base64 } from '../../src/util/hash.js';
import { writeSyntheticRun } from '../bench/synthetic-run.js';
import { emptyFolder } from '../cli/run-cli.js';
import { makeRun, poisonRun } from '../viewer/poisoned-run.js';
import { hostilePageTexts } from '../viewer/xss-texts.js';

const root = mkdtempSync(join(tmpdir(), 'planwright-pages-'));
let whole: string;
beforeAll(async () => {
  whole = await makeRun(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function copyOf(folder: string, name = 'run'): string {
  const copy = join(emptyFolder(), name);
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function pageOf(folder: string): Promise<string> {
  return (await renderReport(await openRunHistory(folder))).page;
}

/** Everything that our own pages are made of. */
const tags = new Set(
  `html head meta title link style body a main header h1 h2 h3 h4 nav section div span p br ol ul li dl dt dd strong small
  code pre details summary table caption thead tbody tfoot tr th td ins del img svg g line text tspan circle polygon
  polyline`.split(/\s+/),
);

/** What must stand in no page: tags and attributes that are not ours, and words of a program that went wrong. */
function faultsOf(page: string): string[] {
  const found: string[] = [];
  for (const [tag, name = '', attributes = ''] of page.matchAll(
    /<\/?([a-z][\w-]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi,
  )) {
    if (!tags.has(name)) found.push(tag);
    if (/\s(?:on\w+|style|srcdoc|srcset|action)(?:=|\s|$)/i.test(attributes.replace(/="[^"]*"/g, '=')))
      found.push(tag);
    const address = /\s(?:href|src)="([^"]*)"/i.exec(attributes)?.[1];
    if (address !== undefined && !/^(?:#|data:,|data:image\/svg\+xml;base64,)/.test(address)) found.push(tag);
  }
  const opened = (page.match(/<[a-z!/]/gi) ?? []).length;
  const known = (page.match(/<\/?[a-z][\w-]*(?:\s+[\w-]+(?:="[^"]*")?)*\s*\/?>|<!doctype html>/gi) ?? [])
    .length;
  if (opened !== known) found.push(`${opened - known} tags that are no tags`);
  const said = page.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ');
  for (const word of ['undefined', 'NaN', '[object', 'Infinity']) if (said.includes(word)) found.push(word);
  return found;
}

describe('the report of a training', () => {
  test('answers what a reader asks, in that order, with the numbers of the results', async () => {
    const page = await pageOf(whole);
    const asked = [
      'Did it help?',
      'What did it learn?',
      'Can I believe it?',
      'How did it get there?',
      'Show me',
      'What did it cost?',
      'What went wrong?',
      'How do I use it?',
    ];
    const places = asked.map((title) => page.indexOf(`>${title}</h2>`));
    expect(places.every((place, i) => place > (places[i - 1] ?? 0))).toBe(true);
    const results = JSON.parse(readFileSync(join(whole, 'results.json'), 'utf8'));
    expect(page).toContain(`${results.heldOut.successes} of ${results.heldOut.n} games were won`);
    expect(page).toContain('These numbers say nothing about any language model.');
    for (const line of results.taskTypes[0].plan.text.split('\n'))
      expect(page).toContain(`<p>${line.replace(/^\d+\. /, '')}</p>`);
    expect(page).toContain('since <a href="#t0-i1">update 1</a>');
    expect(faultsOf(page)).toEqual([]);
  });

  test('is the same for the same run, wherever it lies, and names no place of a machine', async () => {
    const page = await pageOf(whole);
    const name = whole.split('/').at(-1) ?? '';
    expect(await pageOf(copyOf(whole, name))).toBe(page);
    expect(page).not.toContain(root);
    expect(page).not.toContain(process.cwd());
  });

  test('allows nothing but its own style, and asks for nothing', async () => {
    const page = await pageOf(whole);
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    expect(page).toContain(`default-src 'none'; style-src 'sha256-${sha256Base64(style)}'`);
    expect(page).not.toMatch(/<script|https?:\/\//);
  });

  test('links only to what is in it', async () => {
    const page = await pageOf(whole);
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((id) => !ids.has(id ?? ''))).toEqual([]);
  });
});

describe('the report of a run', () => {
  test('whose every text is hostile is inert', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const copy = copyOf(whole);
      poisonRun(copy, hostilePageTexts, turn);
      expect(faultsOf(await pageOf(copy))).toEqual([]);
    }
  });

  test('that was cut off anywhere can be written', async () => {
    const copy = copyOf(whole);
    const journal = readFileSync(join(whole, 'journal.jsonl'));
    rmSync(join(copy, 'results.json'));
    for (const share of [0.001, 0.05, 0.2, 0.5, 0.8, 0.999]) {
      writeFileSync(join(copy, 'journal.jsonl'), journal.subarray(0, Math.floor(journal.length * share)));
      const page = await pageOf(copy);
      expect(faultsOf(page)).toEqual([]);
      expect(page).toContain('cut off: it has no end');
    }
  });

  test('of which only a part is there can be written', async () => {
    for (const names of [
      ['journal.jsonl'],
      ['results.json'],
      ['manifest.json'],
      ['journal.jsonl', 'manifest.json'],
      ['manifest.json', 'results.json'],
    ]) {
      const copy = copyOf(whole);
      for (const name of [...names, 'index.jsonl']) rmSync(join(copy, name));
      expect(faultsOf(await pageOf(copy))).toEqual([]);
    }
  });

  test('with results of an ablation that are none can be written', async () => {
    for (const experiments of [
      [null],
      [{}],
      [{ arms: 3 }],
      [{ name: 'a', arms: [], taskTypes: [{}], models: [] }],
    ]) {
      const copy = copyOf(whole);
      writeFileSync(
        join(copy, 'results.json'),
        JSON.stringify({ format: 'planwright-ablation/1', experiments }),
      );
      expect(faultsOf(await pageOf(copy))).toEqual([]);
    }
  });

  test('too large for one file leaves out episodes, and says how many', async () => {
    const folder = writeSyntheticRun(emptyFolder(), 'r', {
      iterations: 150,
      batchSize: 4,
      heldOut: 1200,
      steps: 30,
    });
    const { page, shown } = await renderReport(await openRunHistory(folder));
    expect(shown).toBeLessThan(3000);
    expect(page).toContain(`${(3000 - shown).toLocaleString('en-US')} of 3,000 episodes are left out`);
    expect(page.length).toBeLessThan(8_000_000);
    expect(faultsOf(page)).toEqual([]);
  });
});
