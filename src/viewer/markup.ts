import type { html } from 'hono/html';

/** A piece of HTML whose texts are escaped. */
export type Markup = ReturnType<typeof html>;
