import type { EventSink } from '../core/event.js';

/** Passes events on to whoever listens, and knows who keeps them. */
export interface Recorder {
  /** Passes an event to everybody who listens. */
  readonly record: EventSink;
  readonly listen: (sink: EventSink) => void;
  /** Resolves when all that was recorded so far is safe: at once while nobody keeps it. */
  readonly committed: () => Promise<void>;
  /** Names who keeps what is recorded. */
  readonly keepBy: (committed: () => Promise<void>) => void;
}

/** A recorder with the listener that there is from the start. */
export function createRecorder(first?: EventSink): Recorder {
  const sinks: EventSink[] = first ? [first] : [];
  let keep = async (): Promise<void> => {};
  return {
    record: (event) => {
      for (const sink of sinks) sink(event);
    },
    listen: (sink) => sinks.push(sink),
    committed: () => keep(),
    keepBy: (committed) => {
      keep = committed;
    },
  };
}
