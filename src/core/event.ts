import type { Environment } from './environment.js';
import type { Episode, Outcome, Reflection } from './episode.js';
import type { ChatReply, Purpose, Spend } from './model.js';
import type { Plan } from './plan.js';
import type { Selection, Verdict } from './validation.js';

/** The part of the work a rollout belongs to. */
export type Phase = 'train' | 'validation' | 'baseline' | 'held-out';

/** Everything that happens in a run, in the order it was seen. The journal is these, one a line. */
export type RunEvent =
  | {
      readonly type: 'run-start';
      /** The cell of an ablation that it belongs to; absent elsewhere. */
      readonly cell?: string;
      readonly run: string;
      readonly taskType: string;
      /** What the instances are called; games where it is absent. */
      readonly instancesAre?: Environment['instancesAre'];
      readonly seed: number;
      readonly iterations: number;
      readonly batchSize: number;
      readonly heldOut: number;
      /** The plan that training begins with; its text is empty for none. */
      readonly initialPlan: Plan;
      readonly simulated: boolean;
    }
  | {
      readonly type: 'iteration-start';
      readonly cell?: string;
      readonly taskType: string;
      readonly iteration: number;
      readonly instanceIds: readonly string[];
    }
  | {
      readonly type: 'evaluation-start';
      readonly cell?: string;
      readonly taskType: string;
      readonly phase: Phase;
      readonly planId: string;
      readonly instances: number;
    }
  | {
      readonly type: 'model-call';
      readonly callId: string;
      readonly purpose: Purpose;
      readonly model: string;
      /** Digest of all that can change the answer: model, messages, sampling. */
      readonly request: string;
      readonly spend: Spend;
      /** Part of the prompt tokens that a prompt before began with: what a server's cache of prefixes could save. */
      readonly cacheableTokens?: number;
      /** The answer came from the response cache: `spend` is what it took when it was had, and was not paid again. */
      readonly cached?: true;
      readonly milliseconds: number;
      readonly reply: ChatReply | null;
      readonly error: string | null;
    }
  /** An attempt is about to be sent: what has neither an answer nor a failure after it may have been paid for in vain. */
  | { readonly type: 'call-sent'; readonly callId: string; readonly attempt: number }
  | {
      readonly type: 'call-failed';
      readonly callId: string;
      readonly attempt: number;
      /** Why, for example `rate-limit`. */
      readonly code: string;
    }
  | {
      readonly type: 'episode-start';
      readonly episodeId: string;
      readonly phase: Phase;
      /** Absent in journals of older versions, in which task types come one after another. */
      readonly taskType?: string;
    }
  | {
      readonly type: 'episode-step';
      readonly episodeId: string;
      /** Number of the action, from 1. */
      readonly step: number;
      readonly action: string;
      readonly observation: string;
    }
  | { readonly type: 'episode-end'; readonly phase: Phase; readonly episode: Episode }
  | {
      readonly type: 'reflection-end';
      /** As in `episode-start`. */
      readonly taskType?: string;
      readonly iteration: number;
      readonly reflection: Reflection;
    }
  | {
      /** An update was measured against the plan before it. */
      readonly type: 'update-judged';
      readonly cell?: string;
      readonly taskType: string;
      readonly iteration: number;
      readonly verdict: Verdict;
    }
  | {
      readonly type: 'iteration-end';
      readonly cell?: string;
      readonly taskType: string;
      readonly iteration: number;
      readonly plan: Plan;
      readonly successes: number;
      readonly episodes: number;
      readonly errors: number;
    }
  | {
      /** The final plan was chosen among all that were kept. */
      readonly type: 'plan-selected';
      readonly cell?: string;
      readonly taskType: string;
      readonly selection: Selection;
    }
  | {
      readonly type: 'evaluation-end';
      readonly cell?: string;
      readonly taskType: string;
      readonly phase: Phase;
      readonly planId: string;
      readonly successes: number;
      readonly episodes: number;
      readonly errors: number;
    }
  /** A call waits for long before it is sent again, mostly because the server asks for it. */
  | {
      readonly type: 'call-pause';
      readonly callId: string;
      readonly seconds: number;
      /** What went wrong with the attempt before. */
      readonly message: string;
    }
  /** The server has stopped answering and is waited for, or answers again. */
  | { readonly type: 'outage'; readonly waiting: boolean; readonly message: string }
  /** The run goes on after it had ended early; `spend` is what the calls before were paid with. */
  | {
      readonly type: 'run-resume';
      readonly spend: Spend;
      /** What was allowed to have changed since the start, in words. */
      readonly changes?: readonly string[];
    }
  | {
      /** One part of an ablation begins: an arm on one task type with one seed. The ids of what it plays start with `cell`. */
      readonly type: 'cell-start';
      readonly cell: string;
      readonly experiment: string;
      readonly arm: string;
      readonly taskType: string;
      readonly instancesAre?: Environment['instancesAre'];
      readonly seed: number;
    }
  | {
      readonly type: 'cell-end';
      readonly cell: string;
      /** Why it could not be measured; null where it was. */
      readonly reason: string | null;
    }
  | {
      readonly type: 'run-end';
      readonly outcome: 'finished' | 'budget-reached' | 'outage' | 'interrupted' | 'failed';
      readonly message?: string;
    };

/** Takes events as they happen; must not throw. */
export type EventSink = (event: RunEvent) => void;

/** Short words for an outcome, for people. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'success':
      return 'success';
    case 'failure':
      return 'failure';
    case 'truncated':
      return `out of ${outcome.by}`;
    case 'error':
      return `error (${outcome.code}): ${outcome.message}`;
  }
}
