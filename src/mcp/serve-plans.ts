import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { messageOf } from '../core/errors.js';
import { createLineTransport, type LineStreams } from './line-transport.js';
import type { LiveCatalogue } from './live-catalogue.js';
import { createPlanServer } from './plan-server.js';

/** What a server needs: the plans, the streams, and who is told what went wrong. */
export interface ServeOptions extends LineStreams {
  readonly catalogue: LiveCatalogue;
  readonly say: (line: string) => void;
}

/** Milliseconds between two looks at the folder, for clients that want to be told of changes. */
const lookEvery = 500;

/** Serves plans over two streams until the input ends, in the version of the protocol that the client begins with. */
export async function servePlans({ catalogue, say, ...streams }: ServeOptions): Promise<void> {
  const over = new AbortController();
  let server: Server | undefined;
  catalogue.onChange(() => {
    // Before a client has begun there is nobody to tell.
    for (const sent of [server?.sendPromptListChanged(), server?.sendResourceListChanged()])
      sent?.catch(() => {});
  });
  const transport = createLineTransport(streams);
  serveStdio(
    () => {
      server = createPlanServer(catalogue.current);
      return server;
    },
    { transport, onerror: (error) => say(messageOf(error)) },
  );
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    over.abort();
  };
  while (!over.signal.aborted) {
    await streams.clock.sleep(lookEvery, over.signal).catch(() => {});
    catalogue.current();
  }
}
