import type { EventSink } from '../../core/event.js';
import type { RunHead } from './run-head.js';

/** Shows events as they come. */
export interface Display {
  readonly sink: EventSink;
  /** Says what is run; what is left out stays as it was. */
  begin(head: Partial<RunHead>): void;
  /** Says where the run lies, once its folder is there. */
  opened(folder: string): void;
  /** Says how many episodes there will be in all, to tell the time left. */
  expect(episodes: number): void;
  /** Tells the user something without disturbing what is drawn. */
  say(text: string): void;
  /** Takes away what was drawn and says what was used. */
  close(): void;
}
