import { UsageError } from '../core/errors.js';

/** Environment variables by name, as in `process.env`. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Sent where a local server wants some key but checks none; not a secret. */
export const noApiKey = 'none';

/** Where OpenAI's own API is. */
export const openAiUrl = 'https://api.openai.com/v1';

/**
 * The base URL to use: the one given, else `OPENAI_BASE_URL`, else OpenAI's. Throws a UsageError when it is not
 * an http(s) URL, or when it holds a user name or a password (they would end up in records).
 */
export function resolveBaseUrl(given: string | undefined, variables: EnvironmentVariables): string {
  const text = given ?? (variables.OPENAI_BASE_URL?.trim() || openAiUrl);
  if (!URL.canParse(text))
    throw new UsageError(`base URL "${text}" is not a URL`, `for example ${openAiUrl}`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `the base URL for ${url.host} holds a user name or a password`,
      'put the key into an environment variable and name it with apiKeyEnv',
    );
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`base URL "${text}" is not http or https`, `for example ${openAiUrl}`);
  return text.replace(/\/+$/, '');
}

/**
 * The API key for a server. A named variable must be set; with none named, a server on this machine gets the
 * placeholder `none` (never a key meant for somebody else) and any other `OPENAI_API_KEY`. Throws a UsageError
 * that names the variable, never its value.
 */
export function resolveApiKey(
  baseUrl: string,
  apiKeyEnv: string | undefined,
  variables: EnvironmentVariables,
): string {
  const { hostname, host } = new URL(baseUrl);
  if (apiKeyEnv === undefined && isLoopback(hostname)) return noApiKey;
  const variable = apiKeyEnv ?? 'OPENAI_API_KEY';
  const key = variables[variable]?.trim() ?? '';
  if (key === '')
    throw new UsageError(
      `${host} needs an API key, and the environment variable ${variable} is not set`,
      `export ${variable}=..., or set model.provider to simulated`,
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new UsageError(
      `the key in the environment variable ${variable} has characters that no key has`,
      'copy the key again',
    );
  return key;
}

/** Whether a host name or address is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(hostname);
}
