import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatPlanFile, loadPlan } from '../../src/plans/index.js';
import { exportTargets } from '../../src/shipping/index.js';
import { shippablePlan } from '../shipping/sample-plans.js';
import { type CliResult, emptyFolder, household, runCli } from './run-cli.js';

const shipped = resolve('plans/alfworld-heat.md');

/** A folder with a plan that may be exported, and a way to run commands in it. */
function workshop(text = '1. Go to the shelf.') {
  const cwd = emptyFolder();
  const planFile = shippablePlan(text);
  if (planFile.details !== null)
    writeFileSync(join(cwd, 'best.md'), formatPlanFile(planFile.plan, planFile.details));
  const run = (...args: readonly string[]) => runCli(['plan', ...args], { cwd });
  return { cwd, run, at: (path: string) => join(cwd, path), id: planFile.plan.id };
}

const oneLine = ({ code, stdout, stderr }: CliResult) => {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  const lines = stderr
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('error: '));
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
};

describe('plan export', () => {
  test('shows the parent first, refuses what is neither reviewed nor certified, and says how it would go', async () => {
    const { cwd, run } = workshop();
    const refused = await run('export', shipped, '--target', 'skill', '--out', 'skills');
    expect(refused.stderr).toMatch(
      /^Its parent sha256:eab9113fbbec\.\.\. is not at hand: no difference is shown\.\nerror: /,
    );
    const error = oneLine(refused);
    expect(error).toContain(
      'nobody reviewed it, and it was learned from untrusted observations; it has no certificate',
    );
    expect(error).toContain('or pass --accept-unreviewed --accept-uncertified');
    expect(readdirSync(cwd)).toEqual(['best.md']);
    const half = await run('export', shipped, '--target', 'text', '--accept-unreviewed');
    expect(oneLine(half)).toMatch(/it has no certificate .*or pass --accept-uncertified\)$/);
    const taken = await run(
      'export',
      shipped,
      '--target',
      'text',
      '--accept-unreviewed',
      '--accept-uncertified',
    );
    expect(taken.code).toBe(0);
    expect(taken.stdout).toBe(`${loadPlan(shipped).plan.text}\n`);
    expect(taken.stderr).toContain('accepted: it has no certificate');
  });

  test('targets of each kind, and back: the same hash, in the registry the same version', async () => {
    const { run, at, id } = workshop();
    const places = [
      ['skill', 'skills', 'skills/toy-heat'],
      ['claude-md', 'CLAUDE.md', 'CLAUDE.md'],
      ['mcp', 'served', 'served/toy-heat.md'],
      ['dspy', 'out.json', 'out.json'],
    ] as const;
    for (const [target, out, file] of places) {
      const first = await run('export', 'best.md', '--target', target, '--out', out, '--json');
      expect(JSON.parse(first.stdout)).toMatchObject({ target, contentHash: id });
      const back = await run('import', file, '--id', 'toy-heat', '--registry', 'registry', '--json');
      expect(JSON.parse(back.stdout)).toMatchObject({
        version: 1,
        contentHash: id,
        isNew: target === 'skill',
      });
    }
    expect(readdirSync(at('registry/toy-heat'))).toEqual(['1.md']);
    expect(readFileSync(at('registry/toy-heat/1.md'))).toEqual(readFileSync(at('best.md')));
  });

  test('offers every target', async () => {
    const { stdout } = await runCli(['plan', 'export', '--help']);
    for (const target of exportTargets) expect(stdout).toContain(`"${target}"`);
  });

  test('prints what a client of the mcp server is told', async () => {
    const { run, at } = workshop();
    const { stdout } = await run('export', 'best.md', '--target', 'mcp', '--out', 'served');
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toEqual({
      mcpServers: { planwright: { command: 'npx', args: ['planwright', 'mcp', '--plans', at('served')] } },
    });
  });

  test.each([
    [['export', 'best.md'], /--target: is not given/],
    [['export', 'best.md', '--target', 'skill'], /--out: is not given/],
    [
      ['export', 'best.md', '--target', 'skill', '--out', 'x', '--name', 'my-claude'],
      /may not hold the word claude/,
    ],
    [['export', 'best.md', '--into', 'absent.md'], /absent\.md: does not exist/],
    [['export', 'best.md', '--into', 'best.md', '--target', 'text'], /--target: not with --into/],
    [['export', 'changed.md', '--target', 'text'], /changed\.md: the plan was edited/],
    [
      ['export', 'newer.md', '--target', 'text'],
      /has schema "planwright\.plan\/v2".*a later planwright wrote it/,
    ],
    [
      ['export', 'best.md', '--target', 'agents-md', '--out', 'linked.md'],
      /is a link that leads out of its folder/,
    ],
    [
      ['export', 'best.md', '--target', 'json', '--out', 'mine.json'],
      /mine\.json: is there already, and is no export/,
    ],
    [['import', 'empty.txt'], /empty\.txt: the plan is empty/],
    [['alias', 'best.md', 'production'], /is no version of the registry plans/],
  ])('%j is one clear line', async (args, problem) => {
    const { run, at, cwd } = workshop();
    const good = readFileSync(at('best.md'), 'utf8');
    writeFileSync(at('changed.md'), good.replace('the shelf', 'the safe'));
    writeFileSync(at('newer.md'), good.replace('plan/v1', 'plan/v2'));
    writeFileSync(at('mine.json'), '{}');
    writeFileSync(at('empty.txt'), '\n');
    symlinkSync(resolve('README.md'), at('linked.md'));
    const before = readdirSync(cwd);
    expect(oneLine(await run(...args))).toMatch(problem);
    expect(readdirSync(cwd).filter((name) => name !== 'plans')).toEqual(before);
  });

  test('hostile words can not steer a screen', async () => {
    const { cwd, run } = workshop();
    const planFile = shippablePlan('1. Go.', '\u001b[31m\u202e<x>{{y}}');
    if (planFile.details !== null)
      writeFileSync(join(cwd, 'best.md'), formatPlanFile(planFile.plan, planFile.details));
    const { code, stdout, stderr } = await run('export', 'best.md', '--target', 'agents-md');
    expect(code).toBe(0);
    const seen = stdout + stderr + readFileSync(join(cwd, 'AGENTS.md'), 'utf8');
    for (const mark of ['\u001b', '\u202e', '{{', '<x']) expect(seen).not.toContain(mark);
  });
});

