import { messageOf, UsageError } from '../core/errors.js';
import { systemClock } from '../util/clock.js';
import { startDeadline } from './deadline.js';

/** Names of the models that an OpenAI-compatible server offers. Throws a UsageError when it cannot be asked. */
export async function listModels(baseUrl: string, apiKey: string): Promise<string[]> {
  const remedy = 'start the server, correct model.baseUrl, or set model.name';
  const deadline = startDeadline(systemClock, 10_000, undefined);
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/models`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: deadline.signal,
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new UsageError(`${baseUrl}: cannot be reached (${messageOf(cause)})`, remedy);
  } finally {
    deadline.cancel();
  }
  const body: unknown = await response.json().catch(() => null);
  const data =
    typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data)
      ? body.data
      : null;
  if (!response.ok || data === null)
    throw new UsageError(`${baseUrl}/models: answered HTTP ${response.status} and no list`, remedy);
  return data.flatMap((entry: { id?: unknown }) => (typeof entry.id === 'string' ? [entry.id] : []));
}
