/**
 * Who may ask the viewer for what. The pages hold what a run saw, so a page of another site must not get at them: not
 * by a name of its own that leads here (DNS rebinding), not by a request that this browser makes for it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../models/api-key.js';
import { holdsToken } from './access-token.js';

/** What the viewer listens on, and what it asks for. */
export interface GuardOptions {
  /** The address or name that it was told to listen on. */
  readonly host: string;
  readonly port: number;
  /** Whoever does not have it is refused; null where nobody needs one. */
  readonly token: string | null;
}

/** The parts of a request that decide. */
export interface GuardedRequest {
  readonly method: string;
  /** As it stands in the first line of the request, for example `/runs/mine?page=2`. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405;
  /** What was wrong, for a page. */
  readonly problem: string;
  /** What its sender can do about it. */
  readonly remedy: string;
}

/** Looks at a request before anything is read for it; null where it may pass. */
export function refuseRequest(request: GuardedRequest, options: GuardOptions): Refusal | null {
  return (
    refuseMethod(request) ??
    refuseTarget(request) ??
    refuseHost(request, options) ??
    refuseSite(request) ??
    refuseStranger(request, options)
  );
}

function refuseMethod({ method }: GuardedRequest): Refusal | null {
  if (method === 'GET' || method === 'HEAD') return null;
  return refusal(405, 'This viewer only shows things: it takes GET and HEAD.', 'Nothing was changed.');
}

/** No address of ours goes upwards, or has a NUL in it: whoever sends one is looking for something else. */
function refuseTarget({ target }: GuardedRequest): Refusal | null {
  if (!target.startsWith('/'))
    return refusal(400, 'That is no address of this viewer.', 'An address here begins with a slash.');
  const [path = ''] = target.split('?');
  const segments = path.replace(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i);
  const isOdd = segments.some((segment) => segment === '.' || segment === '..') || target.includes('%00');
  return isOdd ? refusal(404, 'There is no such page.', 'No address here goes upwards.') : null;
}

function refuseHost({ headers }: GuardedRequest, { host, port }: GuardOptions): Refusal | null {
  const [, name, givenPort] = /^(\[[\da-f:.]+\]|[^:[\]@/\s]+)(?::(\d+))?$/i.exec(headers.host ?? '') ?? [];
  if (name !== undefined && Number(givenPort ?? 80) === port && isOwnName(name.toLowerCase(), host))
    return null;
  return refusal(
    403,
    'This viewer is not known by the name that was asked for.',
    'Open the address that planwright view printed.',
  );
}

/** Another site can make a name of its own lead here, but not an address: a browser takes that as it is. */
function isOwnName(name: string, host: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '');
  if (isLoopback(bare)) return true;
  return !isLoopback(host) && (bare === host.toLowerCase() || isIP(bare) !== 0);
}

function refuseSite({ headers }: GuardedRequest): Refusal | null {
  const { host, origin } = headers;
  const site = headers['sec-fetch-site'];
  const isOurs = site === undefined || site === 'same-origin' || site === 'none';
  if (isOurs && (origin === undefined || origin === `http://${host}`)) return null;
  return refusal(
    403,
    'Another site asked for this page.',
    'If it was you who followed a link, follow the one below or type the address yourself.',
  );
}

function refuseStranger({ target, headers }: GuardedRequest, { port, token }: GuardOptions): Refusal | null {
  if (token === null || holdsToken({ target, headers }, { port, token })) return null;
  return refusal(401, 'This viewer asks for its token.', 'Open the address that planwright view printed.');
}

function refusal(status: Refusal['status'], problem: string, remedy: string): Refusal {
  return { status, problem, remedy };
}
