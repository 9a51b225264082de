import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage, ChatRequest } from '../../src/core/model.js';
import { digestRequest, formatPrompt } from '../../src/models/digest-request.js';
import { sha256 } from '../../src/util/hash.js';
import { canonicalJson } from '../../src/util/json.js';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const message = fc.record({
  role: fc.constantFrom('system', 'user', 'assistant'),
  content: text,
}) as fc.Arbitrary<ChatMessage>;
const sampling = fc.record(
  { temperature: fc.double(), seed: fc.integer(), stop: fc.array(text, { maxLength: 2 }) },
  { requiredKeys: [] },
);

test('a digest is that of the canonical JSON, before and after the request is sent', () => {
  fc.assert(
    fc.property(text, fc.array(message, { maxLength: 5 }), sampling, (model, messages, sampling) => {
      const request: ChatRequest = { purpose: 'act', messages, sampling };
      const expected = sha256(canonicalJson({ model, messages, sampling })).slice(0, 32);
      expect(digestRequest(model, request)).toBe(expected);
      expect(JSON.parse(formatPrompt(model, request))).toEqual(messages);
      expect(digestRequest(model, request)).toBe(expected);
      expect(digestRequest(`${model}2`, request)).not.toBe(expected);
    }),
  );
});

test('a request that is used again with more messages is another one', () => {
  const messages: ChatMessage[] = [{ role: 'user', content: 'one' }];
  const request: ChatRequest = { purpose: 'act', messages, sampling: {} };
  formatPrompt('m', request);
  const before = digestRequest('m', request);
  messages.push({ role: 'user', content: 'two' });
  expect(digestRequest('m', request)).not.toBe(before);
  expect(digestRequest('m', request)).toBe(digestRequest('m', { ...request }));
});
