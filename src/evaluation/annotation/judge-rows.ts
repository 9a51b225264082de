/** From annotators' marks to verdicts, and how much the annotators agree (AutoPlan paper, section 4.1 and appendix B.2). */
import { fleissKappa } from '../../stats/index.js';

/** An annotator's mark: whether the answer is right; null where there is none. */
export type Mark = boolean | null;

/** What the annotators together say of an answer. */
export type Verdict = 'right' | 'wrong' | 'undecided';

/** How much annotators agree. Answers that lack a mark are left out. */
export interface Agreement {
  /** Answers that all annotators marked. */
  readonly answers: number;
  /** Those of them that all marked alike. */
  readonly unanimous: number;
  /** Share of those; null without answers. */
  readonly share: number | null;
  /** Fleiss' kappa; null where it says nothing: one annotator, no answers, or one mark throughout. */
  readonly kappa: number | null;
}

/** What more than half of all annotators say, those included who left it unmarked; undecided without such a majority. */
export function majorityOf(marks: readonly Mark[]): Verdict {
  const [right, wrong] = countMarks(marks);
  if (2 * right > marks.length) return 'right';
  return 2 * wrong > marks.length ? 'wrong' : 'undecided';
}

/** Agreement over answers, each with the marks of all annotators in the same order. */
export function measureAgreement(answers: readonly (readonly Mark[])[]): Agreement {
  const whole = answers.filter((marks) => !marks.includes(null));
  const counts = whole.map(countMarks);
  const unanimous = counts.filter((pair) => pair.includes(0)).length;
  const hasSeveral = whole.every((marks) => marks.length > 1);
  return {
    answers: whole.length,
    unanimous,
    share: whole.length === 0 ? null : unanimous / whole.length,
    kappa: hasSeveral ? fleissKappa(counts) : null,
  };
}

function countMarks(marks: readonly Mark[]): [right: number, wrong: number] {
  return [marks.filter((mark) => mark === true).length, marks.filter((mark) => mark === false).length];
}
