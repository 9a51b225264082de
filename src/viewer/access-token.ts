/** The token that a viewer asks for that more than this machine can reach. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { UsageError } from '../core/errors.js';

/** Fewest characters of a token: one that is shorter may be found by trying. */
const shortestToken = 16;

/** A token nobody can guess. The one thing in the project that is random and not seeded: it is no part of any result. */
export function createToken(): string {
  return randomBytes(18).toString('base64url');
}

/** Throws a UsageError for a token that could be guessed, or that can not stand in an address. */
export function checkToken(token: string): void {
  if (/^[\w.~-]+$/.test(token) && token.length >= shortestToken && token.length <= 200) return;
  throw new UsageError(
    '--token: not a token',
    `give ${shortestToken} to 200 letters, digits, - _ . and ~, or leave it out to get one`,
  );
}

/** Name of the cookie that keeps a token. Browsers share cookies among the ports of a host, so it names the port. */
export function tokenCookie(port: number): string {
  return `planwright-${port}`;
}

/** Where a request can hold its token. */
export interface TokenBearer {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Whether a request has the token, in its cookie or as `?token=`. */
export function holdsToken(
  { target, headers }: TokenBearer,
  { port, token }: { readonly port: number; readonly token: string },
): boolean {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const name = `${tokenCookie(port)}=`;
  const given = [
    ...cookies.filter((cookie) => cookie.startsWith(name)).map((cookie) => cookie.slice(name.length)),
    tokenInQuery(target) ?? '',
  ];
  return given.some((one) => areEqual(one, token));
}

/** The token in the query of an address; null where there is none. */
export function tokenInQuery(target: string): string | null {
  return new URLSearchParams(target.split('?').slice(1).join('?')).get('token');
}

/** Takes the same time wherever the first difference is. */
function areEqual(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
