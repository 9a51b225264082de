/** What a user may choose about the HotpotQA world. */
import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import type { JsonObject } from '../../util/json.js';

/** Whose texts and rules the world has. */
export const behaviours = ['react', 'autoplan'] as const;
/** `react` (the default) or `autoplan`. */
export type BehaviourName = (typeof behaviours)[number];

const plainDate = z.iso.date('must be a date such as 2017-10-01');

const schema = z.strictObject({
  behaviour: z.enum(behaviours).default('react'),
  /** Where pages come from: the question's own paragraphs, those of the whole suite, or a live MediaWiki site. */
  backend: z.enum(['context', 'corpus', 'mediawiki']).default('context'),
  /** For `mediawiki`: who asks, as its rules of use want it: name and version, and a way to reach the user. */
  userAgent: z
    .string()
    .regex(/^[\x20-\x7e]*[A-Za-z][\x20-\x7e]*$/, 'must be plain text that says who asks')
    .optional(),
  /** For `mediawiki`: the site's API. */
  baseUrl: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  /** For `mediawiki`: pages as they were at the start of this day (UTC), or `now`. */
  before: z.union([z.literal('now'), plainDate]).optional(),
});

/** The choices, complete but for what only the backend `mediawiki` has. */
export type HotpotqaOptions = z.infer<typeof schema>;

const onlyLive = ['userAgent', 'baseUrl', 'before'] as const;

/** Reads the options of the settings. Throws a UsageError that names the option and what there is. */
export function readOptions(given: JsonObject): HotpotqaOptions {
  const result = schema.safeParse(given);
  if (!result.success) throw complain(result.error.issues[0]);
  const options = result.data;
  const misplaced = onlyLive.find((name) => options[name] !== undefined);
  if (options.backend !== 'mediawiki' && misplaced !== undefined) {
    throw new UsageError(`hotpotqa: option '${misplaced}' is for the backend mediawiki`, 'leave it out');
  }
  return options;
}

function complain(issue: z.core.$ZodIssue | undefined): UsageError {
  if (issue?.code === 'unrecognized_keys') {
    const has = Object.keys(schema.shape).join(', ');
    return new UsageError(`hotpotqa has no option '${issue.keys[0]}'`, `it has: ${has}`);
  }
  return new UsageError(`hotpotqa: option '${issue?.path.join('.')}': ${issue?.message ?? 'invalid'}`);
}
