/** Whatever comes from outside, no command lets it steer the terminal: each kind of it through each command. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TaskInstance } from '../../src/core/task.js';
import { createPlan, savePlan } from '../../src/plans/index.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import type { JsonObject } from '../../src/util/json.js';
import { hidesSomething, showPlainly } from '../../src/util/show-plainly.js';
import { folderWith } from '../config/small-config.js';
import { completion, startFaultServer } from '../models/fault-server.js';
import { hostilePlanDetails } from '../plans/plan-details.js';
import { type CliResult, encyclopedia, runCli } from './run-cli.js';

/** What steers or hides, by kind. */
const kinds = {
  colour: '\u001b[31m',
  clear: '\u001b[2J\u001b[H',
  'c1 control': '\u009b31m',
  title: '\u001b]0;pwned\u0007',
  link: '\u001b]8;;http://evil.example\u001b\\here\u001b]8;;\u001b\\',
  'carriage return': 'real\rfake',
  backspace: 'real\b\b\b\bfake',
  bidirectional: '\u202egnirts\u202c\u2066\u2069\u061c',
  'zero width': 'a\u200bb\u200cc\u200dd\ufeffe\u2060',
  tags: '\u{e0041}\u{e0042}\u{e007f}',
  variations: '\ufe0f\u{e0100}\u{e01ef}',
  separators: 'a\u2028b\u2029c\u0085d',
  fillers: '\u3164\u115f\u00ad',
  null: 'a\u0000b',
} as const;
const everything = Object.values(kinds).join(' ');
const forPlans = everything
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plan files refuse them
  .replace(/[\u0000-\u001f\u007f-\u009f]/g, '');

