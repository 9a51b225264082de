import { UsageError } from '../core/errors.js';
import { plainFormat } from './plan-json.js';

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text is JSON that `renderPlanJson` or `renderDspy` made, whatever its file is called. */
export function isPlanJson(text: string): boolean {
  return text.startsWith('{') && /^ *"schema": "planwright\.pla(?:n|in)\/v\d/m.test(text);
}

/** A plan as JSON holds it. */
export interface PlanInJson {
  readonly text: string;
  readonly hash?: unknown;
  /** What its file said of it; absent for a plain plan. */
  readonly about?: unknown;
}

/** The plan of JSON that `renderPlanJson` or `renderDspy` made, or that DSPy saved. Throws a UsageError for any other. */
export function readPlanJson(value: unknown, file: string): PlanInJson {
  if (!isRecord(value)) throw noPlan(file);
  if (typeof value.text === 'string') {
    const { text, ...about } = value;
    return withAbout(text as string, about);
  }
  const { metadata, ...predictors } = value;
  const found = Object.values(predictors).flatMap((one) => {
    const signature = isRecord(one) && isRecord(one.signature) ? one.signature : {};
    return typeof signature.instructions === 'string' ? [signature.instructions] : [];
  });
  const [text] = found;
  if (text === undefined) throw noPlan(file);
  if (found.length > 1)
    throw new UsageError(
      `${file}: has ${found.length} predictors, and a plan is the instructions of one`,
      'save that predictor alone',
    );
  const about = isRecord(metadata) ? metadata.planwright : undefined;
  return isRecord(about) ? withAbout(text, about) : { text };
}

function withAbout(text: string, about: Readonly<Record<string, unknown>>): PlanInJson {
  return about.schema === plainFormat ? { text, hash: about.content_hash } : { text, about };
}

function noPlan(file: string): UsageError {
  return new UsageError(`${file}: holds no plan`, 'give a file that plan export or DSPy has written');
}
