import { describe, expect, it } from 'vitest';
import type { ModelMiddleware, Purpose } from '../../src/core/model.js';
import { createRoute, roleOfPurpose } from '../../src/models/route.js';
import { createScriptedModel } from '../../src/models/scripted-model.js';
import { wrapModel } from '../../src/models/wrap-model.js';
import { ask } from './requests.js';

describe('createRoute', () => {
  const create = () => {
    const models = {
      agent: createScriptedModel(() => 'agent', 'small'),
      reflection: createScriptedModel(() => 'reflection', 'large'),
      update: createScriptedModel(() => 'update', 'large'),
      formalizer: createScriptedModel(() => 'formalizer', 'tiny'),
      judge: createScriptedModel(() => 'judge', 'large'),
    };
    const route = createRoute({
      agent: { model: models.agent, sampling: { topP: 0.9, temperature: 1 } },
      reflection: { model: models.reflection, sampling: { temperature: 0 } },
      update: { model: models.update },
      formalizer: { model: models.formalizer },
      judge: { model: models.judge },
    });
    return { models, route };
  };

  it.each(Object.entries(roleOfPurpose))('sends %s to the %s model', async (purpose, role) => {
    const { route } = create();
    expect((await route.complete(ask('x', {}, purpose as Purpose))).text).toBe(role);
  });

  it("uses the role's sampling where a request has none of its own", async () => {
    const { models, route } = create();
    await route.complete(ask('x', { temperature: 0.3, maxTokens: 5 }, 'think'));
    await route.complete(ask('x', {}, 'update-plan'));
    expect(models.agent.requests[0]?.sampling).toEqual({ topP: 0.9, temperature: 0.3, maxTokens: 5 });
    expect(models.update.requests[0]?.sampling).toEqual({});
  });

  it('is named after all its models', () => {
    expect(create().route.id).toBe('small+large+tiny');
  });
});

describe('wrapModel', () => {
  it('puts the first layer outermost', async () => {
    const seen: string[] = [];
    const note =
      (name: string): ModelMiddleware =>
      (model) => ({
        id: model.id,
        complete: (request) => {
          seen.push(name);
          return model.complete(request);
        },
      });
    const model = wrapModel(createScriptedModel(['fine'], 'm'), [note('outer'), note('inner')]);
    expect((await model.complete(ask())).text).toBe('fine');
    expect(seen).toEqual(['outer', 'inner']);
    expect(model.id).toBe('m');
  });
});
