import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { solve } from '../../src/environments/alfworld/expert.js';
import type { AlfworldSetup, AlfworldTaskType } from '../../src/environments/alfworld/setup.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import { type Fault, sendJson, startWikiServer } from '../environments/hotpotqa/wiki-server.js';
import {
  emptyFolder,
  encyclopedia,
  household,
  runCli,
  startCli,
  waitForExit,
  waitForOutput,
} from './run-cli.js';

/** The actions that win an instance. */
function solutionOf(id: string, rules = {}): readonly string[] {
  const instance = loadSuite(household).instances.find((one) => one.id === id);
  if (instance === undefined) throw new Error(`no instance ${id}`);
  const actions = solve(instance.taskType as AlfworldTaskType, instance.setup as AlfworldSetup, rules);
  if (actions === null) throw new Error(`${id} has no solution`);
  return actions;
}

const play = (lines: readonly string[], ...args: readonly string[]) =>
  runCli(['play', household, ...args], { input: lines.map((line) => `${line}\n`).join('') });

describe('play', () => {
  it('is won by the right actions, and stops there', async () => {
    const actions = solutionOf('heat-train-003');
    const { code, stdout } = await play([...actions, 'look'], '--instance', 'heat-train-003');
    expect(code).toBe(0);
    expect(stdout).toContain(`> ${actions[0]}\nYou arrive at `);
    expect(stdout.endsWith(`\nYou won after ${actions.length} steps.\n`)).toBe(true);
  });

  it('takes the first instance of the split and says how to choose another', async () => {
    const { code, stdout, stderr } = await play([], '--split', 'validation', '--task-type', 'cool');
    expect(code).toBe(0);
    expect(stderr).toContain('cool-validation-000 (cool), for agents at most 35 steps\n');
    expect(stderr).toContain('--instance ID');
    expect(stderr).toContain('Left after 0 steps; the task is not finished.\n');
    expect(stdout).toMatch(/^Goal: .+\n\n-= Welcome to TextWorld, ALFRED! =-\n/);
  });

  it('lists actions and counts only those that the world got', async () => {
    const { code, stdout, stderr } = await play([
      '?',
      ':help',
      ':actions',
      '',
      ':xyzzy',
      'look',
      ':quit',
      'look',
    ]);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}take \{object\} from \{receptacle\} +\S/gm)).toHaveLength(2);
    expect(stdout).toMatch(/^go to fridge 1$/m);
    expect(stdout).toContain('There is no command :xyzzy.');
    expect(stderr).toContain('Left after 1 step; the task is not finished.\n');
  });

  it('goes on past the limit of agents, and says so', async () => {
    const { stderr } = await play(Array.from({ length: 36 }, () => 'look'));
    expect(stderr).toContain('(35 steps: here an agent is stopped, but you may go on)\n');
    expect(stderr).toContain('Left after 36 steps');
  });

  it('plays with other feedback and rules', async () => {
    const plain = await play(['dance'], '--feedback', 'plain');
    expect(plain.stdout).toContain('> dance\nNothing happens.\n');
    const augmented = await play(['dance']);
    expect(augmented.stdout).toContain('> dance\nAction failed.');
    const actions = solutionOf('heat-train-003', { heat: ['toaster'] });
    expect(actions.join()).toContain('with toaster 1');
    const changed = await play(actions, '--instance', 'heat-train-003', '--rule', 'heat=toaster');
    expect(changed.stdout).toContain(`You won after ${actions.length} steps.`);
  });

  it('plays with options of the world, over all pages of the suite if they say so', async () => {
    const [first, second] = loadSuite(encyclopedia).instances;
    const [foreign] = ((second?.setup.context ?? []) as [string, string[]][])
      .map(([title]) => title)
      .filter((title) => !JSON.stringify(first?.setup.context).includes(`"${title}"`));
    const search = (...args: readonly string[]) =>
      runCli(['play', encyclopedia, ...args], { input: `search[${foreign}]\n` });
    expect((await search()).stdout).toContain('There were no results');
    expect((await search('--option', 'behaviour=autoplan')).stdout).toContain('Could not find exact match');
    expect((await search('--option', 'backend=corpus')).stdout).toContain(`${foreign} is `);
  });

  it('says on one line what is played, whatever its id', async () => {
    const folder = emptyFolder();
    const [first] = loadSuite(household).instances;
    if (first === undefined) throw new Error('no instance');
    const odd = { ...first, setup: first.setup, id: 'odd\nid' };
    saveSuite(join(folder, 'odd'), { name: 'odd', environment: 'alfworld' }, [odd]);
    const { stderr } = await runCli(['play', join(folder, 'odd')]);
    expect(stderr).toMatch(/^odd<U\+000A>id \(\w+\), for agents at most \d+ steps\n/);
  });

  it('shows what would steer the terminal', async () => {
    const { stdout } = await play(['\u001b[2J']);
    expect(stdout).toContain('> <U+001B>[2J\n');
    expect(stdout).not.toContain('\u001b');
  });

  it('ends politely when interrupted', async () => {
    const child = startCli(['play', household]);
    const ended = waitForExit(child);
    child.stdin?.write('look\n');
    await waitForOutput(child, 'you see nothing');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Left after 1 step');
  });

  it.each([
    [['nowhere'], /^error: nowhere\/suite\.json: does not exist/],
    [[household, '--instance', 'x'], /^error: suite "household" has no instance "x"/],
    [[household, '--split', 'x'], /^error: suite "household" has no split "x" \(it has: train, /],
    [[household, '--task-type', 'x'], /^error: suite "household" has no task type "x" in split "train"/],
    [[household, '--feedback', 'x'], /^error: option '--feedback <kind>' argument 'x' is invalid/],
    [[household, '--rule', 'heat'], /^error: option '--rule <name=values>' argument 'heat' is invalid/],
    [[household, '--option', 'heat'], /^error: option '--option <name=value>' argument 'heat' is invalid/],
    [[household, '--option', 'backend=corpus'], /^error: ALFWorld has no option 'backend'/],
    [[encyclopedia, '--option', 'backend=x'], /^error: hotpotqa: option 'backend': /],
    [[household, '--rule', 'melt=toaster'], /^error: ALFWorld has no rule 'melt' \(it has: heat, /],
    [[household, '--rule', 'heat=oven'], /^error: ALFWorld rule 'heat': 'oven' is no receptacle type/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await runCli(['play', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('play on a live site', () => {
  const respond =
    (status: number, body: string, headers = {}): Fault =>
    (response) => {
      response.writeHead(status, headers);
      response.end(body);
    };
  /** Plays two searches; the site fails to answer as many requests as there are faults. */
  async function search({ onTestFinished: after }: TestContext, faults: readonly Fault[], searches = 2) {
    const site = await startWikiServer({
      Alps: { revisions: [['2017-01-01', '<p>The Alps are high.</p>']] },
    });
    // Of several tests at a time, only a test's own context knows when it is over.
    after(() => site.close());
    site.fail(...faults);
    const options = ['backend=mediawiki', 'userAgent=tests/1.0 (a@b.c)', `baseUrl=${site.baseUrl}`];
    const given = options.flatMap((option) => ['--option', option]);
    return runCli(['play', encyclopedia, ...given], { input: 'search[Alps]\n'.repeat(searches) });
  }
  const thrice = (fault: Fault): Fault[] => [fault, fault, fault];

  it.concurrent.for<[string, Fault[], string]>([
    ['refuses', [respond(403, 'no')], 'answered with status 403'],
    ['asks to wait', thrice(respond(429, '', { 'retry-after': '0' })), 'answered with status 429'],
    ['sends HTML', [respond(200, '<html>', { 'content-type': 'text/html' })], 'is not JSON (text/html)'],
    ['sends nothing', thrice(respond(200, '')), 'sent an empty answer'],
    ['closes', thrice((response) => response.destroy()), 'can not be asked'],
    ['sends too much', [respond(200, ' '.repeat(6_000_000))], 'sent more than 5000000 bytes'],
    ['sends another form', [(response) => sendJson(response, {})], 'not of the known form'],
  ])('goes on where it %s', async ([_what, faults, message], context) => {
    const { code, stdout, stderr } = await search(context, faults);
    expect(stderr).toMatch(/^the world could not answer: /m);
    expect(stderr).toContain(message);
    expect(stdout).toContain('The Alps are high.');
    expect(stderr).toContain('Left after 1 step;');
    expect(code).toBe(0);
  });

  it('ends with 3 where the last answer failed', async (context) => {
    const { code, stderr } = await search(context, [respond(403, 'no')], 1);
    expect(stderr).toContain('the world could not answer: 127.0.0.1');
    expect(stderr).toContain('Left after 0 steps;');
    expect(code).toBe(3);
  });
});
