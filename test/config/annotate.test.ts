import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  exportAnnotations,
  importAnnotations,
  prepareEvaluation,
  prepareTraining,
  runEvaluation,
  runTraining,
  SheetError,
} from '../../src/config/index.js';
import { messageOf, UsageError } from '../../src/core/errors.js';
import { parseCsv } from '../../src/util/csv.js';
import { emptyFolder, encyclopedia } from '../cli/run-cli.js';
import { runSmall, smallAblation } from './small-ablation.js';
import { smallConfig } from './small-config.js';

const ready = mkdtempSync(join(tmpdir(), 'planwright-annotate-'));

beforeAll(async () => {
  const questions = [`suite=${encyclopedia}`, 'taskType=all', 'environment.options.backend=corpus'];
  writeFileSync(join(ready, 'small.yaml'), smallAblation);
  writeFileSync(join(ready, 'base.yaml'), 'iterations: 1\nbatchSize: 2\ntrain: 2\nheldOut: 2\n');
  const wider = ['quiz.heldOut=6', 'quiz.environment.options.backend=corpus', 'seeds=[0,1]'];
  await runSmall(ready, wider, { runId: 'table' });
  const config = smallConfig(ready, ...questions, 'train=4', 'heldOut=12', 'batchSize=2');
  await runTraining(await prepareTraining({ config, runId: 'trained' }));
  await runEvaluation(await prepareEvaluation({ config, runId: 'measured', repeats: 2, limit: 5 }));
  const games = smallConfig(ready, 'heldOut=1');
  await runEvaluation(await prepareEvaluation({ config: games, runId: 'games', repeats: 1 }));
});
afterAll(() => rmSync(ready, { recursive: true, force: true }));

/** A folder with the runs. */
function workFolder(): string {
  const folder = emptyFolder();
  cpSync(join(ready, 'runs'), join(folder, 'runs'), { recursive: true });
  return folder;
}

const usual = { annotators: 3, seed: 0 };

function exportTo(folder: string, more: Partial<Parameters<typeof exportAnnotations>[0]> = {}) {
  const runs = (more.runs ?? ['runs/trained', 'runs/measured']).map((run) => `${folder}/${run}`);
  return exportAnnotations({ ...usual, ...more, runs, out: `${folder}/${more.out ?? 'sheet.csv'}` });
}

function importFrom(
  folder: string,
  files: readonly string[],
  more: { annotators?: number; key?: string; replace?: boolean } = {},
) {
  const { key, ...rest } = more;
  const sheets = files.map((file) => `${folder}/${file}`);
  return importAnnotations({ sheets, ...rest, ...(key ? { keyFile: `${folder}/${key}` } : {}) });
}

type Judge = (right: string, given: string) => string;
const fair: Judge = (right, given) => (right === given ? 'yes' : 'no');
const strict: Judge = () => 'N';

/** Fills a column for each judge and writes the sheet, as a spreadsheet does. */
function fillSheet(folder: string, file: string, judges: readonly Judge[], separator = ','): void {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const { rows } = parseCsv(readFileSync(join(folder, 'sheet.csv'), 'utf8'));
  const lines = rows
    .filter((row) => row.length > 1)
    .map((row, i) => {
      const [id = '', question = '', right = '', given = '', ...marks] = row;
      const filled = marks.map((mark, column) => (i > 0 ? (judges[column]?.(right, given) ?? mark) : mark));
      return [id, question, right, given, ...filled].map(quote).join(separator);
    });
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
}

const readJson = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

