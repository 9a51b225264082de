/** Programs as the simulated model understands them from their description: steps that hold commands. */

/** One command. `{name}` in a text stands for something to be found or already found. */
export type Command =
  | { readonly action: string; readonly expect?: string }
  | {
      readonly forEach: string;
      readonly in: readonly string[] | string;
      readonly do: readonly Command[];
      readonly until?: string;
    }
  | { readonly if: string; readonly do: readonly Command[]; readonly else?: readonly Command[] }
  | { readonly ask: string; readonly as: string };

/** A step with its reason. */
export interface ProgramStep {
  readonly step: number;
  readonly why: string;
  readonly do: readonly Command[];
}

/** A whole program. */
export interface Program {
  readonly steps: readonly ProgramStep[];
}

/** A step's reason and commands; `numberSteps` gives them their numbers. */
export type Part = Omit<ProgramStep, 'step'>;

/** A program of these parts in order. */
export function numberSteps(parts: readonly Part[]): Program {
  return { steps: parts.map((part, i) => ({ step: i + 1, ...part })) };
}

/** A program as it is written in a reply. */
export function formatProgram(program: Program): string {
  return JSON.stringify(program);
}

/** A program found in a text, with the place where it begins. */
export interface FoundProgram {
  readonly program: Program;
  readonly start: number;
}

/** The programs that stand in a text, in order; what only looks like one is passed over. */
export function findPrograms(text: string): FoundProgram[] {
  const found: FoundProgram[] = [];
  let unclosed = 0;
  const opening = /\{\s*"steps"\s*:/g;
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const end = closingBrace(text, match.index);
    if (end < 0 && ++unclosed > mostUnclosed) break;
    const program = end < 0 ? null : parseProgram(text.slice(match.index, end + 1));
    if (!program) continue;
    found.push({ program, start: match.index });
    opening.lastIndex = end;
  }
  return found;
}

/** Longer programs are not read. */
const mostCharacters = 30_000;
/** After so many that break off, a reader looks for no more. */
const mostUnclosed = 20;

/** Where the brace that opens at `start` is closed; -1 where it is not, or too far away. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  const end = Math.min(text.length, start + mostCharacters);
  for (let i = start; i < end; i++) {
    const sign = text[i];
    if (quoted) {
      if (sign === '\\') i++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return i;
  }
  return -1;
}

function parseProgram(text: string): Program | null {
  try {
    const value: unknown = JSON.parse(text);
    const steps = isRecord(value) && Array.isArray(value.steps) ? value.steps.filter(isRecord) : [];
    if (steps.length === 0) return null;
    return {
      steps: steps.map((step, i) => ({
        step: typeof step.step === 'number' ? step.step : i + 1,
        why: textOf(step.why),
        do: commandsIn(step.do),
      })),
    };
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Commands of any shape that says what it is; a reader lives with the rest missing. */
function commandsIn(value: unknown): Command[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((raw): Command[] => {
    if (typeof raw.action === 'string') return [{ action: raw.action, ...optional('expect', raw.expect) }];
    if (typeof raw.ask === 'string') return [{ ask: raw.ask, as: textOf(raw.as) }];
    if (typeof raw.if === 'string')
      return [{ if: raw.if, do: commandsIn(raw.do), else: commandsIn(raw.else) }];
    if (typeof raw.forEach !== 'string') return [];
    const list = Array.isArray(raw.in) ? raw.in.map(textOf) : textOf(raw.in);
    return [{ forEach: raw.forEach, in: list, do: commandsIn(raw.do), ...optional('until', raw.until) }];
  });
}

function optional<Key extends string>(key: Key, value: unknown): Partial<Record<Key, string>> {
  return typeof value === 'string' ? ({ [key]: value } as Partial<Record<Key, string>>) : {};
}

/** All commands, those inside others included, in the order in which they are written. */
export function flatten(commands: readonly Command[]): Command[] {
  return commands.flatMap((command) => [
    command,
    ...('do' in command ? flatten(command.do) : []),
    ...('else' in command ? flatten(command.else ?? []) : []),
  ]);
}
