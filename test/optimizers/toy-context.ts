import type { Episode, Outcome } from '../../src/core/episode.js';
import type { RunEvent } from '../../src/core/event.js';
import { type ChatModel, noSpend } from '../../src/core/model.js';
import type { OptimizerContext, ValidationSplit } from '../../src/core/optimizer.js';
import type { Plan } from '../../src/core/plan.js';
import type { TaskInstance } from '../../src/core/task.js';
import { emptyPlan } from '../../src/plans/index.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { toyInstance, toyWorld } from '../toy-world.js';

/** A finished episode of the toy world. */
export function toyEpisode(
  instance: TaskInstance,
  iteration = 0,
  outcome: Outcome = { kind: 'failure' },
): Episode {
  const { id, taskType, goal } = instance;
  return {
    id: `train/${iteration}/${id}`,
    instanceId: id,
    taskType,
    goal,
    agent: 'test',
    environment: 'toy@1.0.0',
    planId: '',
    trial: 0,
    seed: 0,
    initialObservation: 'You see 3 doors.',
    steps: [{ rawAction: 'leave', action: 'leave', formalizer: 'grammar', observation: 'You leave.' }],
    outcome,
    reward: outcome.kind === 'success' ? 1 : 0,
    spend: noSpend,
  };
}

/** One call of `validate`. */
export interface Validated {
  readonly text: string;
  readonly ids: readonly string[];
  readonly label: string;
}

/** A validation split whose scores follow from the plan's text. */
export function scriptedValidation(
  score: (plan: Plan, instance: TaskInstance, call: number) => number | null,
  size = 6,
): { readonly split: ValidationSplit; readonly calls: Validated[] } {
  const calls: Validated[] = [];
  return {
    calls,
    split: {
      instances: Array.from({ length: size }, (_, i) => toyInstance(`v${i}`, { split: 'validation' })),
      validate: async (plan, instances, label) => {
        const call = calls.push({ text: plan.text, ids: instances.map(({ id }) => id), label }) - 1;
        return instances.map((one) => ({ instanceId: one.id, score: score(plan, one, call) }));
      },
    },
  };
}

/** A context on the toy world with a scripted model. */
export function toyContext(script: Script, change: Partial<OptimizerContext> = {}) {
  const model = createScriptedModel(script);
  const events: RunEvent[] = [];
  const context: OptimizerContext = {
    taskType: 'seek',
    instances: ['b', 'a', 'd', 'c'].map((id) => toyInstance(id)),
    initialPlan: emptyPlan('toy', 'seek'),
    seed: 0,
    batchSize: 2,
    iterations: 1,
    manual: toyWorld.manual(toyInstance()),
    rollout: async (instance, _plan, iteration) => toyEpisode(instance, iteration),
    conversation: ({ instanceId }, plan) => [
      { role: 'system', content: `plan: ${plan.text}` },
      { role: 'user', content: `the log of ${instanceId}` },
    ],
    model: (): ChatModel => model,
    emit: (event) => events.push(event),
    ...change,
  };
  const requests = (purpose: string) => model.requests.filter((request) => request.purpose === purpose);
  return { context, model, events, requests };
}
