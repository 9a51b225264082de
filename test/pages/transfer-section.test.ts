import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTransfer, parseOverride, prepareAblation, runTransfer } from '../../src/config/index.js';
import { openRunHistory } from '../../src/history/index.js';
import { renderReport } from '../../src/pages/index.js';
import { household } from '../cli/run-cli.js';
import { folderWith } from '../config/small-config.js';

async function smallTransfer(): Promise<string> {
  const folder = folderWith({ 'a.md': 'Look in the fridge.' });
  const settings = [
    `suite=${household}`,
    'taskType=heat',
    `runs=${join(folder, 'runs')}`,
    'limits.maxSteps=5',
  ];
  const ablation = loadTransfer({
    plans: [join(folder, 'a.md')],
    models: ['simulated:strong', 'simulated:weak'],
    overrides: settings.map(parseOverride),
    repeats: 1,
    limit: 2,
    tolerance: 0.05,
  });
  return (await runTransfer(await prepareAblation({ ablation }))).folder;
}

async function pageOf(folder: string): Promise<string> {
  return (await renderReport(await openRunHistory(folder))).page;
}

describe('the report of a transfer', () => {
  it('says where a plan hurts, then every comparison, then shows its figure', async () => {
    const folder = await smallTransfer();
    const page = await pageOf(folder);
    expect(page).toContain('<a href="#transfer">Where does a plan hurt?</a>');
    expect(page).toContain('No plan is shown to hurt.');
    expect(page).toContain('simulated-strong, simulated-weak: a simulated model');
    expect(page.match(/not enough tasks<\/td>/g)).toHaveLength(2);
    expect(page).toMatch(/<th scope="row">a<\/th><td>heat<\/td><td>simulated:weak<\/td>/);
    expect(page).toContain('figures/transfer.svg');
    expect(page.replace(/<[^>]*>/g, ' ')).not.toMatch(/undefined|NaN|\[object/);
  });

  it('shows what was put into its results as text, and says where they are broken', async () => {
    const folder = await smallTransfer();
    const file = join(folder, 'results.json');
    const results = JSON.parse(readFileSync(file, 'utf8'));
    const [first] = results.comparisons;
    const hostile = {
      ...first,
      plan: '<img src=x onerror=alert(1)>',
      verdict: 'hurts',
      difference: -1,
      lost: ['<b>'],
    };
    writeFileSync(file, JSON.stringify({ ...results, comparisons: [hostile] }));
    const page = await pageOf(folder);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; on simulated:strong');
    expect(page).not.toMatch(/<img src=x|<b>/);
    writeFileSync(file, JSON.stringify({ ...results, comparisons: [{ plan: 3 }], models: null }));
    expect(await pageOf(folder)).toMatch(/Where plans hurt/);
  });
});
