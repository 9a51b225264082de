import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStarter } from '../../src/config/create-starter.js';
import { loadConfig } from '../../src/config/load-config.js';
import { starterWorlds } from '../../src/config/starter-texts.js';
import { loadSuite } from '../../src/suites/index.js';
import { observeFiles } from '../../src/util/files.js';

const planwright = 'npx planwright';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-starter-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Paths and texts of all files in a folder. */
function readAll(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );
}

const worlds = starterWorlds.map(({ world }) => world);

describe('a starter', () => {
  it.each(worlds)('of %s is the same each time, loads, and names what it writes', async (world) => {
    const [folder, other] = [emptyFolder(), emptyFolder()];
    const paths = await createStarter({ folder, world, planwright });
    await createStarter({ folder: other, world, planwright });
    expect(readAll(other)).toEqual(readAll(folder));
    expect(readdirSync(folder).sort()).toEqual(
      ['README.md', 'planwright.schema.json', 'planwright.yaml', 'tasks'].sort(),
    );
    const { config } = loadConfig(join(folder, 'planwright.yaml'));
    expect(config.model.provider).toBe('simulated');
    const suite = loadSuite(join(folder, paths.at(-1) ?? ''));
    expect(suite.environment).toBe(world);
    expect(suite.instances.length).toBeLessThanOrEqual(100);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
      `${planwright} train planwright.yaml   `,
    );
  });

  it('has comments that become a config of a real model', async () => {
    const folder = emptyFolder();
    await createStarter({ folder, planwright });
    const file = join(folder, 'planwright.yaml');
    const [kept = '', commented = ''] = readFileSync(file, 'utf8').split(
      /^model:\n {2}provider: simulated\n/m,
    );
    const [, ...lines] = commented.split('# model:\n');
    writeFileSync(file, `${kept}model:\n${lines.join('').replace(/^# ?/gm, '')}`);
    const { model, budget } = loadConfig(file).config;
    expect(model).toMatchObject({ provider: 'openai', name: 'gpt-4o-mini' });
    expect(budget).toEqual({ usd: 5 });
  });

  it('replaces nothing unless told', async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'README.md'), 'mine');
    await expect(createStarter({ folder, planwright })).rejects.toThrow(
      /README\.md: is there already, and nothing was/,
    );
    expect(readAll(folder)).toEqual({ '/README.md': 'mine' });
    writeFileSync(join(folder, 'notes.md'), 'mine');
    await createStarter({ folder, planwright, force: true });
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('Three commands');
    await createStarter({ folder, planwright, force: true });
  });

  it('never replaces a folder that is no suite, or a folder by a file', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'tasks/household'), { recursive: true });
    writeFileSync(join(folder, 'tasks/household/data.csv'), 'mine');
    await expect(createStarter({ folder, planwright, force: true })).rejects.toThrow(
      /is not a suite \(found data\.csv/,
    );
    expect(readAll(folder)).toEqual({ '/tasks/household/data.csv': 'mine' });
    rmSync(join(folder, 'tasks'), { recursive: true });
    mkdirSync(join(folder, 'planwright.yaml'));
    await expect(createStarter({ folder, planwright, force: true })).rejects.toThrow(
      /planwright\.yaml: is there/,
    );
    expect(readdirSync(folder)).toEqual(['planwright.yaml']);
  });

  it('leaves things as they were whatever fails', async () => {
    const target = (at: string) => join(at, 'new/deep');
    for (const [name, prepare] of [
      ['new', (at: string) => target(at)],
      ['there', (at: string) => at],
    ] as const) {
      let failed = 0;
      for (let n = 0; ; n++) {
        const at = emptyFolder();
        if (name === 'there') writeFileSync(join(at, 'planwright.yaml'), 'mine: true\n');
        const was = readdirSync(at);
        let count = 0;
        observeFiles((when, operation, path) => {
          if (when !== 'before' || !['write', 'rename', 'mkdir'].includes(operation)) return;
          if (path.startsWith(at) && count++ === n)
            throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        });
        try {
          await createStarter({ folder: prepare(at), planwright, force: true });
          break;
        } catch (error) {
          failed++;
          expect(String(error)).toMatch(/no space left/);
        } finally {
          observeFiles(undefined);
        }
        expect(readdirSync(at)).toEqual(was);
        if (name === 'there') expect(readAll(at)).toEqual({ '/planwright.yaml': 'mine: true\n' });
      }
      expect(failed).toBeGreaterThan(8);
    }
  });

  it('says which worlds there are', async () => {
    const folder = emptyFolder();
    await expect(createStarter({ folder, world: 'chess', planwright })).rejects.toThrow(/no world 'chess'/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