describe('a registry', () => {
  test('takes plans, moves aliases, and is understood wherever a plan is asked for', async () => {
    const { cwd, run, at } = workshop();
    expect(oneLine(await run('import', 'best.md', '--alias', 'Production'))).toMatch(/can not be an alias/);
    expect(readdirSync(cwd)).toEqual(['best.md']);
    expect((await run('import', 'best.md', '--alias', 'production')).stdout).toBe(
      'Added  toy-heat@1  plans/toy-heat/1.md\ntoy-heat@production is toy-heat@1 now\n',
    );
    const second = shippablePlan('2. Come.');
    if (second.details !== null) writeFileSync(at('best.md'), formatPlanFile(second.plan, second.details));
    expect((await run('import', 'best.md')).stdout).toBe('Added  toy-heat@2  plans/toy-heat/2.md\n');
    expect((await run('alias', 'toy-heat@2', 'production')).stdout).toBe(
      'toy-heat@production is toy-heat@2 now\n',
    );
    expect((await run('diff', 'toy-heat@1', 'toy-heat@production')).stdout).toContain('+ 2. Come.');
    expect((await run('show', 'toy-heat@1')).stdout).toContain('1. Go to the shelf.');
    expect((await run('lint', 'toy-heat')).code).toBe(0);
    const list = (await run('list')).stdout;
    expect(list).toMatch(/^id +alias +updates .*\ntoy-heat@1 .*\ntoy-heat@2 +production /);
    expect((await run('review', 'toy-heat@1', '--accept', '--note', 'read')).code).toBe(0);
    expect(loadPlan(at('plans/toy-heat/1.md')).details?.review?.note).toBe('read');
    rmSync(at('best.md'));
    const elsewhere = emptyFolder();
    const env = { PLANWRIGHT_REGISTRY: at('plans') };
    const shown = await runCli(['plan', 'show', 'toy-heat@production'], { cwd: elsewhere, env });
    expect(shown.stdout).toContain('2. Come.');
    const text = await runCli(['plan', 'export', 'toy-heat', '--target', 'text', '--registry', at('plans')], {
      cwd: elsewhere,
    });
    expect(text.stdout).toBe('2. Come.\n');
    expect(readdirSync(cwd)).toEqual(['plans']);
  });

  test('keeps a certificate beside the version that it is about', async () => {
    const { cwd, run, at } = workshop();
    await run('import', shipped, '--alias', 'production');
    const bytes = readFileSync(at('plans/alfworld-heat/1.md'));
    const args = [
      'certify',
      'alfworld-heat@production',
      '--suite',
      household,
      '--limit',
      '2',
      '--display',
      'none',
    ];
    const { code, stdout } = await runCli(args, { cwd });
    expect(code).toBe(100);
    expect(stdout).toContain('Plan  plans/alfworld-heat/1.md\n');
    expect(readFileSync(at('plans/alfworld-heat/1.md'))).toEqual(bytes);
    expect(readdirSync(at('plans/alfworld-heat'))).toEqual(['1.certificate.json', '1.md', '@production']);
    expect((await run('show', 'alfworld-heat')).stdout).toMatch(/certificate +not enough runs: /);
    expect(
      oneLine(await run('export', 'alfworld-heat', '--target', 'text', '--accept-unreviewed')),
    ).toContain('its certificate says: not enough runs');
  });

  test('gives a config its plan, as the version that the alias names now', async () => {
    const { cwd, run, at } = workshop();
    await run('import', shipped, '--id', 'heat', '--alias', 'production');
    mkdirSync(at('configs'));
    writeFileSync(
      at('configs/a.yaml'),
      `suite: ${household}\ntaskType: heat\nplan: heat@production\nheldOut: 2\nruns: ../runs\n`,
    );
    const args = ['eval', '--config', 'configs/a.yaml', '--run-id', 'a', '--json'];
    const { code, stdout } = await runCli(args, { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).plan).toBe(loadPlan(shipped).plan.id);
    expect(readFileSync(at('runs/a/config.yaml'), 'utf8')).toContain(`plan: ${at('plans/heat/1.md')}\n`);
    const wrong = await runCli(['eval', '--config', 'configs/a.yaml', '--set', 'plan=heat@nine'], { cwd });
    expect(oneLine(wrong)).toMatch(/--set plan: heat@nine: the registry plans has no such version or alias/);
  });
});

