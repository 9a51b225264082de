/** What a config says of scores: which there are, which is spoken of, and who judges. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { prepareEvaluation, prepareTraining, runEvaluation, runTraining } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { encyclopedia } from '../cli/run-cli.js';
import { completion, send, startFaultServer } from '../models/fault-server.js';
import { folderWith, smallConfig } from './small-config.js';

const questions = [`suite=${encyclopedia}`, 'taskType=qa', 'environment.options.backend=corpus'];

function configOf(...settings: readonly string[]) {
  return smallConfig(folderWith({}), ...questions, 'iterations=1', 'heldOut=6', ...settings);
}

const scoringOf = async (...settings: readonly string[]) =>
  (await prepareTraining({ config: configOf(...settings) })).method.scoring;

async function evaluate(...settings: readonly string[]) {
  const events: RunEvent[] = [];
  const emit = (event: RunEvent) => events.push(event);
  const run = await runEvaluation(
    await prepareEvaluation({ config: configOf(...settings), repeats: 1, emit }),
  );
  const asked = events.filter((event) => event.type === 'model-call' && event.purpose === 'judge');
  return { run, asked };
}

/** A model that always gives this answer, and as a judge says this; gives settings that use it. */
async function serve(answer: string, verdict: (n: number) => string): Promise<string[]> {
  let judged = 0;
  const reply = (asked: string) => {
    if (asked.includes('Given answer: ')) return verdict(judged++);
    return asked.endsWith('Action:') ? `finish[${answer}]` : 'I know.';
  };
  const server = await startFaultServer((response, n, body) => {
    const { messages } = JSON.parse(body) as { messages: readonly { content: string }[] };
    const message = { role: 'assistant', content: reply(messages.at(-1)?.content ?? '') };
    send(200, completion({}, { message }))(response, n, body);
  });
  onTestFinished(() => server.close());
  return ['model.provider=openai', `model.baseUrl=${server.url}`, 'model.name=m', 'model.attempts=1'];
}

describe('the headline', () => {
  it('is success unless another is asked for', async () => {
    expect(await scoringOf()).toEqual({ headline: { name: 'success', kind: 'binary' } });
    expect(await scoringOf('headline=f1')).toEqual({ headline: { name: 'f1', kind: 'graded' } });
    expect(await scoringOf('headline=jointEm')).toEqual({ headline: { name: 'jointEm', kind: 'binary' } });
  });

  it.each([
    [
      ['headline=accuracy'],
      /^headline: there is no "accuracy" in hotpotqa$/,
      /^known: success, em, f1, spEm, .*, judge$/,
    ],
    [['environment.options={}', 'headline=toString'], /^headline: there is no "toString"/, /known/],
  ])('%j is refused, with what there is', async (settings, message, remedy) => {
    const error = await scoringOf(...settings).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(message);
    expect((error as UsageError).remedy).toMatch(remedy);
  });

  it.each([
    ['headline=f1', /^headline: there is no "f1" in alfworld/],
    ['headline=judge', /^headline: alfworld has no answers to judge/],
    ['judge.votes=3', /^judge\.votes: alfworld has no answers to judge/],
  ])('%s is refused in a world of games', async (setting, message) => {
    const config = smallConfig(folderWith({}), setting);
    await expect(prepareTraining({ config })).rejects.toThrow(message);
    await expect(prepareEvaluation({ config, repeats: 1 })).rejects.toThrow(message);
  });

  it('counts in the digest, and so do the votes', async () => {
    const digests = await Promise.all(
      [[], ['headline=f1'], ['headline=judge'], ['judge.votes=3']].map(
        async (settings) => (await prepareTraining({ config: configOf(...settings) })).digest8,
      ),
    );
    expect(new Set(digests).size).toBe(4);
  });

  it('is what a training compares by; a plan file speaks of success all the same', async () => {
    const run = await runTraining(await prepareTraining({ config: configOf('headline=f1') }));
    const results = JSON.parse(readFileSync(join(run.folder, 'results.json'), 'utf8'));
    expect(results.headline).toEqual({ name: 'f1', kind: 'graded' });
    const [{ heldOut, baseline, comparison }] = results.taskTypes;
    expect(comparison.difference).toBeCloseTo(heldOut.scores.f1.mean - baseline.scores.f1.mean, 12);
    expect(comparison).not.toHaveProperty('onlyA');
    expect(Object.keys(heldOut.scores)).toEqual(['em', 'f1', 'spEm', 'spF1', 'jointEm', 'jointF1']);
    expect(heldOut).toMatchObject({ n: 6, successes: heldOut.scores.em.successes });
    for (const { answer, expected } of heldOut.results) {
      expect(expected).toMatch(/./);
      expect(answer === null || typeof answer === 'string').toBe(true);
    }
    expect(readFileSync(join(run.folder, 'plans/best.md'), 'utf8')).toMatch(/\n {2}p_paired: /);
  });
});

