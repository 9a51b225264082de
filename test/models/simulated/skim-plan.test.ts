import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHabits } from '../../../src/models/simulated/situation.js';
import { skimPlan } from '../../../src/models/simulated/skim-plan.js';

const habit = createHabits('a job', 'what is seen');
const always = () => 0;
const long = Array.from({ length: 40 }, (_, i) => `Sentence ${i} has five words.`).join(' ');

test('who reads with care reads every plan as it is', () => {
  fc.assert(fc.property(fc.string(), (text) => skimPlan(text, 0, habit) === text));
});

test('a hasty reader reads a short plan as it is, to the last byte', () => {
  const words = fc.array(fc.constantFrom('Do', 'not', 'never', 'wait.', 'it;', '\n'), { maxLength: 150 });
  fc.assert(fc.property(words, (some) => skimPlan(some.join(' '), 1, always) === some.join(' ')));
});

test('late in a long plan, what is denied is read as said; the rest stays', () => {
  const plan = `Never run. ${long} Do not put it in the fridge. They cannot heat. Put it down.`;
  expect(skimPlan(plan, 1, always)).toBe(`Never run. ${long} put it in the fridge. They heat. Put it down.`);
});

test('each sentence is skimmed with the probability of the profile, and the same way throughout an episode', () => {
  const denials = Array.from({ length: 200 }, () => 'Never go there.').join(' ');
  const skimmed = skimPlan(`${long} ${denials}`, 0.8, habit);
  const kept = skimmed.split('Never').length - 1;
  expect(kept).toBeGreaterThan(20);
  expect(kept).toBeLessThan(60);
  expect(skimPlan(`${long} ${denials}`, 0.8, habit)).toBe(skimmed);
});
