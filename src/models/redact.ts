import { hideSecrets, keepSecret } from '../util/secrets.js';
import { noApiKey } from './api-key.js';

const hidden = '[key]';

/**
 * A function that takes keys out of a server's error message: whatever `hideSecrets` knows, the given key, and whatever
 * else looks a little like one (`sk-...`, `Bearer ...`), since servers echo keys shortened. From now on `hideSecrets`
 * knows the key too.
 */
export function createRedactor(apiKey: string): (text: string) => string {
  const secret = apiKey === noApiKey || apiKey === '' ? null : apiKey;
  if (secret !== null) keepSecret(secret);
  return (text) => {
    const byValue = hideSecrets(secret === null ? text : text.replaceAll(secret, hidden));
    return byValue.replace(/\bsk-[\w*.-]{4,}/g, hidden).replace(/\bBearer\s+[^\s"',]+/gi, `Bearer ${hidden}`);
  };
}