describe('the judge', () => {
  it('is asked for by the headline with three votes, or by a number of votes', async () => {
    expect(await scoringOf('headline=judge')).toMatchObject({
      headline: { name: 'judge', kind: 'binary' },
      judge: { votes: 3 },
    });
    expect(await scoringOf('headline=judge', 'judge.votes=5')).toMatchObject({ judge: { votes: 5 } });
    expect(await scoringOf('judge.votes=1')).toMatchObject({
      headline: { name: 'success' },
      judge: { votes: 1 },
    });
  });

  it('has a prompt that can be replaced', async () => {
    const file = join(folderWith({ 'j.md': 'Is {{answer}} right? yes or no' }), 'j.md');
    const { judge } = await scoringOf('judge.votes=1', `prompts.judge=${file}`);
    expect(judge?.prompt.render({ question: 'q', expected: 'e', answer: 'a' })).toBe('Is a right? yes or no');
  });

  it('judges each wrong answer with all its votes, and its calls are counted', async () => {
    const model = await serve('of that I am sure', (n) => (n % 3 === 0 ? 'No.' : 'Yes.'));
    const { run, asked } = await evaluate('headline=judge', 'concurrency=1', ...model);
    expect(run.heldOut).toMatchObject({ n: 6, successes: 0 });
    expect(run.heldOut.scores?.judge).toMatchObject({ kind: 'binary', n: 6, successes: 6, errors: 0 });
    expect(asked).toHaveLength(18);
    expect(run.spend.byPurpose.judge?.calls).toBe(18);
    expect(run.results[0]).toMatchObject({ answers: ['of that I am sure'], scores: [{ judge: 1, em: 0 }] });
    expect(run.results[0]).toMatchObject({ votes: [['no', 'yes', 'yes']] });
    expect(run.results[0]).not.toHaveProperty('missingScores');
    expect(run.results[0]?.expected).toMatch(/./);
    expect([run.headline.name, run.instancesAre, run.errorShare]).toEqual(['judge', 'questions', 0]);
  });

  it('that can not be understood makes errors, not wrong answers', async () => {
    const model = await serve('of that I am sure', () => 'I would rather not say.');
    const { run, asked } = await evaluate('headline=judge', 'judge.votes=1', ...model);
    expect(run.heldOut.scores?.judge).toMatchObject({ n: 0, mean: null, errors: 6 });
    expect(run.errorShare).toBe(1);
    expect(run.failures).toMatchObject({ episodes: [], judging: [{ count: 6 }] });
    const [missing] = run.results[0]?.missingScores ?? [];
    expect(missing?.judge).toContain('I would rather not say');
    expect(asked).toHaveLength(12);
    const { run: aside } = await evaluate('judge.votes=1', ...model);
    expect(aside.errorShare).toBe(0);
  });

  it('is not asked unless the config says so', async () => {
    const { run, asked } = await evaluate('headline=f1');
    expect(asked).toEqual([]);
    expect(run.heldOut.scores).not.toHaveProperty('judge');
  });

  it('is played by the simulated model, the same whatever the concurrency', async () => {
    const wide = await evaluate('headline=judge', 'heldOut=20');
    const narrow = await evaluate('headline=judge', 'heldOut=20', 'concurrency=1');
    expect(narrow.run.document).toEqual(wide.run.document);
    expect(wide.run.heldOut.scores?.judge).toMatchObject({ n: 20, errors: 0 });
  });
});
