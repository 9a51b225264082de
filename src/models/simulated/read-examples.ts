/**
 * Worked examples in a request: jobs that others did, shown to learn from. They are read as examples and never as the
 * live job: no plan, log or first observation of the job at hand comes from them.
 */

/** One turn of a log. */
export interface LoggedTurn {
  readonly thought: string;
  readonly action: string;
  readonly observation: string;
}

/** One worked example as it was shown. */
export interface Example {
  readonly job: string;
  readonly firstObservation: string;
  readonly turns: readonly LoggedTurn[];
}

/** A label before the sentence that says what a job is. */
export const jobLabel =
  /(?:your task is to:?|(?:your |the |current )?(?:job|task|goal|objective|mission|assignment)(?: is)?(?: to)?:)[ \t]*([^\n]+)/gi;

const heading = /^[ \t#*]*(?:worked )?(?:example|demonstration|sample|case|episode)s?\s*#?\d+\b[^\n]*$/i;
const said = /^[ \t]*(?:>|(?:action|act|command|you|agent|player|thought|think)(?: \d+)?:(?!$))[ \t]*(.*)$/i;
const thinks = /^[ \t]*(?:>[ \t]*)?(?:think|thought)(?: \d+)?:/i;
const seen = /^[ \t]*(?:observation|result|feedback|response|world|game)(?: \d+)?:[ \t]*/i;

/** Splits rules into what is said about this job and the examples shown, which begin at a job and hold its actions. */
export function readExamples(rules: string): {
  readonly rest: string;
  readonly examples: readonly Example[];
} {
  const starts = findJobs(rules);
  const shown = starts.map(({ index, end, job }, i) => {
    const next = starts[i + 1]?.index ?? rules.length;
    return { index, next, example: readExample(job, rules.slice(end, next)) };
  });
  const real = shown.filter(({ example }) => example.turns.length > 0);
  const first = real[0];
  if (!first) return { rest: rules, examples: [] };
  const rest = rules.slice(0, first.index) + rules.slice(real.at(-1)?.next ?? rules.length);
  return { rest, examples: real.map(({ example }) => example) };
}

/** Where jobs are named; a job that is named again at once, as worlds do in their first words, is the same one. */
function findJobs(rules: string): { index: number; end: number; job: string }[] {
  const labels = [...rules.matchAll(jobLabel)].map((match) => {
    const end = match.index + match[0].length;
    return { index: match.index, end, job: (match[1] ?? '').trim() };
  });
  return labels.filter(({ index, job }, i) => {
    const before = labels[i - 1];
    return (
      before?.job !== job ||
      rules
        .slice(before.end, index)
        .split('\n')
        .some((line) => said.test(line))
    );
  });
}

interface Line {
  readonly kind: 'thought' | 'action' | 'observation';
  text: string;
}

function readExample(job: string, body: string): Example {
  const lines = readLines(body);
  const turns: LoggedTurn[] = [];
  let thought = '';
  let firstObservation = '';
  for (const [i, { kind, text }] of lines.entries()) {
    if (kind === 'thought') thought = thought === '' ? text : `${thought} ${text}`;
    if (kind === 'observation' && i === 0) firstObservation = text;
    if (kind !== 'action') continue;
    const next = lines[i + 1];
    turns.push({ thought, action: text, observation: next?.kind === 'observation' ? next.text : '' });
    thought = '';
  }
  return { job, firstObservation, turns };
}

/** Lines by who said them; lines of one observation are joined, and what answers a thought is left out. */
function readLines(body: string): Line[] {
  const lines: Line[] = [];
  for (const line of body.split('\n')) {
    if (line.trim() === '' || heading.test(line) || line.search(jobLabel) >= 0) continue;
    const last = lines.at(-1);
    const words = said.exec(line)?.[1];
    if (thinks.test(line)) lines.push({ kind: 'thought', text: line.replace(thinks, '').trim() });
    else if (words !== undefined) lines.push({ kind: 'action', text: words.trim() });
    else if (last?.kind === 'observation') last.text += ` ${line.trim()}`;
    else if (last?.kind !== 'thought')
      lines.push({ kind: 'observation', text: line.replace(seen, '').trim() });
  }
  return lines;
}
