/** Progress of a run for people: a live screen in a terminal, plain lines elsewhere, or the events as JSON. */
import type { DisplayMode } from './display-modes.js';
import type { Display } from './live/display.js';
import { createRichDisplay, type RichOptions } from './live/rich-display.js';
import { errorChannel } from './output.js';
import { createPlainDisplay } from './plain-display.js';

export type { Display } from './live/display.js';

/** Creates a display: on stderr, unless it is what was asked for itself. */
export function createDisplay(
  mode: DisplayMode,
  { channel = errorChannel, leaves = 'milestones' }: Partial<RichOptions> = {},
): Display {
  const isDumb = process.env.TERM === 'dumb';
  const chosen = mode === 'auto' ? (channel.stream.isTTY ? 'rich' : 'plain') : mode;
  const silent = {
    begin: () => {},
    opened: () => {},
    expect: () => {},
    say: errorChannel.write,
    close: () => {},
  };
  if (chosen === 'none') return { sink: () => {}, ...silent };
  if (chosen === 'json') return { sink: (event) => channel.writeJson(event), ...silent };
  return chosen === 'rich' && !isDumb ? createRichDisplay({ channel, leaves }) : createPlainDisplay(channel);
}
