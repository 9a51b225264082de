/** Episodes as they were recorded on the originals, one a line. */
import { z } from 'zod';

/** One answer of the recorded server: to a search of the API, or a page by whatever way. */
const responseSchema = z.object({
  /** What was searched through the API, and its titles. */
  srsearch: z.string().optional(),
  titles: z.array(z.string()).optional(),
  /** What became of a request that may open a page. */
  resolution: z.enum(['page', 'similar', 'none', 'revision', 'oldid']).optional(),
  /** Title of the page that was served. */
  title: z.string().optional(),
});

const stepSchema = z.object({
  action: z.string(),
  /** Null where the original had nothing to show yet. */
  obs: z.string().nullable().optional(),
  /** The name of the error that the original crashed with. */
  error: z.string().optional(),
  reward: z.number().optional(),
  done: z.boolean().optional(),
  info: z.object({ em: z.boolean().optional(), f1: z.number().optional() }).optional(),
  http: z.array(responseSchema),
});

/** A recorded episode; one without a question was played on invented pages. */
export const episodeSchema = z.object({
  _id: z.string().optional(),
  question: z.string().optional(),
  answer: z.string().optional(),
  reset_obs: z.string().optional(),
  steps: z.array(stepSchema).min(1),
});

/** One answer of the recorded server. */
export type RecordedResponse = z.infer<typeof responseSchema>;
/** One action with what came of it. */
export type RecordedStep = z.infer<typeof stepSchema>;
/** A recorded episode. */
export type RecordedEpisode = z.infer<typeof episodeSchema>;
