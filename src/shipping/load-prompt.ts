import { createPlan, isPlanReference, type PlanFile, type PlanFileOptions } from '../plans/index.js';
import { kindOf } from '../util/files.js';
import { findBlocks } from './managed-block.js';
import { findPrompt, splitPart } from './prompt-place.js';
import { type ReadPlan, readPlan, readPlanText, usualNameOf } from './read-plan.js';

/**
 * Reads what a training starts from or an evaluation follows: whatever `readPlan` reads, and `FILE#PART` for one managed
 * block of a file or one section of Markdown. Throws a UsageError that names file and part.
 */
export function loadPrompt(reference: string, options: PlanFileOptions = {}): PlanFile {
  return readPrompt(reference, options).planFile;
}

/** The same with a name for it. */
export function readPrompt(reference: string, options: PlanFileOptions = {}): ReadPlan {
  const { path, part } = splitPart(reference);
  if (part === null || kindOf(reference) !== null || isPlanReference(reference))
    return readPlan(reference, options);
  const text = readPlanText(path);
  if (findBlocks(text, path).some(({ id }) => id === part))
    return readPlan(path, { ...options, block: part });
  const { prompt } = findPrompt(text, path, part);
  const plan = createPlan({ text: prompt, iteration: 0, environment: '', taskType: '' });
  return { usualName: usualNameOf(part), planFile: { plan, details: null, edited: false, warnings: [] } };
}
