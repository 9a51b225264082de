import { LineCounter, parseDocument } from 'yaml';
import { findYamlExcess } from './yaml-limits.js';

/** A YAML text as plain data, or what is wrong with it. */
export type StrictYaml =
  | { readonly value: unknown; readonly problem?: never }
  | { readonly value?: never; readonly problem: YamlProblem };

/** What is wrong with a YAML text. */
export interface YamlProblem {
  /** From 1; null where it is no one line. */
  readonly line: number | null;
  readonly message: string;
  readonly remedy: string;
}

/** Reads YAML as files for exchange need it: core schema, no repeated keys, no aliases, and warnings are problems. */
export function readStrictYaml(text: string): StrictYaml {
  const excess = findYamlExcess(text);
  if (excess !== null)
    return { problem: { line: excess.line, message: excess.problem, remedy: 'correct the YAML' } };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    schema: 'core',
    uniqueKeys: true,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter,
    logLevel: 'silent',
  });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const { line } = lineCounter.linePos(problem.pos[0]);
    return { problem: { line, message: problem.message, remedy: 'correct the YAML' } };
  }
  try {
    return { value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      problem: { line: null, message: `aliases are not allowed (${reason})`, remedy: 'write it out' },
    };
  }
}
