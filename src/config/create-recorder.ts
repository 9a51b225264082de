import type { EventSink } from '../core/event.js';

/** Passes events on to whoever listens. */
export interface Recorder {
  /** Passes an event to everybody who listens. */
  readonly record: EventSink;
  readonly listen: (sink: EventSink) => void;
}

/** A recorder with the listener that there is from the start. */
export function createRecorder(first?: EventSink): Recorder {
  const sinks: EventSink[] = first ? [first] : [];
  return {
    record: (event) => {
      for (const sink of sinks) sink(event);
    },
    listen: (sink) => sinks.push(sink),
  };
}