describe('train --from', () => {
  const skill = '---\nname: house\nx-own:   kept\n---\n\n# House\r\n\r\nLook around.  \r\n\r\n';

  test('improves a skill and puts it back, everything else as it was', async () => {
    const { cwd, run, at } = workshop();
    mkdirSync(at('house'));
    writeFileSync(at('house/SKILL.md'), skill);
    const train = [
      'train',
      resolve('configs/quickstart.yaml'),
      '--set',
      `runs=${at('runs')}`,
      '--set',
      'iterations=1',
      '--set',
      'heldOut=2',
      '--run-id',
      'a',
    ];
    const trained = await runCli([...train, '--from', 'house/SKILL.md'], { cwd });
    expect(trained.code).toBe(0);
    expect(trained.stderr).toContain(`--into 'house/SKILL.md'`);
    expect(loadPlan(at('runs/a/plans/000.md')).plan.text).toBe('# House\n\nLook around.');
    const accept = ['--accept-unreviewed', '--accept-uncertified'];
    const into = ['export', 'runs/a/plans/best.md', '--into', 'house/SKILL.md'];
    expect(oneLine(await run(...into))).toMatch(/nobody reviewed it/);
    expect(readFileSync(at('house/SKILL.md'), 'utf8')).toBe(skill);
    const { stdout } = await run(...into, ...accept);
    expect(stdout).toMatch(/^--- house\/SKILL\.md\n\+\+\+ runs\/a\/plans\/best\.md\n- # House\n/);
    const learned = loadPlan(at('runs/a/plans/best.md')).plan.text.replaceAll('\n', '\r\n');
    expect(readFileSync(at('house/SKILL.md'), 'utf8')).toBe(
      skill.replace('# House\r\n\r\nLook around.', learned),
    );
    expect((await run(...into, ...accept)).stdout).toBe('As it was  house/SKILL.md\n');
    const replayed = await runCli(['log', 'replay', 'runs/a'], { cwd });
    expect(replayed.code).toBe(0);
  });

  test('of a section; says what several task types come to; refuses what is not there', async () => {
    const { cwd } = workshop();
    writeFileSync(join(cwd, 'AGENTS.md'), '# Repo\n\n## House\n\nLook around.\n');
    const train = ['train', resolve('configs/quickstart.yaml'), '--dry-run', '--from', 'AGENTS.md'];
    const several = await runCli([...train, '--section', 'House', '--set', 'taskType=[heat,cool]'], { cwd });
    expect(several.code).toBe(0);
    expect(several.stderr).toContain(
      'note: AGENTS.md#House is where each of 2 task types starts (heat, cool); each ends',
    );
    expect(oneLine(await runCli([...train, '--section', 'Garden'], { cwd }))).toMatch(
      /--from: AGENTS\.md: has no section "Garden" \(it has: Repo, House\)/,
    );
    const alone = ['train', resolve('configs/quickstart.yaml'), '--section', 'House'];
    expect(oneLine(await runCli(alone, { cwd }))).toMatch(/--section: only with --from/);
  });
});