describe('the sheet of runs', () => {
  it('comes back with majority, agreement, rates and pairs, which are written into the runs', async () => {
    const folder = workFolder();
    const { key, unfinished } = await exportTo(folder);
    expect(unfinished).toEqual([]);
    expect(readdirSync(folder)).toEqual(['runs', 'sheet.csv', 'sheet.key.json', 'sheet.md']);
    const text = readFileSync(join(folder, 'sheet.csv'), 'utf8');
    expect(text).toMatch(
      /^\ufeffid,question,right answer,given answer,annotator_1,annotator_2,annotator_3\r\n/,
    );
    expect(text).not.toMatch(/trained|measured|held-out|baseline|plan/);

    fillSheet(folder, 'filled.csv', [fair, fair, strict], ';');
    const summary = importFrom(folder, ['filled.csv']);
    const { heldOut, baseline } = readJson(folder, 'runs/trained/results.json');
    expect(heldOut.successes).toBeGreaterThan(0);
    expect(summary.rates.map(({ run, phase, n, successes }) => [run, phase, n, successes])).toEqual([
      ['trained', 'held-out', 12, heldOut.successes],
      ['trained', 'baseline', 12, baseline.successes],
      ['measured', 'held-out', 10, expect.any(Number)],
    ]);
    expect(summary).toMatchObject({ rows: key.rows.length, annotators: 3, undecided: 0, simulated: true });
    expect(summary.comparisons.map(({ n }) => n)).toEqual([12, 5, 5]);

    expect(readJson(folder, 'runs/measured/annotations.json')).toMatchObject({
      format: 'planwright-annotations/1',
      run: 'measured',
      agreement: summary.agreement,
      rates: [summary.rates[2]],
      comparisons: summary.comparisons.slice(1),
      episodes: { length: 10 },
    });
    expect(readJson(folder, 'runs/trained/annotations.json').episodes).toHaveLength(24);
  });

  it('may come back as copies, be a sample, and have one phase only', async () => {
    const folder = workFolder();
    const { key } = await exportTo(folder, { sample: 4, phase: 'held-out', seed: 3 });
    expect(new Set(key.rows.map(({ question }) => question)).size).toBeLessThanOrEqual(4);
    for (const [file, judge] of [
      ['a.csv', fair],
      ['b.csv', fair],
      ['c.csv', strict],
    ] as const)
      fillSheet(folder, file, [judge]);
    const { rates } = importFrom(folder, ['a.csv', 'b.csv', 'c.csv']);
    expect(rates.map(({ phase }) => phase)).toEqual(['held-out', 'held-out']);
    expect(rates[0]?.n).toBe(4);
  });

  it('is the same for the same answers, whatever the runs are called', async () => {
    const [one, two] = [workFolder(), workFolder()];
    renameSync(join(two, 'runs/trained'), join(two, 'runs/other'));
    await exportTo(one);
    await exportTo(two, { runs: ['runs/measured', 'runs/other'] });
    expect(readFileSync(join(two, 'sheet.csv'), 'utf8')).toBe(readFileSync(join(one, 'sheet.csv'), 'utf8'));
  });

  it('may be of a run that did not come to its end', async () => {
    const folder = workFolder();
    const path = join(folder, 'runs/trained/journal.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
    expect((await exportTo(folder)).unfinished).toEqual([`${folder}/runs/trained`]);
  });
});

describe('the sheet of an ablation', () => {
  it('comes back with a rate for each arm and pairs of arms', async () => {
    const folder = workFolder();
    const { key } = await exportTo(folder, { runs: ['runs/table'] });
    const arms = ['ReAct (0 shot)', 'Reflexion (1 shot)', 'Learner'].map((arm) => `table/quiz/${arm}`);
    expect(key.runs.map(({ id }) => id)).toEqual(arms);
    expect(readFileSync(join(folder, 'sheet.csv'), 'utf8')).not.toMatch(/quiz|ReAct|Learner|table/);
    fillSheet(folder, 'filled.csv', [fair, fair, fair]);
    const { rates, comparisons, written } = importFrom(folder, ['filled.csv']);

    const { experiments } = readJson(folder, 'runs/table/results.json');
    const found = experiments[1].arms.map(
      (arm: { cells: { heldOut: { n: number; successes: number } }[] }) => [
        arm.cells.reduce((sum, { heldOut }) => sum + heldOut.n, 0),
        arm.cells.reduce((sum, { heldOut }) => sum + heldOut.successes, 0),
      ],
    );
    expect(rates.map(({ run }) => run)).toEqual(arms);
    expect(rates.map(({ n }) => n)).toEqual([12, 12, 12]);
    // Whoever marks what equals the right answer agrees with exact match where spelling is the same.
    expect(rates.map(({ n, successes }) => [n, successes])).toEqual(found);
    expect(rates[2]?.successes).toBeGreaterThan(0);
    const asked = new Set(
      [...key.rows.flatMap((row) => row.episodes), ...key.unanswered].map((one) => one.instanceId),
    );
    expect(comparisons.map(({ a, b, n }) => [a.run, b.run, n])).toEqual([
      [arms[0], arms[1], asked.size],
      [arms[0], arms[2], asked.size],
      [arms[1], arms[2], asked.size],
    ]);
    expect(written).toEqual([`${folder}/runs/table`].map((run) => join(run, 'annotations.json')));
    expect(readJson(folder, 'runs/table/annotations.json')).toMatchObject({
      ...{ run: 'table', rates, comparisons },
      episodes: { length: 36 },
    });
  });

  it('stands beside that of other runs', async () => {
    const folder = workFolder();
    const { key } = await exportTo(folder, { runs: ['runs/measured', 'runs/table'] });
    expect(key.runs).toHaveLength(4);
    fillSheet(folder, 'filled.csv', [fair, fair, fair]);
    const { written } = importFrom(folder, ['filled.csv']);
    expect(written).toHaveLength(2);
    expect(readJson(folder, 'runs/measured/annotations.json').rates).toHaveLength(1);
    expect(readJson(folder, 'runs/table/annotations.json').rates).toHaveLength(3);
  });
});

describe('an export refuses', () => {
  it.each<[string, Parameters<typeof exportTo>[1], RegExp]>([
    ['what is no run', { runs: ['runs'] }, /^F\/runs: is not a run folder/],
    [
      'tasks without answers',
      { runs: ['runs/games'] },
      /^F\/runs\/games: the tasks of alfworld do not end with/,
    ],
    [
      'a run twice',
      { runs: ['runs/games/../trained', 'runs/trained'] },
      /a run named trained is given twice/,
    ],
    [
      'a phase without answers',
      { runs: ['runs/measured'], phase: 'baseline' },
      /no answers to annotate in phase/,
    ],
    ['a place for no file', { out: 'runs/trained/results.json/x.csv' }, /x\.key\.json: can not be written/],
  ])('%s', async (_what, options, message) => {
    const folder = workFolder();
    const error: unknown = await exportTo(folder, options).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(messageOf(error).replaceAll(folder, 'F')).toMatch(message);
    expect(readdirSync(folder)).toEqual(['runs']);
  });

  it('to overwrite a file, and a suite that is another one', async () => {
    const folder = workFolder();
    writeFileSync(join(folder, 'sheet.key.json'), 'mine');
    await expect(exportTo(folder)).rejects.toThrow(/sheet\.key\.json: exists already, and may hold marks$/);
    rmSync(join(folder, 'sheet.key.json'));
    const path = join(folder, 'runs/measured/manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/sha256:\w{8}/, 'sha256:00000000'));
    await expect(exportTo(folder)).rejects.toThrow(/measured: the suite .* is not what it was/);
    writeFileSync(path, '{}');
    await expect(exportTo(folder)).rejects.toThrow(/measured\/manifest\.json: is not as a run writes it$/);
    expect(readdirSync(folder)).toEqual(['runs']);
  });
});

describe('an import refuses', () => {
  /** Exports and fills a sheet, lets `spoil` do its worst and imports; makes sure that nothing was written. */
  async function refusal(spoil: (folder: string) => readonly string[], key?: string): Promise<UsageError> {
    const folder = workFolder();
    await exportTo(folder);
    fillSheet(folder, 'filled.csv', [fair, fair, fair]);
    const files = spoil(folder);
    try {
      importFrom(folder, files, key ? { key } : {});
    } catch (error) {
      for (const run of ['trained', 'measured', 'moved'])
        expect(existsSync(join(folder, 'runs', run, 'annotations.json'))).toBe(false);
      if (!(error instanceof UsageError)) throw error;
      const problems = error instanceof SheetError ? `: ${error.problems.join('; ')}` : '';
      return new UsageError(`${error.message}${problems}`.replaceAll(`${folder}/`, ''), error.remedy);
    }
    throw new Error('it was imported');
  }

  /** A sheet of these bytes. */
  const written = (file: string, content: string | Buffer) => (folder: string) => {
    writeFileSync(join(folder, file), content);
    return [file];
  };
  /** A sheet that was filled by these. */
  const filled =
    (...judges: readonly Judge[]) =>
    (folder: string) => {
      fillSheet(folder, 'other.csv', judges);
      return ['other.csv'];
    };
  const renamed = (from: string, to: string) => (folder: string) => {
    renameSync(join(folder, from), join(folder, to));
    return ['filled.csv'];
  };

  it.each<[string, (folder: string) => readonly string[], RegExp]>([
    [
      'a word that is no mark',
      filled(() => 'ja'),
      /^\d+ problems in the sheets; nothing was imported: other\.csv: row 2, column annotator_1: "ja" is not yes or no; other\.csv: row 3/,
    ],
    ['a sheet that is not there', () => ['nope.csv'], /^nope\.csv: does not exist$/],
    ['a sheet twice', () => ['filled.csv', './filled.csv'], /filled\.csv: is given twice$/],
    ['nobody', () => ['sheet.csv'], /^sheet\.csv: nobody has marked answers, and there should be 3$/],
    ['too few', filled(fair, fair), /^other\.csv: 2 annotators have marked answers, and there should be 3$/],
    ['a spreadsheet', written('a.xlsx', 'PK\u0003\u0004'), /^a\.xlsx: is a spreadsheet, not CSV$/],
    ['another encoding', written('a.csv', Buffer.from('caf\u00e9', 'latin1')), /^a\.csv: is not UTF-8 text$/],
    [
      'an open quotation',
      written('a.csv', 'id,x\n1,"a\n'),
      /^a problem in the sheets.*: a\.csv: row 2: .*unterminated/,
    ],
    ['an empty file', written('a.csv', ''), /^a\.csv: the key of this sheet is not beside it$/],
    [
      'a sheet without its key',
      renamed('sheet.key.json', 'runs/k.key.json'),
      /^filled\.csv: the key of this sheet/,
    ],
    [
      'a run that was moved',
      renamed('runs/measured', 'runs/moved'),
      /measured: is not a run folder, and .*sheet\.key\.json names it/,
    ],
  ])('%s', async (_what, spoil, message) => {
    expect((await refusal(spoil)).message).toMatch(message);
  });

  it('a key that is none', async () => {
    expect((await refusal(() => ['filled.csv'], 'filled.csv')).message).toMatch(
      /^filled\.csv: is not valid JSON/,
    );
  });

  it('too few annotators, unless one says that there are no more', async () => {
    expect((await refusal(filled(fair, fair))).remedy).toContain('--annotators 2');
    const folder = workFolder();
    await exportTo(folder);
    fillSheet(folder, 'two.csv', [() => 'yes', strict]);
    const { rates, undecided, rows } = importFrom(folder, ['two.csv'], { annotators: 2 });
    expect(undecided).toBe(rows);
    expect(rates[0]).toMatchObject({ successes: 0 });
  });

  it('to lose what others said, unless it is told to', async () => {
    const folder = workFolder();
    await exportTo(folder);
    fillSheet(folder, 'filled.csv', [fair, fair, strict]);
    fillSheet(folder, 'fewer.csv', [strict, strict]);
    importFrom(folder, ['filled.csv']);
    rmSync(join(folder, 'runs/trained/annotations.json'));
    const first = readJson(folder, 'runs/measured/annotations.json');
    expect(() => importFrom(folder, ['fewer.csv'], { annotators: 2 })).toThrow(
      /runs\/measured\/annotations\.json: holds other annotations already; nothing was imported$/,
    );
    expect(existsSync(join(folder, 'runs/trained/annotations.json'))).toBe(false);
    importFrom(folder, ['filled.csv']);
    expect(readJson(folder, 'runs/measured/annotations.json')).toEqual(first);
    importFrom(folder, ['fewer.csv'], { annotators: 2, replace: true });
    expect(readJson(folder, 'runs/measured/annotations.json').annotators).toBe(2);
  });

  it('nothing of a sheet that lies elsewhere when its key is named', async () => {
    const folder = workFolder();
    await exportTo(folder);
    fillSheet(folder, 'runs/filled.csv', [fair, fair, fair]);
    expect(() => importFrom(folder, ['runs/filled.csv'])).toThrow(/the key of this sheet is not beside it/);
    expect(importFrom(folder, ['runs/filled.csv'], { key: 'sheet.key.json' }).annotators).toBe(3);
  });
});
