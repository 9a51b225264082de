import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import {
  exportPlan,
  loadPrompt,
  movePrompt,
  readPrompt,
  splitPart,
  writeInto,
} from '../../src/shipping/index.js';
import { findPrompt, replacePrompt } from '../../src/shipping/prompt-place.js';
import { plainPlan, shippablePlan } from './sample-plans.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-prompt-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const agents =
  '# Repo\n\nIntro.\n\n## Build and test\n\nRun make.\n\n```sh\n# no heading\n```\n\n### More\n\nx\n\n## Last ##\nend';

describe('findPrompt', () => {
  test.each([
    ['Build and test', 'Run make.\n\n```sh\n# no heading\n```\n\n### More\n\nx'],
    ['build-and-test', 'Run make.\n\n```sh\n# no heading\n```\n\n### More\n\nx'],
    ['MORE', 'x'],
    ['Last', 'end'],
    ['repo', agents.slice(agents.indexOf('Intro'))],
  ])('finds section %s', (section, prompt) => {
    const place = findPrompt(agents, 'AGENTS.md', section);
    expect(place.prompt).toBe(prompt);
    expect(place.before + place.prompt + place.after).toBe(agents);
  });

  test.each([
    ['no heading', /AGENTS\.md: has no section "no heading"/],
    ['', /has no section ""/],
  ])('refuses section %j', (section, problem) => {
    expect(() => findPrompt(agents, 'AGENTS.md', section)).toThrow(problem);
  });

  test('refuses a heading that stands there twice, and a file without headings', () => {
    expect(() => findPrompt('# a\n# A\n', 'x.md', 'a')).toThrow(/has 2 sections "a"/);
    expect(() => findPrompt('a', 'x.md', 'a')).toThrow(/has no section/);
  });

  test.each([
    ['---\nname: x\n---\n\nBody.\n', 'Body.'],
    ['\ufeff---\r\nname: x\r\n---\r\nBody.\r\n', 'Body.'],
    ['---\n---\nBody', 'Body'],
    ['---\nnever closed\n', '---\nnever closed'],
    ['Just text.\n\n', 'Just text.'],
    ['---\na: 1\n---\n', ''],
    ['', ''],
  ])('finds the prompt below front matter: %j', (text, prompt) => {
    const place = findPrompt(text, 'x.md');
    expect(place.prompt).toBe(prompt);
    expect(place.before + place.prompt + place.after).toBe(text);
  });

  test('any text falls into three parts, and putting the same prompt back changes nothing', () => {
    const piece = fc.constantFrom('---\n', '# a\n', '## b\r\n', 'x', '\n', '\r\n', ' ', '```\n', '\ufeff');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom(undefined, 'a', 'b'),
        (pieces, section) => {
          const text = pieces.join('');
          let place: ReturnType<typeof findPrompt>;
          try {
            place = findPrompt(text, 'x', section);
          } catch {
            return;
          }
          expect(place.before + place.prompt + place.after).toBe(text);
          const once = replacePrompt(place, 'New\nwords.');
          expect(once.startsWith(place.before)).toBe(true);
          expect(once.endsWith(place.after)).toBe(true);
          const again = findPrompt(once, 'x', section);
          expect(again.prompt.replace(/\r\n/g, '\n')).toBe('New\nwords.');
          expect(replacePrompt(again, 'New\nwords.')).toBe(once.replace(/New\r?\nwords\./, again.prompt));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('loadPrompt', () => {
  test('reads what others have written', () => {
    const skill = file('SKILL.md', '---\nname: my-skill\nallowed-tools: Bash\n---\n\n# Do\nGo.\n');
    expect(readPrompt(skill)).toMatchObject({
      usualName: 'my-skill',
      planFile: { plan: { text: '# Do\nGo.' }, details: null },
    });
    expect(loadPrompt(file('CLAUDE.md', 'Be kind.\n')).plan.text).toBe('Be kind.');
    const path = file('AGENTS.md', agents);
    expect(readPrompt(`${path}#last`)).toMatchObject({
      usualName: 'last',
      planFile: { plan: { text: 'end' } },
    });
    expect(loadPrompt(path).plan.text).toBe(agents);
    expect(loadPrompt(file('odd#name.txt', 'Odd.')).plan.text).toBe('Odd.');
  });

  test('reads one of several blocks by its id', () => {
    const block = (id: string) =>
      `<!-- planwright:begin ${id} -->\n<!-- planwright:plan ${plainPlan(id).plan.id} -->\n${id}\n<!-- planwright:end ${id} -->\n`;
    const path = file('AGENTS.md', `# Mine\n\n${block('one')}${block('two')}`);
    expect(loadPrompt(`${path}#two`).plan.text).toBe('two');
    expect(() => loadPrompt(path)).toThrow(/has several plans: one, two/);
    expect(() => loadPrompt(`${path}#three`)).toThrow(/has no section "three"/);
  });

  test.each([
    ['absent.md', /absent\.md: does not exist/],
    ['absent.md#x', /absent\.md: does not exist/],
  ])('refuses %s', (name, problem) => {
    expect(() => loadPrompt(join(folder, name))).toThrow(problem);
  });

  test.each([
    [
      'deep.json',
      `{"text":"x","a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      /deep\.json: is nested too deeply/,
    ],
    ['list.json', '[]', /holds no plan/],
    ['text.json', '{"text":"Go."}', /front matter has no schema/],
    [
      'two.json',
      '{"a":{"signature":{"instructions":"x"}},"b":{"signature":{"instructions":"y"}}}',
      /has 2 predictors/,
    ],
    ['newer.json', '{"schema":"planwright.plan/v2","text":"x"}', /has schema "planwright\.plan\/v2"/],
    ['proto.json', '{"__proto__":{"text":"x"},"toString":{"signature":{}}}', /holds no plan/],
    ['SKILL.md', '---\na: &x 1\nb: *x\n---\nGo.', /aliases are not allowed/],
    ['x.md', '---\na: 1\na: 2\n---\nGo.', /front matter: .*unique/],
    ['control.txt', 'Go.\u0007', /control\.txt:\d: control character U\+0007/],
    [
      'block.md',
      '<!-- planwright:begin a -->\n@plans/../../x.md\n<!-- planwright:end a -->',
      /its block holds no plan/,
    ],
    [
      'lost.md',
      '<!-- planwright:begin a -->\n@plans/x.md\n<!-- planwright:end a -->',
      /plans\/x\.md: does not exist/,
    ],
  ])('refuses hostile %s in one clear line', (name, text, problem) => {
    const path = file(name, text);
    expect(() => loadPrompt(path)).toThrow(problem);
    expect(() => loadPrompt(path)).toThrow(UsageError);
  });

  test('a path moves without its part', () => {
    const move = (path: string) => `/base/${path}`;
    expect(movePrompt('a.md', move)).toBe('/base/a.md');
    expect(movePrompt('a.md#I/O and ../x', move)).toBe('/base/a.md#I/O and ../x');
    expect(splitPart('#x')).toEqual({ path: '#x', part: null });
  });
});

describe('writeInto', () => {
  const into = (text: string, name: string, part?: string) =>
    writeInto(shippablePlan('1. New.\n2. Words.'), {
      file: name,
      text,
      ...(part === undefined ? {} : { part }),
    });

  test('keeps everything else byte for byte, front matter and line ends as well', () => {
    const skill = '---\nname:   odd\r\nx-own: [1,  2]\n---\r\n\r\n# Old\r\ntext  \r\n\r\n\r\n';
    expect(into(skill, 'SKILL.md').files).toEqual([
      {
        path: 'SKILL.md',
        text: skill.replace('# Old\r\ntext', '1. New.\r\n2. Words.'),
      },
    ]);
    const text = into(agents, 'AGENTS.md', 'More').files[0]?.text;
    expect(text).toBe(agents.replace('### More\n\nx\n', '### More\n\n1. New.\n2. Words.\n'));
  });

  test('changes nothing where the text is the same', () => {
    const same = '---\nname: x\n---\n\n1. New.   \r\n2. Words.\n';
    expect(into(same, 'SKILL.md').files[0]?.text).toBe(same);
  });

  test('fills an empty place', () => {
    expect(into('', 'x.txt').files[0]?.text).toBe('1. New.\n2. Words.\n');
    expect(into('---\na: 1\n---\n', 'SKILL.md').files[0]?.text).toBe(
      '---\na: 1\n---\n\n1. New.\n2. Words.\n',
    );
    expect(into('# a\n# b\n', 'x.md', 'a').files[0]?.text).toBe('# a\n\n1. New.\n2. Words.\n\n# b\n');
  });

  test('renews a block of ours', () => {
    const host = { file: 'AGENTS.md', text: 'Mine.\n' };
    const before =
      exportPlan(shippablePlan('Old.'), { target: 'agents-md', usualName: 'x', host }).files[0]?.text ?? '';
    const after = into(before, 'AGENTS.md').files[0]?.text ?? '';
    expect(after).toContain('1. New.\n2. Words.\n<!-- planwright:end toy-heat -->');
    expect(after.startsWith('Mine.\n')).toBe(true);
    expect(after).not.toContain('Old.');
  });

  test('leaves exports of ours to their own form', () => {
    const { files } = exportPlan(shippablePlan('Old.'), { target: 'skill', usualName: 'x' });
    expect(() => into(files[1]?.text ?? '', 'SKILL.md')).toThrow(/is an export of planwright's own form/);
    const served = exportPlan(shippablePlan('Old.'), { target: 'mcp', usualName: 'x' }).files[0]?.text ?? '';
    expect(() => into(served, 'x.md')).toThrow(/is a plan file, whose head is about its own text/);
    expect(() => into('{}', 'x.json')).toThrow(/own form/);
    expect(() => into('x', 'x.prompt')).toThrow(/own form/);
    expect(() => writeInto(plainPlan(''), { file: 'x', text: 'x' })).toThrow(/the plan is empty/);
  });

  test('says when AGENTS.md is longer than Codex reads', () => {
    const long = `# a\n\nx\n\n# b\n\n${'x'.repeat(32 * 1024)}\n`;
    expect(into(long, 'AGENTS.md', 'a').notes[0]).toMatch(/AGENTS\.md has \d+ bytes, and Codex reads 32768/);
    expect(into(long, 'x.md', 'a').notes).toEqual([]);
  });

  test('says that headings of a plan may end a section', () => {
    const { notes } = writeInto(plainPlan('# Head\nx'), { file: 'AGENTS.md', text: agents, part: 'More' });
    expect(notes).toEqual(['the plan has headings of its own: section More may end at the first of them']);
  });
});
