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
    expect(page).toMatch(
      /An episode took \d+\.\d calls and [\d,]+ tokens on average, US\$ 0\.00: 1\.\d\d calls a step \(thought and action together\)\./,
    );
    expect(faultsOf(page)).toEqual([]);
  });

  test('is the same for the same run, wherever it lies, and names no place of a machine', async () => {
    const page = await pageOf(whole);
    const name = whole.split('/').at(-1) ?? '';
    expect(await pageOf(copyOf(whole, name))).toBe(page);
    expect(page).not.toContain(root);
    expect(page).not.toContain(process.cwd());
  });

  test('shows the start before the training, whenever it was measured, then the iterations and the last plan', async () => {
    const page = await pageOf(whole);
    const parts = [...page.matchAll(/<summary><strong>heat \u00b7 ([^<]+)<\/strong>/g)].map(
      ([, part]) => part,
    );
    const iterations = parts.filter((part) => part?.startsWith('training, iteration'));
    expect(parts).toEqual(['the first plan, measured', ...iterations, 'the last plan, measured']);
    expect(iterations).toEqual(iterations.map((_, i) => `training, iteration ${i + 1}`));
    expect(iterations.length).toBeGreaterThan(0);
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

  test('that ended while its plan was measured gives no answer', async () => {
    const copy = copyOf(whole);
    const records = readFileSync(join(whole, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
    const isLast = (record: string) =>
      record.includes('"type":"episode-end"') && record.includes('"held-out/');
    const kept = records.slice(0, records.findLastIndex(isLast));
    for (const name of ['results.json', 'index.jsonl']) rmSync(join(copy, name));
    writeFileSync(join(copy, 'journal.jsonl'), `${kept.join('\n')}\n`);
    const page = await pageOf(copy);
    expect(page).toContain('Not known yet: not everything was measured.');
    expect(page).not.toMatch(/class="answer (?:good|bad)"/);
  });

  test('of an ablation says what each arm came to, every rate with its interval', async () => {
    const rate = { n: 20, successes: 17, errors: 0, rate: 0.85, wilson95: [0.64, 0.95] };
    const arms = ['short', 'long'].map((name) => ({ name, taskTypes: { heat: rate }, all: rate, cells: [] }));
    const against = { arm: 'long', baseline: 'short', p: 0.25, adjustedP: 0.25, difference: 0.1 };
    const verdict = { ...against, interval95: [-0.1, 0.3], verdict: 'not-enough-runs' };
    const experiment = {
      ...{
        name: 'heat',
        title: 'Heat',
        arms,
        models: ['m'],
        simulated: true,
        taskTypes: [{ taskType: 'heat' }],
      },
      ...{ headline: { name: 'success' }, instancesAre: 'games', heldOutSplit: 'held-out' },
      analysis: { marks: [0, 1], comparisons: [0, 1].map((at) => ({ ...verdict, at })) },
    };
    const copy = copyOf(whole);
    const results = { format: 'planwright-ablation/1', experiments: [experiment] };
    writeFileSync(join(copy, 'results.json'), JSON.stringify(results));
    const page = (await pageOf(copy)).replace(/<[^>]*>/g, '');
    expect(page).toContain(
      'Not enough runs to tell: long against short (+10.0 [-10.0, +30.0] points of success).',
    );
    expect(page.match(/85 % \[64, 95\]/g)).toHaveLength(4);
    expect(page).toMatch(/long, before training[\s\S]*long, after 1 iteration\s*short/);
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
