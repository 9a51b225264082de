import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOfCall, quoteForShell } from '../../src/cli/own-name.js';
import { emptyFolder } from './run-cli.js';

describe('how the program was called', () => {
  const script = '/opt/planwright/dist/cli/main.js';

  it('is node and its script, by the shorter path', () => {
    expect(nameOfCall({ script, environment: {}, folder: '/home/ann/first' })).toBe(`node ${script}`);
    expect(nameOfCall({ script, environment: {}, folder: '/opt/planwright' })).toBe('node dist/cli/main.js');
    expect(nameOfCall({ script: '/a b/main.js', environment: {}, folder: '/x' })).toBe("node '/a b/main.js'");
  });

  it('is npx in a project that has it, and under npx', () => {
    const bin = '/home/ann/study/node_modules/.bin/planwright';
    expect(nameOfCall({ script: bin, environment: {}, folder: '/home/ann/study/first' })).toBe(
      'npx planwright',
    );
    expect(nameOfCall({ script: bin, environment: {}, folder: '/tmp/x' })).toBe(`node ${bin}`);
    const environment = { npm_command: 'exec' };
    expect(nameOfCall({ script: '/cache/.bin/planwright', environment, folder: '/x' })).toBe(
      'npx planwright',
    );
  });

  it('is the plain name where the shell would find just this one', () => {
    const folder = emptyFolder();
    const [here, other] = [join(folder, 'here'), join(folder, 'other')];
    for (const bin of [here, other]) {
      mkdirSync(bin);
      writeFileSync(join(bin, 'main.js'), '');
      symlinkSync('main.js', join(bin, 'planwright'));
    }
    const bin = join(here, 'planwright');
    const nameWith = (PATH: string) => nameOfCall({ script: bin, environment: { PATH }, folder: '/x' });
    expect(nameWith(`/nowhere:${here}:${other}`)).toBe('planwright');
    expect(nameWith(`${other}:${here}`)).toBe(`node ${bin}`);
    expect(nameWith('')).toBe(`node ${bin}`);
  });

  it('is quoted as a shell wants it', () => {
    expect(['a-b/c.d', "it's", '$x', ''].map(quoteForShell)).toEqual(['a-b/c.d', "'it'\\''s'", "'$x'", "''"]);
  });
});
