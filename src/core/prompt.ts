import { UsageError } from './errors.js';

/** A prompt as a function of named texts. Built only from its arguments; overridable by a template file. */
export interface PromptTemplate<Variable extends string = string> {
  readonly name: string;
  readonly variables: readonly Variable[];
  /** Those of the variables that are empty in some worlds. */
  readonly optional: readonly Variable[];
  render(values: Readonly<Record<Variable, string>>): string;
}

/**
 * Declares a prompt. `variables` are the names a template file may use as `{{name}}`; `optional` are those of them that
 * are empty in some worlds.
 */
export function definePrompt<Variable extends string>(
  name: string,
  variables: readonly Variable[],
  render: (values: Readonly<Record<Variable, string>>) => string,
  optional: readonly Variable[] = [],
): PromptTemplate<Variable> {
  return { name, variables, optional, render };
}

/**
 * The same prompt with the user's own wording. Throws a UsageError when the text names a variable that this
 * prompt does not have.
 */
export function overridePrompt<Variable extends string>(
  template: PromptTemplate<Variable>,
  text: string,
  file: string,
): PromptTemplate<Variable> {
  const known = new Set<string>(template.variables);
  for (const match of text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)) {
    const variable = match[1] ?? '';
    if (known.has(variable)) continue;
    const offered = template.variables.map((name) => `{{${name}}}`).join(', ') || 'none';
    throw new UsageError(
      `${file}: prompt "${template.name}" has no variable {{${variable}}}`,
      `it offers: ${offered}`,
    );
  }
  const body = text.replace(/\r\n/g, '\n').trimEnd();
  return {
    ...template,
    render: (values) =>
      body.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_all, variable: Variable) => values[variable]),
  };
}
