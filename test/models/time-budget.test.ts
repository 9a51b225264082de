import { expect, test } from 'vitest';
import { BudgetError } from '../../src/core/errors.js';
import { createTimeBudget } from '../../src/models/index.js';
import { createScriptedModel } from '../../src/testing.js';
import { createFakeClock } from './fake-clock.js';
import { ask, rejection } from './requests.js';

test('no call is sent once the time is over, whatever was sent before', async () => {
  const clock = createFakeClock();
  const inner = createScriptedModel(() => 'fine');
  const model = createTimeBudget(10, clock)(inner);
  await clock.sleep(9_999);
  expect((await model.complete(ask())).text).toBe('fine');
  await clock.sleep(1);
  const error = await rejection(model.complete(ask()));
  expect(error).toBeInstanceOf(BudgetError);
  expect(String(error)).toContain('budget reached: 10 s of wall time are over');
  expect(inner.requests).toHaveLength(1);
});
