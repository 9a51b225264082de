import type { ChatModel, Purpose, Sampling } from '../core/model.js';

/** A job in the method that can have a model of its own. */
export type Role = 'agent' | 'reflection' | 'update' | 'formalizer' | 'judge';

/** The role that each purpose belongs to. */
export const roleOfPurpose: Readonly<Record<Purpose, Role>> = {
  think: 'agent',
  act: 'agent',
  formalize: 'formalizer',
  summarize: 'reflection',
  'identify-flaws': 'reflection',
  'revise-plan': 'reflection',
  'weigh-steps': 'reflection',
  'update-plan': 'update',
  'reflect-on-trial': 'agent',
  'write-program': 'agent',
  'check-program': 'agent',
  'refine-program': 'agent',
  'resume-program': 'agent',
  ask: 'agent',
  judge: 'judge',
};

/** A role's model, and how to sample it where a request says nothing itself. */
export interface Route {
  readonly model: ChatModel;
  readonly sampling?: Sampling;
}

/** One model that hands each call to the model of its role. Its id joins the ids of all of them with `+`. */
export function createRoute(routes: Readonly<Record<Role, Route>>): ChatModel {
  const ids = new Set(Object.values(routes).map((route) => route.model.id));
  return {
    id: [...ids].join('+'),
    complete: (request) => {
      const { model, sampling } = routes[roleOfPurpose[request.purpose]];
      return model.complete({ ...request, sampling: { ...sampling, ...request.sampling } });
    },
  };
}
