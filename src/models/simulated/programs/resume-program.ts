import { flatten, type Program, type ProgramStep } from './program.js';
import type { Try } from './read-programming.js';

/**
 * The step at which a new program goes on after the last try: the one that failed, where the new program has it.
 * Where the old one ran to its end in vain, the first that does something else, unless the thing has left the hands
 * meanwhile.
 */
export function stepToResumeAt(last: Try | undefined, latest: Program | null): number {
  const has = (number: number) => latest?.steps.some(({ step }) => step === number) ?? false;
  const { program, failure } = last ?? {};
  if (failure?.step) return has(failure.step) ? failure.step : 1;
  const putDown = program?.steps.some((step) =>
    actionsOf(step).some((action) => /^(?:move|put) /.test(action)),
  );
  if (!failure?.ended || !program || !latest || putDown) return 1;
  const other = latest.steps.find(
    (step, i) => actionsOf(step).at(-1) !== actionsOf(program.steps[i] ?? { ...step, do: [] }).at(-1),
  );
  return other?.step ?? 1;
}

function actionsOf(step: ProgramStep): string[] {
  return flatten(step.do).flatMap((command) => ('action' in command ? [command.action] : []));
}
