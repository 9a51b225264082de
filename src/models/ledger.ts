import { BudgetError } from '../core/errors.js';
import { addSpend, noSpend, type Spend } from '../core/model.js';

/** Limits of a budget; what is absent is not limited. */
export interface BudgetLimits {
  readonly costUsd?: number;
  /** Prompt and completion tokens together. */
  readonly tokens?: number;
  /** Requests sent, failed ones included. */
  readonly calls?: number;
}

/** What a call may take at most. */
export type Amount = Required<BudgetLimits>;

/** What is spent and what is set aside for calls in flight. */
export interface Ledger {
  /** Sets an amount aside as soon as there is room; rejects with a BudgetError when there can be none. */
  reserve(bound: Amount): Promise<void>;
  /** Books what a call took in place of what was set aside for it. */
  settle(bound: Amount, spend: Spend): void;
  /** Sets aside one of so many equal parts of what is left now; `settle` gives it back. */
  share(parts: number): Amount;
  spent(): Spend;
}

const nothing: Amount = { costUsd: 0, tokens: 0, calls: 0 };

/** A ledger in which nothing is spent but what was before. */
export function createLedger(limits: BudgetLimits, before: Spend = noSpend): Ledger {
  let spent = before;
  let reserved = nothing;
  let inFlight = 0;
  let waiting: (() => boolean)[] = [];

  /** False when the amount must wait for calls in flight. */
  const admit = (bound: Amount): boolean => {
    const excess = findExcess(limits, spent, bound);
    if (excess !== null) throw new BudgetError(excess);
    const together = add(reserved, bound, 1);
    if (findExcess(limits, spent, together) !== null) return false;
    reserved = together;
    inFlight++;
    return true;
  };
  const waitForRoom = (bound: Amount) =>
    new Promise<void>((resolve, reject) => {
      waiting.push(() => {
        try {
          const admitted = admit(bound);
          if (admitted) resolve();
          return !admitted;
        } catch (error) {
          reject(error);
          return false;
        }
      });
    });
  return {
    reserve: async (bound) => {
      if (!admit(bound)) await waitForRoom(bound);
    },
    settle: (bound, spend) => {
      inFlight--;
      // With nothing in flight the sum is zero by definition; floating-point remainders must not add up.
      reserved = inFlight === 0 ? nothing : add(reserved, bound, -1);
      spent = addSpend(spent, spend);
      if (waiting.length > 0) waiting = waiting.filter((stillWaits) => stillWaits());
    },
    share: (parts) => {
      const amount = partOf(limits, spent, reserved, parts);
      reserved = add(reserved, amount, 1);
      inFlight++;
      return amount;
    },
    spent: () => spent,
  };
}

/** Of what is not limited, nothing needs to be set aside. */
function partOf(limits: BudgetLimits, { costUsd, usage }: Spend, reserved: Amount, parts: number): Amount {
  const used = usage.promptTokens + usage.completionTokens;
  const part = (limit: number | undefined, gone: number) =>
    limit === undefined ? 0 : Math.max(0, limit - gone) / parts;
  return {
    costUsd: part(limits.costUsd, costUsd + reserved.costUsd),
    tokens: Math.floor(part(limits.tokens, used + reserved.tokens)),
    calls: Math.floor(part(limits.calls, usage.calls + reserved.calls)),
  };
}

function add(a: Amount, b: Amount, sign: 1 | -1): Amount {
  return {
    costUsd: a.costUsd + sign * b.costUsd,
    tokens: a.tokens + sign * b.tokens,
    calls: a.calls + sign * b.calls,
  };
}

/** Which limit would be passed if `more` came on top of what is spent, in words; null when none would. */
function findExcess(limits: BudgetLimits, spent: Spend, more: Amount): string | null {
  const { costUsd = Infinity, tokens = Infinity, calls = Infinity } = limits;
  const { usage } = spent;
  const used = usage.promptTokens + usage.completionTokens;
  if (usage.calls + more.calls > calls) return `budget reached: ${usage.calls} of ${calls} calls are used`;
  if (used + more.tokens > tokens)
    return `budget reached: ${used} of ${tokens} tokens are used, and the next call may take ${more.tokens}`;
  if (spent.costUsd + more.costUsd > costUsd)
    return `budget reached: US$ ${format(spent.costUsd)} of ${format(costUsd)} are spent, and the next call may cost ${format(more.costUsd)}`;
  return null;
}

function format(usd: number): string {
  return usd.toFixed(4).replace(/00$/, '');
}
