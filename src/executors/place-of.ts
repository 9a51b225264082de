import type { ChatRequest } from '../core/model.js';

/** Where a call stands in its episode, for example `think/3`: its id without what stands before and in the episode's own. */
export function placeOf({ callId = '', episode }: Pick<ChatRequest, 'callId' | 'episode'>): string {
  const { episodeId = '' } = episode?.() ?? {};
  const start = callId.lastIndexOf(`${episodeId}/`);
  return start === -1 ? callId : callId.slice(start + episodeId.length + 1);
}
