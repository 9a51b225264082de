import type { IncomingMessage, ServerResponse } from 'node:http';
import { tokenCookie, tokenInQuery } from './access-token.js';
import { type GuardOptions, type Refusal, refuseRequest } from './guard.js';
import { securityHeaders } from './security-headers.js';

/** Answers a request of Node's server. */
export type RequestAnswer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What is asked when a request has passed, and the page for one that has not. */
export interface GuardedAnswers {
  readonly answer: RequestAnswer;
  readonly renderRefusal: (refusal: Refusal) => Promise<string>;
}

/**
 * Puts the guard before an answer: what it refuses reads nothing. Every response has the security headers. A token in
 * the address becomes a cookie, so that it stands in no link, no bookmark and no history beyond the first.
 */
export function answerGuarded({ answer, renderRefusal }: GuardedAnswers, guard: GuardOptions): RequestAnswer {
  return async (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const { method = '', url: target = '', headers } = request;
    const refusal = refuseRequest({ method, target, headers }, guard);
    if (refusal !== null) {
      response.writeHead(refusal.status, {
        'content-type': 'text/html; charset=utf-8',
        ...(refusal.status === 405 ? { allow: 'GET, HEAD' } : {}),
      });
      response.end(method === 'HEAD' ? undefined : await renderRefusal(refusal));
      return;
    }
    if (guard.token !== null && tokenInQuery(target) !== null) {
      const cookie = `${tokenCookie(guard.port)}=${guard.token}; Path=/; HttpOnly; SameSite=Strict`;
      response.writeHead(302, { location: withoutToken(target), 'set-cookie': cookie });
      response.end();
      return;
    }
    await answer(request, response);
  };
}

function withoutToken(target: string): string {
  const [path = '/', ...rest] = target.split('?');
  const query = new URLSearchParams(rest.join('?'));
  query.delete('token');
  // Two slashes in front would be the name of another host.
  const local = path.replace(/^[\\/]+/, '/');
  return query.size === 0 ? local : `${local}?${query}`;
}
