import { messageOf, UsageError } from '../core/errors.js';
import { systemClock } from '../util/clock.js';
import { startDeadline } from '../util/deadline.js';
import { hideSecrets } from '../util/secrets.js';

/** Names of the models that an OpenAI-compatible server offers. Throws a UsageError when it cannot be asked. */
export async function listModels(baseUrl: string, apiKey: string): Promise<string[]> {
  const remedy = 'start the server, correct model.baseUrl, or set model.name';
  const deadline = startDeadline(systemClock, 10_000);
  try {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await fetch(`${baseUrl}/models`, { headers, signal: deadline.signal });
    const names = readNames(await response.json().catch(() => null));
    if (response.ok && names) return names;
    throw new UsageError(`${baseUrl}/models: answered HTTP ${response.status} and no list of models`, remedy);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new UsageError(`${baseUrl}: can not be reached (${messageOf(cause)})`, remedy);
  } finally {
    deadline.cancel();
  }
}

function readNames(body: unknown): string[] | null {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data))
    return null;
  return body.data.flatMap((entry: { id?: unknown } | null) =>
    typeof entry?.id === 'string' ? [hideSecrets(entry.id)] : [],
  );
}
