import { describe, expect, it } from 'vitest';
import { type GuardedRequest, refuseRequest } from '../../src/viewer/guard.js';

const local = { host: '127.0.0.1', port: 7788, token: null };
const open = { host: '0.0.0.0', port: 7788, token: 'a-token-of-enough-length' };

function ask(headers: GuardedRequest['headers'] = {}, rest: Partial<GuardedRequest> = {}): GuardedRequest {
  return { method: 'GET', target: '/', headers: { host: '127.0.0.1:7788', ...headers }, ...rest };
}

const statusOf = (request: GuardedRequest, options: Parameters<typeof refuseRequest>[1] = local) =>
  refuseRequest(request, options)?.status ?? 200;

describe('the guard', () => {
  it.each(['127.0.0.1:7788', 'localhost:7788', 'LOCALHOST:7788', '[::1]:7788', '127.8.9.1:7788'])(
    'knows itself as %s',
    (host) => {
      expect(statusOf(ask({ host }))).toBe(200);
    },
  );

  it.each([
    'evil.example:7788',
    'evil.example',
    '127.0.0.1',
    '127.0.0.1:80',
    'localhost:7788.evil.example',
    '127.0.0.1.evil.example:7788',
    'localhost.evil.example:7788',
    'evil.example@127.0.0.1:7788',
    '127.0.0.1:7788@evil.example',
    '192.168.1.5:7788',
    '[::2]:7788',
    '0.0.0.0:7788',
    '',
    'localhost:7788, evil.example',
  ])('refuses the name %j', (host) => {
    expect(statusOf(ask({ host }))).toBe(403);
  });

  it('refuses a request that names no host', () => {
    expect(statusOf({ method: 'GET', target: '/', headers: {} })).toBe(403);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'BREW'])(
    'refuses the method %s',
    (method) => {
      expect(statusOf(ask({}, { method }))).toBe(405);
    },
  );

  it.each(['http://evil.example/', '*', '', 'runs'])('refuses the target %j', (target) => {
    expect(statusOf(ask({}, { target }))).toBe(400);
  });

  it.each(['/..', '/runs/%2E%2e/x', '/a/..%2fb', '/a%5c..%5cb', '/./x', '/runs/x%00', '/compare?a=%00'])(
    'has nothing at %j',
    (target) => {
      expect(statusOf(ask({}, { target }))).toBe(404);
    },
  );

  it.each(['/runs/a..b', '/runs/...', '/compare?a=../x', '/runs/%252e%252e'])('may look for %j', (target) => {
    expect(statusOf(ask({}, { target }))).toBe(200);
  });

  it.each([
    [{ origin: 'http://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://127.0.0.1:7788' }],
    [{ origin: 'http://127.0.0.1:7789' }],
    [{ origin: 'http://localhost:7788' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    [{ 'sec-fetch-site': 'nonsense' }],
  ])('refuses what another site asks for: %j', (headers) => {
    expect(statusOf(ask(headers))).toBe(403);
  });

  it.each([
    [{ origin: 'http://127.0.0.1:7788', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('lets its own pages and people ask: %j', (headers) => {
    expect(statusOf(ask(headers))).toBe(200);
  });

  it('takes any address but no name of others where more than this machine can reach it', () => {
    const target = `/?token=${open.token}`;
    const asking = (host: string) => statusOf(ask({ host }, { target }), open);
    expect(asking('192.168.1.5:7788')).toBe(200);
    expect(asking('[2001:db8::1]:7788')).toBe(200);
    expect(asking('evil.example:7788')).toBe(403);
    expect(statusOf(ask({ host: 'box.local:7788' }, { target }), { ...open, host: 'Box.local' })).toBe(200);
  });

  it.each([
    ['in the address', ask({}, { target: `/runs?token=${open.token}&page=2` })],
    ['in its cookie', ask({ cookie: `other=1; planwright-7788=${open.token}` })],
  ])('takes a token %s', (_where, request) => {
    expect(statusOf(request, open)).toBe(200);
  });

  it.each([
    ['no token', ask()],
    ['a wrong one', ask({}, { target: '/?token=a-token-of-enough-lengt' })],
    ['an empty one', ask({}, { target: '/?token=' })],
    ["another port's cookie", ask({ cookie: `planwright-7789=${open.token}` })],
    ['one in the path', ask({}, { target: `/${open.token}` })],
  ])('refuses %s', (_what, request) => {
    expect(statusOf(request, open)).toBe(401);
  });
});
