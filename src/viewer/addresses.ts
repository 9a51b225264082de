/** Addresses of the viewer's pages, by what they show. */
import { addressOf } from './pager.js';

/** Of a run. */
export function runAddress(run: string): string {
  return `/runs/${encodeURIComponent(run)}`;
}

/** Of a run's episodes, those that fit where something is asked for. */
export function episodesAddress(run: string, filter: Readonly<Record<string, string>> = {}): string {
  return addressOf(`${runAddress(run)}/episodes`, filter);
}

/** Of one episode. */
export function episodeAddress(run: string, id: string): string {
  return addressOf(`${runAddress(run)}/episode`, { id });
}

/** Of one iteration, by the numbers of its training and its own. */
export function iterationAddress(run: string, training: number, iteration: number): string {
  const query = { training: String(training), iteration: String(iteration) };
  return addressOf(`${runAddress(run)}/iteration`, query);
}
