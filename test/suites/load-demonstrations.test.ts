import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { UsageError } from '../../src/core/errors.js';
import { loadDemonstrations } from '../../src/suites/index.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-demonstrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = {
  instanceId: 'pick-train-003',
  taskType: 'pick',
  goal: 'put a mug in desk.',
  initialObservation: 'You are in a room.\n\nYou see a desk 1.',
  steps: [
    { thought: 'Mugs often stand on a shelf.', action: 'go to shelf 1', observation: 'You see a mug 1.' },
    { action: 'take mug 1 from shelf 1', observation: '' },
  ],
  program: { steps: [{ step: 1, do: [] }] },
};
const whole = { format: 'planwright-demonstrations/1', world: 'alfworld', demonstrations: [entry] };

function write(text: string): string {
  const file = join(folder, 'demonstrations.yaml');
  writeFileSync(file, text);
  return file;
}

/** What is said about a file, without its name. */
function complaint(content: unknown): string {
  const file = write(typeof content === 'string' ? content : stringify(content));
  try {
    loadDemonstrations(file);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).remedy).toBeTruthy();
    expect((error as UsageError).message.startsWith(file)).toBe(true);
    return (error as UsageError).message.slice(file.length);
  }
  return 'loaded';
}

const withEntry = (change: object): object => ({ ...whole, demonstrations: [{ ...entry, ...change }] });

describe('loadDemonstrations', () => {
  it('gives what the file holds', () => {
    expect(loadDemonstrations(write(stringify(whole)))).toEqual({
      environment: 'alfworld',
      demonstrations: [entry],
    });
  });

  it('takes demonstrations without a program', () => {
    const { program: _, ...bare } = entry;
    expect(complaint({ ...whole, demonstrations: [bare] })).toBe('loaded');
  });

  it('names the file that is not there', () => {
    const missing = join(folder, 'none.yaml');
    expect(() => loadDemonstrations(missing)).toThrow(`${missing}: does not exist`);
  });

  it('names the line of broken YAML', () => {
    expect(complaint('format: [\nworld: x\n')).toMatch(/^:\d: /);
    expect(complaint('format: a\nformat: b\n')).toMatch(/^:2: Map keys must be unique/);
    expect(complaint('format: &a planwright-demonstrations/1\nworld: *a\n')).toContain('aliases');
  });

  it.each([
    ['', 'format is missing'],
    ['- 1', 'format is missing'],
    ['format: planwright-suite/1', 'format is "planwright-suite/1", not "planwright-demonstrations/1"'],
  ])('refuses another format: %j', (text, message) => {
    expect(complaint(text)).toContain(message);
  });

  it.each([
    [{ ...whole, world: '' }, ': world: is empty'],
    [{ ...whole, demonstrations: [] }, ': demonstrations: has no entries'],
    [{ ...whole, author: 'x' }, ': Unrecognized key: "author"'],
  ])('names a wrong field of the head: %#', (content, message) => {
    expect(complaint(content)).toBe(message);
  });

  it.each([
    [{ goal: ' ' }, 'goal: is empty'],
    [{ steps: [] }, 'steps: has no steps'],
    [{ steps: [{ action: 'look', observation: 1 }] }, 'steps.1.observation: Invalid input'],
    [{ steps: [entry.steps[0], { action: ' ', observation: '' }] }, 'steps.2.action: is empty'],
    [{ steps: [{ action: 'look\nlook', observation: '' }] }, 'steps.1.action: must be a single line'],
    [{ steps: [{ thought: '', action: 'look', observation: '' }] }, 'steps.1.thought: is empty'],
    [{ steps: [{ action: 'look', observation: '', reward: 1 }] }, 'steps.1: Unrecognized key: "reward"'],
    [{ program: [1] }, 'program: Invalid input'],
  ])('names entry and field: %#', (change, message) => {
    expect(complaint(withEntry(change))).toContain(`: demonstration 1 (pick-train-003): ${message}`);
  });

  it('names an entry that has no id, or is nothing at all', () => {
    expect(complaint(withEntry({ instanceId: 7 }))).toContain(': demonstration 1: instanceId: Invalid input');
    expect(complaint({ ...whole, demonstrations: [entry, null] })).toContain(': demonstration 2: Invalid');
  });

  it('refuses an instance that is demonstrated twice', () => {
    expect(complaint({ ...whole, demonstrations: [entry, structuredClone(entry)] })).toBe(
      ': demonstration 2 (pick-train-003): instanceId: is already that of demonstration 1',
    );
  });
});
