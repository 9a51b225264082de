import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveViewer } from '../../src/viewer/index.js';
import { runsFolder, serveRuns } from './serve.js';

const readPair = () => Promise.reject(new Error('not asked for here'));
const secret = 'the-secret-of-another-folder';

describe('every answer', () => {
  it.each(['/', '/style.css', '/live.js', '/nope', '/compare'])(
    '%s has the security headers',
    async (path) => {
      const { ask } = await serveRuns(runsFolder().root);
      const { headers } = await ask(path);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self';/,
      );
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('a refusal has them, too, and reads nothing', async () => {
    const { ask } = await serveRuns(runsFolder().root);
    const { status, headers, text } = await ask('/', { headers: { host: 'evil.example' } });
    expect(status).toBe(403);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('not known by the name');
    expect(text).not.toContain('evil.example');
  });

  it('pages have no inline script or style', async () => {
    const { ask } = await serveRuns(runsFolder().root);
    for (const path of ['/', '/compare', '/nope']) {
      const { text } = await ask(path);
      expect(text).not.toMatch(/<script(?! src="\/live\.js" defer><\/script>)|<style|\sstyle=|\son\w+=/i);
    }
  });

  it('HEAD gives the headers of a page and no page', async () => {
    const { ask } = await serveRuns(runsFolder().root);
    const { status, headers, text } = await ask('/', { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(headers['content-type']).toMatch(/^text\/html/);
  });

  it('says when nothing has changed', async () => {
    const { ask } = await serveRuns(runsFolder().root);
    const { etag } = (await ask('/')).headers;
    const again = await ask('/', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('what is refused', () => {
  it('is every method but GET and HEAD, whatever it brings along', async () => {
    const { ask } = await serveRuns(runsFolder().root);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await ask('/', {
        method,
        headers: { 'content-type': 'text/plain', 'content-length': '3' },
        body: 'x=1',
      });
      expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });

  it('is what other sites ask for, also when a page of theirs is shown here', async () => {
    const { ask, port } = await serveRuns(runsFolder().root);
    const own = `127.0.0.1:${port}`;
    for (const headers of [
      { origin: 'http://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { host: `evil.example:${port}` },
      { host: own, origin: `http://localhost:${port}` },
    ]) {
      expect((await ask('/', { headers })).status).toBe(403);
    }
    expect((await ask('/', { headers: { host: `localhost:${port}` } })).status).toBe(200);
    expect((await ask('/', { headers: { origin: `http://${own}` } })).status).toBe(200);
  });

  it.each([
    'GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:PORT\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'nonsense\r\n\r\n',
    'GET //evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n',
  ])('is the raw request %j, and the viewer goes on', async (raw) => {
    const { ask, port } = await serveRuns(runsFolder().root);
    const answer = await new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(raw.replace('PORT', String(port))));
      let text = '';
      socket.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      socket.on('close', () => done(text)).on('error', fail);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await ask('/')).status).toBe(200);
  });
});

const escapes = [
  '/runs/../outside',
  '/runs/..%2foutside',
  '/runs/%2e%2e%2foutside',
  '/runs/%2e%2e/outside',
  '/runs/..%5coutside',
  '/runs/..',
  '/runs/.',
  '/runs/%2e%2e',
  '/runs/run/../../outside',
  '/runs/run%2f..%2f..%2foutside',
  '/runs/%00',
  '/runs/run%00',
  '/runs/run%00.txt',
  '/runs/%ff%fe',
  '/runs/%zz',
  '/runs/%252e%252e%252foutside',
  '/runs//etc',
  '/runs/%2fetc',
  '/runs/OUTSIDE',
  '/runs/file:%2f%2fOUTSIDE',
  '/runs/.hidden',
  '/runs/notes.txt',
  '/../../etc/passwd',
  '/outside',
  '/runs/__proto__',
];

describe('names that lead elsewhere', () => {
  it.each(escapes)('%s: nothing there, on any page', async (path) => {
    const { root, outside } = runsFolder();
    writeFileSync(join(outside, 'journal.jsonl'), secret);
    writeFileSync(join(outside, 'results.json'), secret);
    writeFileSync(join(root, 'notes.txt'), secret);
    for (const name of ['run', '.hidden']) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'manifest.json'), secret);
    }
    const { ask } = await serveRuns(root);
    const name = path.replace('OUTSIDE', encodeURIComponent(outside));
    const given = encodeURIComponent(
      decodeURIComponent(name.replace(/%(?:ff|fe|zz)/g, '')).replace('/runs/', ''),
    );
    for (const one of [
      name,
      `${name}/episodes`,
      `${name}/episode?id=x`,
      `/compare?a=${given}&b=${given}`,
      `/compare?a=run%23${given}&b=run`,
    ]) {
      const { status, text } = await ask(one);
      if (!one.startsWith('/compare')) expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain(secret);
    }
  });
});

describe('hostile folders', () => {
  it('are listed with what is wrong, and not read', async () => {
    const { root, outside } = runsFolder();
    writeFileSync(join(outside, 'secret.txt'), secret);
    mkdirSync(join(outside, 'run'));
    writeFileSync(join(outside, 'run', 'manifest.json'), secret);
    symlinkSync(join(outside, 'run'), join(root, 'linked'));
    symlinkSync(join(outside, 'nowhere'), join(root, 'dangling'));
    for (const [name, file] of [
      ['journal-link', 'journal.jsonl'],
      ['results-link', 'results.json'],
      ['plan-link', 'plans/best.md'],
    ] as const) {
      mkdirSync(join(root, name, 'plans'), { recursive: true });
      symlinkSync(join(outside, 'secret.txt'), join(root, name, file));
    }
    mkdirSync(join(root, 'folder-link'));
    symlinkSync('/', join(root, 'folder-link', 'plans'));
    mkdirSync(join(root, 'pipe'));
    execFileSync('mkfifo', [join(root, 'pipe', 'journal.jsonl')]);
    mkdirSync(join(root, 'huge'));
    writeFileSync(join(root, 'huge', 'results.json'), '');
    truncateSync(join(root, 'huge', 'results.json'), 2 ** 40);
    mkdirSync(join(root, 'deep', ...Array.from({ length: 12 }, () => 'x')), { recursive: true });
    mkdirSync(join(root, 'empty'));

    const { ask } = await serveRuns(root);
    const { status, text } = await ask('/');
    expect(status).toBe(200);
    for (const problem of [
      'Not read: it is a link, and links are not followed.',
      'Not read: journal.jsonl is a link, and links are not followed.',
      'Not read: results.json is a link, and links are not followed.',
      'Not read: plans/best.md is a link, and links are not followed.',
      'Not read: plans is a link, and links are not followed.',
      'Not read: journal.jsonl is not a file.',
      'Not read: results.json is too large.',
      'is too deep.',
      'Not a run: nothing in this folder is from one.',
    ])
      expect(text).toContain(problem);
    for (const name of [
      'linked',
      'dangling',
      'journal-link',
      'results-link',
      'plan-link',
      'folder-link',
      'pipe',
      'huge',
      'deep',
    ]) {
      for (const page of ['', '/episodes', '/episode?id=x']) {
        const answer = await ask(`/runs/${name}${page}`);
        expect([name, answer.status]).toEqual([name, 403]);
        expect(answer.text).not.toContain(secret);
      }
      expect((await ask(`/compare?a=${name}&b=${name}`)).text).toContain('This folder is not read');
    }
  });

  it('do not end the viewer when they vanish', async () => {
    const { root } = runsFolder();
    const { ask } = await serveRuns(join(root, 'gone'));
    expect((await ask('/')).status).toBe(404);
    mkdirSync(join(root, 'gone'));
    expect((await ask('/')).status).toBe(200);
  });
});

describe('the token', () => {
  it('is asked for where more than this machine may reach the viewer', async () => {
    const { token, port, url, ask } = await serveRuns(runsFolder().root, { host: '0.0.0.0' });
    expect(token).toMatch(/^[\w-]{24}$/);
    expect(url).toContain(`:${port}/?token=${token}`);
    expect((await ask('/')).status).toBe(401);
    expect((await ask('/?token=wrong')).status).toBe(401);
    const first = await ask(`/compare?a=1&token=${token}`);
    expect([first.status, first.headers.location]).toEqual([302, '/compare?a=1']);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toBe(`planwright-${port}=${token}; Path=/; HttpOnly; SameSite=Strict`);
    const [kept] = cookie.split(';');
    expect((await ask('/', { headers: { cookie: kept } })).status).toBe(200);
    expect((await ask('/style.css')).status).toBe(401);
    expect((await ask('/', { headers: { cookie: kept, host: `evil.example:${port}` } })).status).toBe(403);
  });

  it('leads nowhere else', async () => {
    const token = 'a-token-that-is-long-enough';
    const { ask } = await serveRuns(runsFolder().root, { token });
    expect((await ask(`//evil.example/?token=${token}`)).headers.location).toBe('/evil.example/');
    expect((await ask(`/\\evil.example/?token=${token}`)).headers.location).toBe('/evil.example/');
  });

  it.each(['short', 'x'.repeat(201), 'with spaces in the middle', 'a&b=c&d=e&f=g&h=i'])(
    'can not be %j',
    async (token) => {
      const { root } = runsFolder();
      await expect(serveViewer({ root, readPair, token, port: 0 })).rejects.toThrow('--token: not a token');
    },
  );

  it('is another one every time', async () => {
    const { root } = runsFolder();
    const tokens = await Promise.all([0, 1].map(() => serveRuns(root, { host: '0.0.0.0' })));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(2);
  });
});

describe('the port', () => {
  it('that is taken is one clear line', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(serveViewer({ root: runsFolder().root, readPair, port })).rejects.toMatchObject({
      message: `port ${port} on 127.0.0.1 is in use`,
      remedy: 'choose another with --port',
    });
  });

  it('is the next free one where none is given', async () => {
    const { root } = runsFolder();
    const viewers = [await serveViewer({ root, readPair }), await serveViewer({ root, readPair })];
    for (const viewer of viewers) onTestFinished(() => viewer.close());
    const [first = 0, second = 0] = viewers.map(({ url }) => Number(new URL(url).port));
    expect(first).toBeGreaterThanOrEqual(7788);
    expect(second).toBeGreaterThan(first);
  });

  it('is on this machine', async () => {
    const { root } = runsFolder();
    await expect(serveViewer({ root, readPair, host: '203.0.113.7', port: 0 })).rejects.toThrow(
      '--host 203.0.113.7: not an address of this machine',
    );
  });
});
