import { UsageError } from '../core/errors.js';

/** Environment variables by name, as in `process.env`. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Sent where a local server wants some key but checks none; not a secret. */
export const noApiKey = 'none';

/** Where OpenAI's own API is. */
export const openAiUrl = 'https://api.openai.com/v1';

/**
 * The base URL to use: the one given, else `OPENAI_BASE_URL`, else OpenAI's. Throws a UsageError when it is not
 * an http(s) URL, or when it holds a user name, a password or a query (they would end up in records); the message does
 * not repeat them.
 */
export function resolveBaseUrl(given: string | undefined, variables: EnvironmentVariables): string {
  const text = given ?? (variables.OPENAI_BASE_URL?.trim() || openAiUrl);
  const remedy = 'put the key into an environment variable and name it with apiKeyEnv';
  // Whatever stands before an @ may be a secret, in a URL that can not be read too.
  if (text.includes('@'))
    throw new UsageError(`the base URL for ${hostWithin(text)} holds a user name or a password`, remedy);
  if (/[?#]/.test(text))
    throw new UsageError(`the base URL for ${hostWithin(text)} holds a query, after ? or #`, remedy);
  if (!URL.canParse(text))
    throw new UsageError(`base URL "${text}" is not a URL`, `for example ${openAiUrl}`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`base URL "${text}" is not http or https`, `for example ${openAiUrl}`);
  return text.replace(/\/+$/, '');
}

/** The host of something like a URL, without anything that could be a secret. */
function hostWithin(text: string): string {
  const host = text.slice(text.lastIndexOf('@') + 1).replace(/^[a-z]+:\/\//i, '');
  return /^[\w.:[\]-]+/.exec(host)?.[0] ?? 'the model';
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
