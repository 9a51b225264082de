import type { Clock } from '../util/clock.js';

/** When something that goes wrong is told, and how long it is waited for. */
export interface TroubleOptions {
  readonly clock: Clock;
  /** Longest wait in seconds. */
  readonly patienceSeconds: number;
  /** Told when waiting begins, and when it is over. */
  readonly onChange: (state: { readonly waiting: boolean; readonly message: string }) => void;
}

/** Seconds that something may be wrong without a word. */
const secondsToTell = 3;

/** Keeps track of what is wrong; `see` is told from time to time, and gives why nothing is waited for any more. */
export function createTrouble({ clock, patienceSeconds, onChange }: TroubleOptions) {
  let since: number | null = null;
  let told = '';
  return {
    see: (problem: string | null): string | null => {
      if (problem === null) {
        if (told !== '') onChange({ waiting: false, message: 'jobs are being done again' });
        since = null;
        told = '';
        return null;
      }
      since ??= clock.elapsed();
      const seconds = (clock.elapsed() - since) / 1000;
      if (told !== problem && seconds >= Math.min(secondsToTell, patienceSeconds)) {
        told = problem;
        onChange({ waiting: true, message: problem });
      }
      return seconds < patienceSeconds ? null : `${problem}, for ${Math.round(seconds)} s`;
    },
  };
}
