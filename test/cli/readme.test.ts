import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { formatCsv, parseCsv } from '../../src/util/csv.js';
import { emptyFolder, encyclopedia, runCli } from './run-cli.js';

const startBlock = /(What `npm start` prints[^:]*:\n\n```text\n)(.*?)(\n```)/s;
const exportBlock = /(annotate export runs\/questions --out sheet\.csv\n```\n\n```text\n)(.*?)(\n```)/s;
const ablateBlock = /(a column for each task type\.\n\n```text\n)(.*?)(\n```)/s;
const estimateBlock = /(--max-cost 0\.2 --dry-run\n```\n\n```text\n)(.*?)(\n```)/s;
const importBlock = /(what contains it\.\n\n```text\n)(.*?)(\n```)/s;

/** The output without what differs from run to run: the time in the folder's name. */
function withoutTime(text: string): string {
  return text.replace(/runs\/\d{8}T\d{9}Z_/g, 'runs/<time>_').trimEnd();
}

/** Compares what was printed with a block of the README, or puts it there. */
function compareBlock(pattern: RegExp, stdout: string): void {
  const readme = readFileSync('README.md', 'utf8');
  const printed = withoutTime(stdout);
  if (process.env.UPDATE_README)
    writeFileSync(
      'README.md',
      readme.replace(pattern, (_all, head, _old, tail) => head + printed + tail),
    );
  else expect(pattern.exec(readme)?.[2]).toBe(printed);
}

it('shows what npm start prints; where that was changed on purpose, run this with UPDATE_README=1', async () => {
  const { code, stdout } = await runCli(['train', resolve('configs/quickstart.yaml')], {
    cwd: emptyFolder(),
  });
  expect(code).toBe(0);
  compareBlock(startBlock, stdout);
});

it('shows what annotate prints; where that was changed on purpose, run this with UPDATE_README=1', async () => {
  const cwd = emptyFolder();
  const run = async (...args: readonly string[]) => {
    const { code, stdout } = await runCli(args, { cwd });
    expect(code).toBe(0);
    return stdout;
  };
  const settings = ['train=12', 'heldOut=20', 'environment.options.backend=corpus', `suite=${encyclopedia}`];
  const sets = settings.flatMap((setting) => ['--set', setting]);
  await run('train', resolve('configs/hotpotqa.yaml'), ...sets, '--run-id', 'questions', '--display', 'none');
  compareBlock(exportBlock, await run('annotate', 'export', 'runs/questions', '--out', 'sheet.csv'));
  const table = parseCsv(readFileSync(join(cwd, 'sheet.csv'), 'utf8')).rows;
  const [head = [], ...rows] = table.filter((row) => row.length > 1);
  const plain = (cell = '') => cell.replace(/[“”]/g, '');
  const fill = (file: string, isRight: (right: string, given: string) => boolean) => {
    const filled = rows.map((row) => row.with(4, isRight(plain(row[2]), plain(row[3])) ? 'yes' : 'no'));
    writeFileSync(join(cwd, file), formatCsv([head, ...filled]));
  };
  fill('ann.csv', (right, given) => given === right);
  fill('ben.csv', (right, given) => given === right);
  fill('cem.csv', (right, given) => given.includes(right));
  compareBlock(importBlock, await run('annotate', 'import', 'ann.csv', 'ben.csv', 'cem.csv'));
});

it('shows what ablate prints; where that was changed on purpose, run this with UPDATE_README=1', async () => {
  const { code, stdout } = await runCli(['ablate', resolve('configs/table-3.yaml'), '--only', 'hotpotqa'], {
    cwd: emptyFolder(),
  });
  expect(code).toBe(0);
  compareBlock(ablateBlock, stdout);
});

it('shows what a run would cost; where that was changed on purpose, run this with UPDATE_README=1', async () => {
  const model = ['--set', 'model.provider=openai', '--set', 'model.name=gpt-4o-mini', '--max-cost', '0.2'];
  const { code, stdout } = await runCli(
    ['ablate', resolve('configs/table-4.yaml'), '--only', 'hotpotqa', ...model, '--dry-run'],
    { cwd: emptyFolder(), env: { OPENAI_API_KEY: '' } },
  );
  expect(code).toBe(0);
  compareBlock(estimateBlock, stdout);
});
