/** Says that a simulated model was used, and what that means; these lines stand under every number it made. */
export function renderSimulated(models: readonly string[]): string[] {
  return [
    `Made with ${models.join(', ')}: a simulated model, a program that stands in for a language model.`,
    'These numbers say nothing about any language model.',
  ];
}
