import { exitCodes } from './output.js';

/** An abort signal that Ctrl+C fires. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** Lets Ctrl+C do what it always does again. */
  stop(): void;
}

/** The first Ctrl+C (or a request to end) asks the work to stop and save; the second ends the process at once. */
export function abortOnInterrupt(say: (text: string) => void): Interrupt {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    say('stopping; press Ctrl+C again to end at once');
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
