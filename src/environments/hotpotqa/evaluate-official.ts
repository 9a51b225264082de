/** The official evaluation of a whole set of predictions (Yang et al. 2018, `hotpot_evaluate_v1.py`). */
import { answerOverlap, exactMatch, harmonicMean, type Overlap } from './scoring.js';

/** A sentence of a page, by its number from 0. */
export type SupportingFact = readonly [title: string, sentence: number];

/** What was answered, by question id, as the official file has it. */
export interface Predictions {
  readonly answer: Readonly<Record<string, string>>;
  readonly sp: Readonly<Record<string, readonly SupportingFact[]>>;
}

/** One question with its right answer. */
export interface GoldQuestion {
  readonly id: string;
  readonly answer: string;
  readonly supportingFacts: readonly SupportingFact[];
}

/** The measures of one question; `em` is 0 or 1. */
export interface Measures extends Overlap {
  readonly em: number;
}

/** Means over all questions, each in [0, 1]; what was not answered counts as 0. */
export interface OfficialScores {
  readonly answer: Measures;
  readonly supportingFacts: Measures;
  readonly joint: Measures;
  /** Ids of the questions without an answer, and without supporting facts. */
  readonly missing: { readonly answer: readonly string[]; readonly supportingFacts: readonly string[] };
}

const nothing: Measures = { em: 0, f1: 0, precision: 0, recall: 0 };

/** Scores all questions. The joint measures of a question count where both its parts are there. */
export function evaluateOfficial(predictions: Predictions, gold: readonly GoldQuestion[]): OfficialScores {
  const sums = { answer: nothing, supportingFacts: nothing, joint: nothing };
  const missing = { answer: [] as string[], supportingFacts: [] as string[] };
  for (const { id, answer, supportingFacts } of gold) {
    const given = ownValue(predictions.answer, id);
    const facts = ownValue(predictions.sp, id);
    const byAnswer = given === undefined ? undefined : scoreAnswer(given, answer);
    const byFacts = facts === undefined ? undefined : scoreFacts(facts, supportingFacts);
    if (byAnswer === undefined) missing.answer.push(id);
    else sums.answer = add(sums.answer, byAnswer);
    if (byFacts === undefined) missing.supportingFacts.push(id);
    else sums.supportingFacts = add(sums.supportingFacts, byFacts);
    if (byAnswer && byFacts) sums.joint = add(sums.joint, joinMeasures(byAnswer, byFacts));
  }
  return {
    answer: divide(sums.answer, gold.length),
    supportingFacts: divide(sums.supportingFacts, gold.length),
    joint: divide(sums.joint, gold.length),
    missing,
  };
}

/** Exact match and F1 of an answer. */
export function scoreAnswer(prediction: string, gold: string): Measures {
  return { em: exactMatch(prediction, gold) ? 1 : 0, ...answerOverlap(prediction, gold) };
}

/** Exact match and F1 of a set of supporting facts. */
export function scoreFacts(prediction: readonly SupportingFact[], gold: readonly SupportingFact[]): Measures {
  const keys = (facts: readonly SupportingFact[]) => new Set(facts.map((fact) => JSON.stringify(fact)));
  const [given, wanted] = [keys(prediction), keys(gold)];
  const right = [...given].filter((key) => wanted.has(key)).length;
  const precision = given.size > 0 ? right / given.size : 0;
  const recall = wanted.size > 0 ? right / wanted.size : 0;
  const em = right === given.size && right === wanted.size ? 1 : 0;
  return { em, precision, recall, f1: harmonicMean(precision, recall) };
}

/** The joint measures of a question: the products of both parts. */
export function joinMeasures(answer: Measures, facts: Measures): Measures {
  const precision = answer.precision * facts.precision;
  const recall = answer.recall * facts.recall;
  return { em: answer.em * facts.em, precision, recall, f1: harmonicMean(precision, recall) };
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function add(a: Measures, b: Measures): Measures {
  return {
    em: a.em + b.em,
    f1: a.f1 + b.f1,
    precision: a.precision + b.precision,
    recall: a.recall + b.recall,
  };
}

function divide({ em, f1, precision, recall }: Measures, by: number): Measures {
  if (by === 0) return nothing;
  return { em: em / by, f1: f1 / by, precision: precision / by, recall: recall / by };
}
