import { BudgetError, UsageError } from '../core/errors.js';
import {
  addSpend,
  type ChatModel,
  type ChatRequest,
  type ModelMiddleware,
  noSpend,
  noUsage,
  type Spend,
} from '../core/model.js';
import { mostPromptTokens } from './estimate-tokens.js';
import { costOf, findPrice, type Price, type PriceTable } from './price-table.js';

/** Limits of a budget; what is absent is not limited. */
export interface BudgetLimits {
  readonly costUsd?: number;
  /** Prompt and completion tokens together. */
  readonly tokens?: number;
  /** Requests sent, failed ones included. */
  readonly calls?: number;
}

/** A budget that several models may share. */
export interface Budget {
  /** Puts a model under the budget. Throws a UsageError when US$ are limited and the model has no price. */
  readonly middleware: ModelMiddleware;
  /** What replies have used so far. A failed call counts as a call without tokens. */
  spent(): Spend;
}

/** Completion tokens set aside for a call that has no limit of its own. */
const completionTokensAtMost = 4096;

interface Amount {
  readonly costUsd: number;
  readonly tokens: number;
  readonly calls: number;
}

const nothing: Amount = { costUsd: 0, tokens: 0, calls: 0 };
const failedCall: Spend = { ...noSpend, usage: { ...noUsage, calls: 1 } };

/**
 * A budget over US$, tokens and calls. Before a call is sent, the most that it can be expected to take is set
 * aside; after it, what it really took is booked. A call that fits only if others in flight take less than was
 * set aside for them waits for them. A call that can not fit rejects with a BudgetError and is not sent.
 */
export function createBudget(limits: BudgetLimits, prices: PriceTable): Budget {
  let spent = noSpend;
  let reserved = nothing;
  let inFlight = 0;
  let waiting: (() => boolean)[] = [];

  const start = (bound: Amount) => {
    inFlight++;
    reserved = add(reserved, bound, 1);
  };
  /** True when the call may start, false when it must wait. */
  const admit = (bound: Amount): boolean => {
    const excess = findExcess(limits, spent, bound);
    if (excess !== null) throw new BudgetError(excess);
    if (findExcess(limits, spent, add(reserved, bound, 1)) !== null) return false;
    start(bound);
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
  const settle = (bound: Amount, spend: Spend) => {
    inFlight--;
    // With nothing in flight the sum is zero by definition; floating-point remainders must not add up.
    reserved = inFlight === 0 ? nothing : add(reserved, bound, -1);
    spent = addSpend(spent, spend);
    if (waiting.length > 0) waiting = waiting.filter((stillWaits) => stillWaits());
  };

  const middleware: ModelMiddleware = (model) => {
    const price = findPrice(prices, model.id);
    if (limits.costUsd !== undefined && price === null)
      throw new UsageError(
        `the budget limits US$, and model "${model.id}" has no price`,
        'add its price to the price file, or limit tokens or calls instead',
      );
    return {
      id: model.id,
      complete: async (request) => {
        const bound = boundOf(request, price);
        if (!admit(bound)) await waitForRoom(bound);
        return completeAndSettle(model, request, price, (spend) => settle(bound, spend));
      },
    };
  };
  return { middleware, spent: () => spent };
}

async function completeAndSettle(
  model: ChatModel,
  request: ChatRequest,
  price: Price | null,
  settle: (spend: Spend) => void,
) {
  let spend = failedCall;
  try {
    const reply = await model.complete(request);
    const { usage } = reply;
    spend =
      price === null
        ? { usage, costUsd: 0, unpricedCalls: 1 }
        : { usage, costUsd: costOf(price, usage), unpricedCalls: 0 };
    return reply;
  } finally {
    settle(spend);
  }
}

function boundOf(request: ChatRequest, price: Price | null): Amount {
  const promptTokens = mostPromptTokens(request.messages);
  const completionTokens = request.sampling.maxTokens ?? completionTokensAtMost;
  const costUsd = price === null ? 0 : costOf(price, { ...noUsage, promptTokens, completionTokens });
  return { costUsd, tokens: promptTokens + completionTokens, calls: 1 };
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
