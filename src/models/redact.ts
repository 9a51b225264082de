import { noApiKey } from './api-key.js';

const hidden = '[key]';

/**
 * A function that takes keys out of a text: the given one wherever it stands, and whatever looks like one
 * (`sk-...`, `Bearer ...`), since servers echo keys in their error messages, some of them shortened.
 */
export function createRedactor(apiKey: string): (text: string) => string {
  const secret = apiKey === noApiKey || apiKey === '' ? null : apiKey;
  return (text) => {
    const byValue = secret === null ? text : text.replaceAll(secret, hidden);
    return byValue.replace(/\bsk-[\w*.-]{4,}/g, hidden).replace(/\bBearer\s+[^\s"',]+/gi, `Bearer ${hidden}`);
  };
}
