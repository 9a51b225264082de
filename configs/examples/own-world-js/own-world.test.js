/** The tests of this package: `node --test`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkAgent, checkEnvironment } from 'planwright/testing';
import { agent } from './agent.js';
import { environment } from './world.js';

const tasks = readFileSync(new URL('./potions.jsonl', import.meta.url), 'utf8');
const instances = tasks.trim().split('\n').map((line) => JSON.parse(line));

test('the world keeps its contract', async () => {
  assert.deepEqual(await checkEnvironment(environment, instances.slice(0, 5)), []);
});

test('the agent keeps its contract', async () => {
  assert.deepEqual(await checkAgent(agent, { requestsGrow: false }), []);
});
