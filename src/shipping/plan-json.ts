/** A plan as JSON: all that its file says, or as the saved state of a DSPy program with one predictor. */
import { describeFrontMatter, type PlanFile } from '../plans/index.js';
import { showJsonPlainly } from '../util/show-plainly.js';

/** Format of a plain plan as JSON, which has a text and nothing else. */
export const plainFormat = 'planwright.plain/v1';

/** What stands above the plan in its file, and the plan as `text`. */
export function renderPlanJson({ plan, details }: PlanFile): string {
  const about =
    details === null ? { schema: plainFormat, content_hash: plan.id } : describeFrontMatter(plan, details);
  return format({ ...about, text: plan.text });
}

/**
 * The state of a DSPy module with a predictor `predict`, as `module.load()` reads it: the plan as its instructions; fields
 * are those of the module that loads it.
 */
export function renderDspy({ plan, details }: PlanFile): string {
  const about =
    details === null ? { schema: plainFormat, content_hash: plan.id } : describeFrontMatter(plan, details);
  return format({
    predict: {
      traces: [],
      train: [],
      demos: [],
      signature: { instructions: plan.text, fields: [] },
      lm: null,
    },
    metadata: { dependency_versions: {}, planwright: about },
  });
}

function format(value: object): string {
  return `${showJsonPlainly(JSON.stringify(value, null, 2))}\n`;
}
