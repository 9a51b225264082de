import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { environmentNames, findEnvironment } from '../../src/environments/index.js';
import { questionRecord, questionRecords } from '../environments/hotpotqa/question-file.js';
import { emptyFolder, runCli } from './run-cli.js';

/** A folder with a file `train.json.gz` of twenty questions and a file `dev.json` of five. */
function folderOfQuestions(): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'train.json.gz'), gzipSync(JSON.stringify(questionRecords(0, 20))));
  writeFileSync(join(folder, 'dev.json'), JSON.stringify(questionRecords(100, 5)));
  return folder;
}
const importInto = (cwd: string, ...args: readonly string[]) =>
  runCli(['tasks', 'import', 'hotpotqa', ...args, '--out', 'suite'], { cwd });

describe('tasks import', () => {
  it('says what each world takes', async () => {
    const { stdout } = await runCli(['tasks', 'import', '--help']);
    const worlds = await Promise.all(environmentNames.map(findEnvironment));
    for (const { name } of worlds.filter(({ importer }) => importer !== undefined))
      expect(stdout).toMatch(new RegExp(`^  ${name}  `, 'm'));
  });

  it('splits one file of questions', async () => {
    const folder = folderOfQuestions();
    const sizes = ['--train', '6', '--validation', '3', '--held-out', '4', '--seed', '5'];
    const { code, stdout, stderr } = await importInto(folder, 'train.json.gz', ...sizes, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'skipped 7: not drawn\n' });
    expect(JSON.parse(stdout).splits).toEqual([
      { split: 'train', instances: 6, taskTypes: { qa: 6 } },
      { split: 'validation', instances: 3, taskTypes: { qa: 3 } },
      { split: 'held-out', instances: 4, taskTypes: { qa: 4 } },
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'suite', 'suite.json'), 'utf8')).origin).toEqual({
      importer: 'hotpotqa',
      seed: 5,
      skipped: { 'not drawn': 7 },
    });
  });

  it('counts questions whose supporting facts are on other pages', async () => {
    const folder = emptyFolder();
    const odd = questionRecord(3, { supporting_facts: [['Elsewhere', 0]] });
    writeFileSync(join(folder, 'odd.json'), JSON.stringify([...questionRecords(10, 4), odd]));
    const { code, stderr } = await importInto(folder, 'odd.json');
    expect(code).toBe(0);
    expect(stderr).toContain('note: 1 taken with supporting facts that name none of its paragraphs\n');
  });

  it('makes one suite of two files, which can then be played', async () => {
    const folder = folderOfQuestions();
    const { code, stdout } = await importInto(folder, 'train.json.gz', 'dev.json', '--name', 'mine');
    expect(code).toBe(0);
    expect(stdout).toContain('mine: 25 task instances of the world hotpotqa\n');
    expect(stdout).toMatch(/^train +18 +18\nvalidation +2 +2\nheld-out +5 +5\n/m);
    const shown = await runCli(['tasks', 'show', 'suite', 'id-103'], { cwd: folder });
    expect(shown.stdout).toContain('Question: Who wrote book 103?');
  });

  it.each([
    [
      'a broken record',
      JSON.stringify([questionRecord(1, { answer: 5 })]),
      /^error: bad\.json: record 1 \(_id "id-1"\): answer: /,
    ],
    [
      'a cut file',
      JSON.stringify(questionRecords(0, 9)).slice(0, 999),
      /^error: bad\.json: .*cut off at record \d/,
    ],
    ['text to steer a terminal', '["\\u001b[31m', /^error: bad\.json: /],
    [
      'ids of another file',
      JSON.stringify(questionRecords(100, 1)),
      /^error: bad\.json: record 1: its _id "id-100" is that of dev\.json: record 1/,
    ],
  ])('refuses %s after whole ones, and writes nothing', async (_what, text, message) => {
    const folder = folderOfQuestions();
    writeFileSync(join(folder, 'bad.json'), text);
    const { code, stdout, stderr } = await importInto(folder, 'train.json.gz', 'dev.json', 'bad.json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(readdirSync(folder)).toEqual(['bad.json', 'dev.json', 'train.json.gz']);
  });

  it('of games takes one source and no sizes', async () => {
    const folder = folderOfQuestions();
    const run = (...args: readonly string[]) =>
      runCli(['tasks', 'import', 'alfworld', ...args, '--out', 'suite'], { cwd: folder });
    expect(await run('.', '.')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2 sources are given'),
    });
    expect(await run('.', '--train', '3')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('its games come with their splits'),
    });
  });
});

describe('tasks generate', () => {
  it('makes the shipped questions unless told otherwise', async () => {
    const folder = emptyFolder();
    const { code } = await runCli(['tasks', 'generate', 'hotpotqa', '--out', 'suite'], { cwd: folder });
    expect(code).toBe(0);
    for (const name of ['suite.json', 'instances.jsonl']) {
      const made = readFileSync(join(folder, 'suite', name));
      expect(made.equals(readFileSync(join(resolve('tasks/encyclopedia'), name)))).toBe(true);
    }
  });
});
