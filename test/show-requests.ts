import type { ChatRequest } from '../src/core/model.js';

/** Requests as text for snapshots: purpose, sampling and every message. */
export function showRequests(requests: readonly ChatRequest[]): string {
  const shown = requests.map(({ purpose, messages, sampling }) =>
    [
      `######## ${purpose} ${JSON.stringify(sampling)}`,
      ...messages.map(({ role, content }) => `#### ${role}\n${content}`),
    ].join('\n'),
  );
  return `${shown.join('\n\n')}\n`;
}
