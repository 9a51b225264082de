import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { describe, onTestFinished } from 'vitest';
import { emptyFolder } from '../cli/run-cli.js';

const program = process.env.REDIS_SERVER ?? 'redis-server';

function isThere(): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const there = isThere();
if (!there && !process.env.CI)
  process.stderr.write('skipped: redis-server is missing, so no queue is tested\n');

/** Tests that need Redis: left out where it is missing, and failing there in CI. */
export function describeWithRedis(name: string, tests: () => void): void {
  if (there || process.env.CI) describe(name, tests);
  else describe.skip(name, tests);
}

/** A Redis of a test's own. */
export interface RedisServer {
  readonly url: string;
  /** A client, for looking and for doing harm. */
  readonly client: Redis;
  stop(): Promise<void>;
  start(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Starts one on a free port; it is gone after the test. With `persistent` it keeps what it has when it is stopped. */
export async function startRedis({ persistent = false, password = '' } = {}): Promise<RedisServer> {
  const folder = emptyFolder();
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  if (persistent) args.push('--appendonly', 'yes', '--appendfsync', 'always');
  if (password !== '') args.push('--requirepass', password);
  const url = `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`;
  const client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(program, args, { stdio: 'ignore' });
    await client.connect().catch(() => {});
    await client.ping();
  };
  const stop = async () => {
    if (child === undefined || child.signalCode !== null || child.exitCode !== null) return;
    const ended = new Promise((done) => child?.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  onTestFinished(async () => {
    client.disconnect();
    await stop();
  });
  return { url, client, start, stop };
}
