import { UsageError } from '../core/errors.js';
import { keepSecret } from '../util/secrets.js';

/** Where Redis is if nobody says otherwise. */
const usualUrl = 'redis://127.0.0.1:6379';

/** The URL to use: the one given, else `REDIS_URL`, else that of this machine. Throws a UsageError that shows no secret. */
export function resolveRedisUrl(
  given: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const text = given ?? (variables.REDIS_URL?.trim() || usualUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError(
      'the address of Redis is not a redis:// or rediss:// URL',
      `for example ${usualUrl}`,
    );
  for (const secret of [url.password, decode(url.password), url.username && decode(url.username)])
    keepSecret(secret);
  return text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
