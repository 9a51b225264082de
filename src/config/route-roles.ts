import type { ChatModel, Sampling } from '../core/model.js';
import { createRoute, type Role } from '../models/index.js';
import type { Config } from './schema.js';

/** One model of those of all roles, each sampled as the config says; the agent as given. */
export function routeRoles(
  models: Readonly<Record<Role, ChatModel>>,
  { reflect, update, judge }: Config['sampling'],
  agent: Sampling,
): ChatModel {
  return createRoute({
    agent: { model: models.agent, sampling: agent },
    formalizer: { model: models.formalizer, sampling: { temperature: 0 } },
    reflection: { model: models.reflection, sampling: reflect },
    update: { model: models.update, sampling: update },
    judge: { model: models.judge, sampling: judge },
  });
}
