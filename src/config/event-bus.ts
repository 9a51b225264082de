import type { EventSink, RunEvent } from '../core/event.js';

/** Where everything that happens in a run is told, and who hears it. */
export interface EventBus {
  /** Passes an event to everybody who listens. */
  readonly record: EventSink;
  readonly listen: (sink: EventSink) => void;
  /** Resolves when all that was recorded so far is safe: at once while nobody keeps it. */
  readonly committed: () => Promise<void>;
  /** Names who keeps what is recorded. */
  readonly keepBy: (committed: () => Promise<void>) => void;
}

/** A bus that passes events to `first`, and to those who listen later. */
export function createEventBus(first?: EventSink): EventBus {
  const sinks: EventSink[] = first ? [first] : [];
  let keep = async (): Promise<void> => {};
  return {
    record: (event: RunEvent) => {
      for (const sink of sinks) sink(event);
    },
    listen: (sink) => {
      sinks.push(sink);
    },
    committed: () => keep(),
    keepBy: (committed) => {
      keep = committed;
    },
  };
}
