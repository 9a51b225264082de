import type { ChatModel, ChatReply, ChatRequest } from '../core/model.js';
import { estimateUsage } from './estimate-tokens.js';

/** A scripted answer: a text, or parts of a reply with the rest filled in. */
export type ScriptedReply = string | (Partial<ChatReply> & { readonly text: string });

/** What a scripted model says: a list in the order of the calls, or a function of request and call number (from 0). */
export type Script =
  | readonly ScriptedReply[]
  | ((request: ChatRequest, call: number) => ScriptedReply | Promise<ScriptedReply>);

/** A model that follows a script, and the requests it got. */
export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ChatRequest[];
}

/**
 * A model for tests. It ends with an Error when a list runs out. Its usage counts four characters as one token
 * and passes as reported by a provider.
 */
export function createScriptedModel(script: Script, id = 'scripted'): ScriptedModel {
  const requests: ChatRequest[] = [];
  return {
    id,
    requests,
    complete: async (request) => {
      const call = requests.push(request) - 1;
      const reply = typeof script === 'function' ? await script(request, call) : script[call];
      if (reply === undefined) throw new Error(`the script of model "${id}" has no reply for call ${call}`);
      const parts = typeof reply === 'string' ? { text: reply } : reply;
      const usage = { ...estimateUsage(request.messages, parts.text), estimatedCalls: 0 };
      return { finishReason: 'stop', usage, model: id, ...parts };
    },
  };
}
