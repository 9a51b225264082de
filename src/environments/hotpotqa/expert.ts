import type { HotpotqaSetup } from './setup.js';

/**
 * The actions of someone who knows the answer and where it stands: opens each supporting page, then answers. They win
 * under every backend that has these pages.
 */
export function solve({ answer, supportingFacts }: HotpotqaSetup): readonly string[] {
  const titles = new Set(supportingFacts.map(([title]) => title));
  return [...[...titles].map((title) => `search[${title}]`), `finish[${answer}]`];
}
