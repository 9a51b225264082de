/** Steps of a plan that a request lists with ids, and what it asks about them. */

/** A step with its id, and what the request says of it so far. */
export interface ListedStep {
  readonly id: string;
  readonly text: string;
  /** Numbers of jobs; 0 where nothing is said. */
  readonly helped: number;
  readonly hurt: number;
}

const listed = /^\s*(?:[-*•]\s*|\d+[.)]\s+)?[[(<]?([a-z]{1,6}-?\d+)[\])>:.]+\s+(\S.*)$/i;
const said = /\s*[([]([^()[\]]*\b(?:help|hurt|harm)[^()[\]]*)[)\]]\s*$/i;

/** The listed steps, in order. */
export function readListedSteps(text: string): ListedStep[] {
  return text.split('\n').flatMap((line) => {
    const [, id, rest] = listed.exec(line) ?? [];
    if (id === undefined || rest === undefined) return [];
    const evidence = said.exec(rest)?.[1] ?? '';
    const step = evidence === '' ? rest : rest.replace(said, '');
    return [
      { id, text: step.trim(), helped: countOf(/help/i, evidence), hurt: countOf(/hurt|harm/i, evidence) },
    ];
  });
}

function countOf(word: RegExp, evidence: string): number {
  const part = evidence.split(/[,;]/).find((one) => word.test(one));
  return Number(/\d+/.exec(part ?? '')?.[0] ?? 0);
}

/** Whether the end of a request asks, as JSON, which of the listed steps helped and which hurt. */
export function asksAboutSteps(last: string): boolean {
  const tail = lastParagraph(last);
  const both = /\bhelp\w*\b/i.test(tail) && /\b(?:hurt|harm)\w*\b/i.test(tail);
  return both && /\bjson\b/i.test(tail) && !/\boperation/i.test(tail) && readListedSteps(last).length > 0;
}

/** Whether the end of a request asks for changes of a plan as JSON. */
export function asksForEdits(last: string): boolean {
  const tail = lastParagraph(last);
  return /\bjson\b/i.test(tail) && /\b(?:edit|operation)s?\b/i.test(tail);
}

/** The last paragraph of a request: what it asks for. */
export function lastParagraph(text: string): string {
  return (
    text
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  );
}
