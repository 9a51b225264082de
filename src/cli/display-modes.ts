/** How progress can be shown: `auto` is `rich` in a terminal and `plain` elsewhere. */
export const displayModes = ['auto', 'rich', 'plain', 'json', 'none'] as const;
/** One of the ways to show progress. */
export type DisplayMode = (typeof displayModes)[number];
