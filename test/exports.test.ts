import { expect, test } from 'vitest';
import * as api from '../src/index.js';
import * as testing from '../src/testing.js';
import { readSources } from './architecture/source.js';

/** All names that a file of re-exports gives, types included, in code-unit order. */
function exportedNames(path: string): string[] {
  const text = readSources('src').find((file) => file.path === path)?.text ?? '';
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\} from/gm)];
  return lists
    .flatMap(([, allTypes = '', list = '']) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => (allTypes === '' ? name : `type ${name}`)),
    )
    .sort();
}

test('the public API is what it was: a change here is a change for users', async () => {
  await expect(`${exportedNames('index.ts').join('\n')}\n`).toMatchFileSnapshot(
    '__snapshots__/exports-index.txt',
  );
  await expect(`${exportedNames('testing.ts').join('\n')}\n`).toMatchFileSnapshot(
    '__snapshots__/exports-testing.txt',
  );
});

test('the list is all there is', () => {
  const values = (path: string) => exportedNames(path).filter((name) => !name.startsWith('type '));
  expect(values('index.ts')).toEqual(Object.keys(api).sort());
  expect(values('testing.ts')).toEqual(Object.keys(testing).sort());
  expect(values('index.ts').length).toBeGreaterThan(50);
});
