/** AdaPlanner's programs: a plan as data, in a small language without regular expressions, and its form in JSON. */
import { z } from 'zod';
import { UsageError } from '../core/errors.js';

/** One command of a program. */
export type Command = ActionCommand | ForEachCommand | IfCommand | AskCommand;

/** Takes an action; what is observed must contain `expect` where that is given. */
export interface ActionCommand {
  readonly kind: 'action';
  readonly action: string;
  readonly expect?: string;
}

/** Runs commands once for each entry, until a pass showed `until`. A text in `in` is a slot: `{name}`. */
export interface ForEachCommand {
  readonly kind: 'forEach';
  readonly forEach: string;
  readonly in: string | readonly string[];
  readonly do: readonly Command[];
  readonly until?: string;
}

/** Runs commands where the latest observation contains the text, and others where not. */
export interface IfCommand {
  readonly kind: 'if';
  readonly if: string;
  readonly do: readonly Command[];
  readonly else?: readonly Command[];
}

/** Asks the model a question and keeps the answer. */
export interface AskCommand {
  readonly kind: 'ask';
  readonly ask: string;
  readonly as: string;
}

/** A part of a program that can be resumed. */
export interface ProgramStep {
  /** Numbers rise from step to step. */
  readonly step: number;
  readonly why: string;
  readonly do: readonly Command[];
}

/** A plan that an interpreter runs. */
export interface Program {
  readonly steps: readonly ProgramStep[];
}

/** How large a program may be. */
export const programLimits = { steps: 100, nesting: 4, entries: 200, characters: 20_000 } as const;
/** What is nested deeper than this is not even looked at. */
const jsonDepth = 50;

const text = z.string().regex(/\S/, 'is empty');
const name = z.string().regex(/^[\p{L}\p{N}_]+$/u, 'is no name: use letters, digits and _');
const slot = z.string().regex(/^\{[\p{L}\p{N}_]+\}$/u, 'is neither a list nor "{name}"');
const commands = z.array(z.lazy(() => commandSchema));
const commandKinds = ['action', 'forEach', 'if', 'ask'] as const;

const commandSchema: z.ZodType<Command> = z.preprocess(
  (value) => (isRecord(value) ? { ...value, kind: kindOf(value) } : value),
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('action'), action: text, expect: text.exactOptional() }),
      z.strictObject({
        kind: z.literal('forEach'),
        forEach: name,
        in: z.union([z.array(text).max(programLimits.entries), slot], {
          error: `is neither a list of at most ${programLimits.entries} texts nor "{name}"`,
        }),
        do: commands,
        until: text.exactOptional(),
      }),
      z.strictObject({ kind: z.literal('if'), if: text, do: commands, else: commands.exactOptional() }),
      z.strictObject({ kind: z.literal('ask'), ask: text, as: name }),
    ],
    { error: `is no command: a command has one of ${commandKinds.join(', ')}` },
  ),
);

/** The form of a program, limits of size aside. */
export const programSchema: z.ZodType<Program> = z.strictObject({
  steps: z
    .array(z.strictObject({ step: z.number().int().min(1), why: z.string(), do: commands }))
    .min(1, 'has no steps')
    .max(programLimits.steps, `has more than ${programLimits.steps} steps`),
});

/** A program, or what is wrong with it. */
export type ReadProgram =
  | { readonly program: Program; readonly problem?: never }
  | { readonly program?: never; readonly problem: string };

/** Checks any value of JSON; never throws. */
export function checkProgram(json: unknown): ReadProgram {
  if (isDeeperThan(json, jsonDepth))
    return { problem: `it is nested more than ${programLimits.nesting} deep` };
  if ((JSON.stringify(json) ?? '').length > programLimits.characters) return { problem: tooLong };
  const parsed = programSchema.safeParse(json);
  if (!parsed.success) return { problem: describeIssue(parsed.error) };
  const { steps } = parsed.data;
  const unordered = steps.findIndex(({ step }, index) => step <= (steps[index - 1]?.step ?? 0));
  if (unordered >= 0) return { problem: `steps[${unordered}].step: does not come after the one before it` };
  const deep = steps.findIndex((step) => nestingOf(step.do) > programLimits.nesting);
  if (deep >= 0)
    return { problem: `steps[${deep}].do: commands are nested more than ${programLimits.nesting} deep` };
  return { program: parsed.data };
}

const tooLong = `it is longer than ${programLimits.characters} characters`;

/** Finds the program in a model's reply, which may have other words around it; never throws. */
export function readProgram(reply: string): ReadProgram {
  const likely = reply.search(/\{\s*"steps"/);
  const start = likely < 0 ? reply.indexOf('{') : likely;
  const end = reply.lastIndexOf('}');
  if (start < 0) return { problem: 'it holds no JSON object' };
  const source = reply.slice(start, end + 1);
  if (source.length > programLimits.characters) return { problem: tooLong };
  try {
    return checkProgram(JSON.parse(source));
  } catch {
    return { problem: 'it is not valid JSON' };
  }
}

/** A program from JSON. Throws a UsageError that names the place, for example a file, and the path in the program. */
export function parseProgram(json: unknown, place = 'program'): Program {
  const { program, problem } = checkProgram(json);
  if (program !== undefined) return program;
  throw new UsageError(`${place}: ${problem}`, 'correct the program');
}

/** A program as JSON, one step a line. */
export function formatProgram({ steps }: Program): string {
  const lines = steps.map((step) =>
    JSON.stringify(step, (key, value: unknown) => (key === 'kind' ? undefined : value)),
  );
  return `{"steps": [\n${lines.join(',\n')}\n]}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: Readonly<Record<string, unknown>>): string | undefined {
  return commandKinds.find((kind) => Object.hasOwn(value, kind));
}

/** Looks no deeper than it has to, so that no depth of nesting is too much for it. */
function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

function nestingOf(list: readonly Command[]): number {
  const inner = list.map((command) => {
    if (command.kind === 'forEach') return nestingOf(command.do);
    return command.kind === 'if' ? Math.max(nestingOf(command.do), nestingOf(command.else ?? [])) : 0;
  });
  return 1 + Math.max(0, ...inner);
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  const { path, message } = issue ?? { path: [], message: 'is no program' };
  const shown = path
    .filter((key, index) => !(key === 'kind' && index === path.length - 1))
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  return shown === '' ? message : `${shown}: ${message}`;
}
