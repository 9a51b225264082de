import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { messageOf, UsageError } from '../core/errors.js';
import { isLoopback } from '../models/api-key.js';
import { errorCode } from '../util/files.js';
import { checkToken, createToken } from './access-token.js';
import type { RequestAnswer } from './answer-guarded.js';
import { createViewer, type ViewerOptions } from './create-viewer.js';

/** Where to serve, and what. */
export interface ServeViewerOptions extends Omit<ViewerOptions, 'guard'> {
  /** An address or a name of this machine. Default `127.0.0.1`. */
  readonly host?: string;
  /** 0 picks a free one. Default: 7788, or the next one that is free. */
  readonly port?: number;
  /** What whoever asks has to have. Default: none on this machine alone, else one that is made up. */
  readonly token?: string;
}

/** A running viewer. */
export interface Viewer {
  /** Of its first page, with the token where it asks for one. */
  readonly url: string;
  /** The same of another page, by its path. */
  addressOf(path: string): string;
  /** Null where none is asked for. */
  readonly token: string | null;
  /** Stops at once; requests under way are cut. */
  close(): Promise<void>;
}

const firstPort = 7788;
/** How many ports are tried where none is given. */
const triedPorts = 20;

/**
 * Serves a folder of runs until it is closed. Throws a UsageError for a port or host that can not be used, a token that
 * could be guessed, and for a folder that is none.
 */
export async function serveViewer(options: ServeViewerOptions): Promise<Viewer> {
  const { host = '127.0.0.1', token: given, ...rest } = options;
  if (given !== undefined) checkToken(given);
  const token = given ?? (isLoopback(host) ? null : createToken());
  let answer: RequestAnswer | undefined;
  const server = createServer((request, response) => void answer?.(request, response));
  await listenSomewhere(server, host, options.port);
  const { port } = server.address() as AddressInfo;
  answer = createViewer({ ...rest, guard: { host, port, token } });
  const query = token === null ? '' : `?token=${token}`;
  const addressOf = (path: string) => `http://${nameOf(host)}:${port}${path}${query}`;
  return {
    url: addressOf('/'),
    addressOf,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listenSomewhere(server: Server, host: string, port: number | undefined): Promise<void> {
  if (port !== undefined) return listen(server, host, port);
  const last = firstPort + triedPorts - 1;
  for (let next = firstPort; ; next++) {
    try {
      return await listen(server, host, next);
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error;
      if (next === last)
        throw new UsageError(`ports ${firstPort} to ${last} on ${host} are in use`, 'name one with --port');
    }
  }
}

class PortTaken extends UsageError {}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(refusalOf(error, host, port));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function refusalOf(error: Error, host: string, port: number): UsageError {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new PortTaken(`port ${port} on ${host} is in use`, 'choose another with --port');
    case 'EACCES':
      return new UsageError(
        `port ${port} on ${host} needs rights that you do not have`,
        'use one from 1024 on',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UsageError(`--host ${host}: not an address of this machine`, 'leave it out for 127.0.0.1');
    default:
      return new UsageError(`port ${port} on ${host} can not be used: ${messageOf(error)}`);
  }
}

/** A host as it stands in an address that can be opened; of "all addresses", the first that others reach. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') {
    const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
  }
  return host.includes(':') ? `[${host}]` : host;
}
