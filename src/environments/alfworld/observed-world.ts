/** What an agent has learned about a household from its own actions and their answers, and from nothing else. */

/** What was seen so far. */
export interface ObservedWorld {
  /** All receptacles, as the introduction lists them. */
  readonly receptacles: ReadonlySet<string>;
  /** The receptacle it went to last; null before the first. */
  readonly at: string | null;
  readonly held: string | null;
  /** What a receptacle holds; undefined where that was never seen. */
  contentsOf(receptacle: string): ReadonlySet<string> | undefined;
}

/** Learns from the introduction and from each action that did something. */
export interface WorldObserver extends ObservedWorld {
  learn(action: string, observation: string): void;
}

/** Starts with what the introduction tells. */
export function createWorldObserver(introduction: string): WorldObserver {
  const listed = /Looking quickly around you, you see (.*)\./.exec(introduction)?.[1] ?? '';
  const receptacles = new Set(namesIn(listed));
  const contents = new Map<string, Set<string>>();
  let at: string | null = null;
  let held: string | null = null;
  return {
    receptacles,
    get at() {
      return at;
    },
    get held() {
      return held;
    },
    contentsOf: (receptacle) => contents.get(receptacle),
    learn: (action, observation) => {
      at = /^go to (.+)$/.exec(action.trim())?.[1] ?? at;
      const seen = /(?:On the|The) (\w+ \d+)(?: is open\. In it)?, you see (.*)\.$/.exec(observation);
      if (seen?.[1] !== undefined) contents.set(seen[1], new Set(namesIn(seen[2] ?? '')));
      const taken = /^You pick up the (\w+ \d+) from the (\w+ \d+)\.$/.exec(observation);
      if (taken?.[1] !== undefined) {
        held = taken[1];
        contents.get(taken[2] ?? '')?.delete(held);
      }
      const placed = /^You (?:move|put) the (\w+ \d+) (?:to|in\/on) the (\w+ \d+)\.$/.exec(observation);
      if (placed?.[1] !== undefined) {
        held = null;
        contents.get(placed[2] ?? '')?.add(placed[1]);
      }
    },
  };
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/\ba (\w+ \d+)/g)].map(([, name]) => name ?? '');
}
