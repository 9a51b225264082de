import type { ChatRequest, Purpose, Sampling } from '../../src/core/model.js';

/** A short request. */
export function ask(content = 'hello', sampling: Sampling = {}, purpose: Purpose = 'act'): ChatRequest {
  return { purpose, messages: [{ role: 'user', content }], sampling };
}

/** What a promise rejects with; fails when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('the promise did not reject');
}

/** A promise and its handles. */
export function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Lets everything run that is ready to run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
