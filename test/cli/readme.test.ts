import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder, runCli } from './run-cli.js';

const block = /(What `npm start` prints[^:]*:\n\n```text\n)(.*?)(\n```)/s;

/** The output without what differs from run to run: the time in the folder's name. */
function withoutTime(text: string): string {
  return text.replace(/runs\/\d{8}T\d{9}Z_/g, 'runs/<time>_').trimEnd();
}

it('shows what npm start prints; where that was changed on purpose, run this with UPDATE_README=1', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const { code, stdout } = await runCli(['train', resolve('configs/quickstart.yaml')], {
    cwd: emptyFolder(),
  });
  expect(code).toBe(0);
  const printed = withoutTime(stdout);
  if (process.env.UPDATE_README)
    writeFileSync(
      'README.md',
      readme.replace(block, (_all, head, _old, tail) => head + printed + tail),
    );
  else expect(block.exec(readme)?.[2]).toBe(printed);
});