/** A folder with a suite of questions in which every text is hostile. */
function hostileFolder(): string {
  const cwd = folderWith({});
  const taint = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value} ${everything}`;
    return Array.isArray(value) ? value.map(taint) : value;
  };
  const instances = loadSuite(encyclopedia)
    .instances.filter(({ id }) => /^(train|held-out)-00[0-3]$/.test(id))
    .map(
      (one): TaskInstance => ({
        ...one,
        id: `${one.id}${everything}`,
        goal: `${everything}${one.goal}`,
        setup: {
          ...one.setup,
          answer: taint(one.setup.answer),
          context: taint(one.setup.context),
        } as JsonObject,
      }),
    );
  saveSuite(
    join(cwd, 'suite'),
    { name: `odd${everything}`, environment: 'hotpotqa', origin: null },
    instances,
  );
  return cwd;
}

/** Fails where a command wrote something that steers or hides; colours of our own aside. */
function expectPlain({ stdout, stderr }: CliResult, colours = false): void {
  for (const text of [stdout, stderr]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what the live screen and colours are made of
    const ours = /\u001b\[(?:[\d;]*m|\d+;1H|2[JK]|\?(?:1049|2026|25)[hl])/g;
    const shown = colours ? text.replace(ours, '') : text;
    const at = [...shown].findIndex((character) => hidesSomething(character) || character === '\t');
    expect(at === -1 ? '' : JSON.stringify(shown.slice(Math.max(0, at - 60), at + 20))).toBe('');
  }
}

describe('commands that show tasks', () => {
  const id = `train-000${everything}`;

  it.each([
    ['tasks list', ['tasks', 'list', 'suite']],
    ['tasks list --ids', ['tasks', 'list', 'suite', '--ids']],
    ['tasks list --json', ['tasks', 'list', 'suite', '--ids', '--json']],
    ['tasks show', ['tasks', 'show', 'suite', id.replaceAll('\u0000', '')]],
    ['tasks show of another id', ['tasks', 'show', 'suite', 'train-00']],
    ['train --dry-run', ['train', 'odd.yaml', '--dry-run']],
    ['validate', ['validate', 'odd.yaml']],
    ['validate --json', ['validate', 'odd.yaml', '--json']],
    ['worlds bench', ['worlds', 'bench', 'hotpotqa', '--suite', 'suite', '--seconds', '0.05']],
    ['an unknown option', ['tasks', 'list', `--${everything.replaceAll('\u0000', '')}`]],
    ['an unknown command', [everything.replaceAll('\u0000', '')]],
    ['a bad number', ['simulate', '--port', everything.replaceAll('\u0000', '')]],
    ['a missing file', ['train', `${everything.replaceAll('\u0000', '')}.yaml`]],
    ['a bad setting', ['train', 'odd.yaml', '--set', `batchSize="${everything.replaceAll('\u0000', '')}"`]],
    ['a setting that is none', ['train', 'odd.yaml', '--set', `${everything.replaceAll('\u0000', '')}=1`]],
    ['a broken config', ['train', 'broken.yaml']],
    ['a broken plan', ['plan', 'show', 'broken.md']],
    ['a run that is none', ['resume', everything.replaceAll('\u0000', '')]],
    [
      'a broken transcript',
      ['worlds', 'verify', 'hotpotqa', '--transcripts', 'broken.jsonl', '--games', 'broken.jsonl'],
    ],
  ])('%s', async (_what, args) => {
    const cwd = hostileFolder();
    writeFileSync(join(cwd, 'odd.yaml'), 'suite: suite\ntrain: 2\nheldOut: 2\nbatchSize: 2\n');
    writeFileSync(join(cwd, 'broken.yaml'), `suite: "${everything}\n"\n`);
    writeFileSync(join(cwd, 'broken.md'), `---\nschema: "${everything}"\n---\n`);
    writeFileSync(join(cwd, 'broken.jsonl'), `{"${everything}": 1}\n`);
    const result = await runCli(args, { cwd });
    expectPlain(result);
    expect(result.stdout + result.stderr).not.toBe('');
    expect(result.stderr).not.toMatch(/internal error|^ +at /m);
  });

  it('play', async () => {
    const cwd = hostileFolder();
    const title = loadSuite(join(cwd, 'suite')).instances[0]?.setup.context;
    const search = `search[${JSON.stringify(title).slice(3, 20)}]`;
    const input = `${search}\nlookup[a]\n:actions\n${everything}\n:${everything}\n`;
    const result = await runCli(['play', 'suite'], { cwd, input });
    expectPlain(result);
    expect(result.stdout).toContain(showPlainly(kinds.link));
  });

  it('each kind is shown as what it is', async () => {
    const { stdout } = await runCli(['tasks', 'list', 'suite', '--ids'], { cwd: hostileFolder() });
    for (const text of Object.values(kinds)) expect(stdout).toContain(showPlainly(text));
  });
});

describe('commands that show plans', () => {
  it.each([
    ['plan show', ['plan', 'show', 'a.md']],
    ['plan show --json', ['plan', 'show', 'a.md', '--json']],
    ['plan show of a text', ['plan', 'show', 'plain.txt']],
    ['plan diff', ['plan', 'diff', 'a.md', 'b.md']],
    ['plan list', ['plan', 'list', '.']],
    ['plan list --json', ['plan', 'list', '.', '--json']],
    ['plan lint', ['plan', 'lint', 'a.md', 'plain.txt']],
    ['plan lint --json', ['plan', 'lint', 'a.md', '--json']],
    ['plan review', ['plan', 'review', 'a.md', '--accept', '--note', forPlans]],
  ])('%s', async (_what, args) => {
    const cwd = folderWith({ 'plain.txt': `Look. ${forPlans}` });
    mkdirSync(join(cwd, 'plans'));
    for (const [name, text] of [
      ['a.md', 'Look around.'],
      ['b.md', 'Look up.'],
    ] as const) {
      const plan = createPlan({
        text: `${text} ${forPlans}`,
        iteration: 1,
        environment: 'alfworld',
        taskType: 'heat',
      });
      savePlan(join(cwd, name), plan, hostilePlanDetails(everything));
    }
    const result = await runCli(args, { cwd });
    expectPlain(result);
    if (!args.includes('list')) expect(result.stdout).toMatch(/<U\+202E>|\\u202e/);
  });
});

describe('commands that show what a model says', () => {
  it.each(['plain', 'rich', 'json', 'none'])(
    'train --display %s, and what looks at its run',
    async (display) => {
      const cwd = hostileFolder();
      const server = await startFaultServer((response, n) => {
        const content = `1. search[a] ${everything} ${n}`;
        const failed = n === 1;
        response.writeHead(failed ? 400 : 200, { 'content-type': 'application/json' });
        const choice = { message: { role: 'assistant', content } };
        response.end(
          JSON.stringify(
            failed ? { error: { message: everything } } : completion({ model: everything }, choice),
          ),
        );
      });
      onTestFinished(() => server.close());
      const settings = [
        'suite=suite',
        'train=2',
        'heldOut=2',
        'batchSize=2',
        'iterations=1',
        'errorsAllowed=1',
        'limits.maxSteps=2',
        'model.provider=openai',
        `model.baseUrl=${server.url}`,
        'model.name=odd',
      ];
      const set = settings.flatMap((setting) => ['--set', setting]);
      writeFileSync(join(cwd, 'odd.yaml'), '{}\n');
      const trained = await runCli(['train', 'odd.yaml', ...set, '--run-id', 'r', '--display', display], {
        cwd,
      });
      expect(trained.code).toBe(0);
      expectPlain(trained, display === 'rich');
      if (display !== 'plain') return;
      expect(trained.stderr).toContain('note: the plan for qa has ');
      const looks = [
        ['plan', 'show', 'runs/r/plans/best.md'],
        ['plan', 'lint', 'runs/r/plans/best.md'],
        ['log', 'verify', 'runs/r'],
        ['watch', 'runs/r'],
        ['watch', 'runs/r', '--display', 'json'],
        ['log', 'verify', 'runs/r', '--json'],
        ['log', 'replay', 'runs/r'],
        [
          'log',
          'replay',
          'runs/r',
          '--episode',
          `held-out/held-out-000${everything}`.replaceAll('\u0000', ''),
        ],
        ['resume', 'runs/r'],
        ['eval', '--suite', 'suite', '--plan', 'runs/r/plans/best.md', '--limit', '1', '--display', 'json'],
        ['validate', 'odd.yaml', ...set],
      ];
      const watched = await runCli(['watch', 'runs/r', '--display', 'rich'], { cwd });
      expectPlain(watched, true);
      expect(watched.stdout).toContain('Held out');
      for (const args of looks) {
        const result = await runCli(args, { cwd });
        expectPlain(result);
        expect(result.stdout + result.stderr).not.toBe('');
      }
    },
  );
});
