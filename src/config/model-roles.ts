import type { Role } from '../models/index.js';

/** The jobs that can have a model of their own. */
export const modelRoles = [
  'agent',
  'reflection',
  'update',
  'formalizer',
  'judge',
] as const satisfies readonly Role[];
