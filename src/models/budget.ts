import { UsageError } from '../core/errors.js';
import {
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type ModelMiddleware,
  noSpend,
  noUsage,
  type Spend,
  spendOf,
} from '../core/model.js';
import { mostPromptTokens } from './estimate-tokens.js';
import { type Amount, type BudgetLimits, createLedger, type Ledger } from './ledger.js';
import { costOf, findPrice, type Price, type PriceTable } from './price-table.js';

/** A budget that several models may share. */
export interface Budget {
  /** Puts a model under the budget. Throws a UsageError when US$ are limited and the model has no price. */
  readonly middleware: ModelMiddleware;
  /** Sets aside one of so many equal parts of what is left, for calls that are made elsewhere. */
  share(parts: number): BudgetShare;
  /** What replies have used so far. A failed call counts as a call without tokens. */
  spent(): Spend;
}

/** A part of a budget that is spent elsewhere. */
export interface BudgetShare {
  /** What may be spent; empty where nothing is limited. */
  readonly limits: BudgetLimits;
  /** Books what was spent of it, and gives the rest back. */
  readonly settle: (spend: Spend) => void;
}

/** Completion tokens set aside for a call that has no limit of its own. */
const completionTokensAtMost = 4096;

const failedCall: Spend = { ...noSpend, usage: { ...noUsage, calls: 1 } };

/**
 * A budget over US$, tokens and calls. Before a call is sent, the most that it can be expected to take is set
 * aside; after it, what it really took is booked. A call that fits only if others in flight take less than was
 * set aside for them waits for them. A call that can not fit rejects with a BudgetError and is not sent. `before` is
 * what a run that is resumed has spent.
 */
export function createBudget(limits: BudgetLimits, prices: PriceTable, before: Spend = noSpend): Budget {
  const ledger = createLedger(limits, before);
  const middleware: ModelMiddleware = (model) => {
    const price = findPrice(prices, model.id);
    if (limits.costUsd !== undefined && price === null)
      throw new UsageError(
        `the budget limits US$, and model "${model.id}" has no price`,
        'add its price to the price file, or limit tokens or calls instead',
      );
    return { id: model.id, complete: (request) => completeWithin(ledger, model, price, request) };
  };
  const share = (parts: number): BudgetShare => {
    const amount = ledger.share(parts);
    return { limits: onlyLimited(amount, limits), settle: (spend) => ledger.settle(amount, spend) };
  };
  return { middleware, share, spent: () => ledger.spent() };
}

function onlyLimited(amount: Amount, limits: BudgetLimits): BudgetLimits {
  return Object.fromEntries(Object.entries(amount).filter(([name]) => name in limits));
}

async function completeWithin(
  ledger: Ledger,
  model: ChatModel,
  price: Price | null,
  request: ChatRequest,
): Promise<ChatReply> {
  const bound = boundOf(request, price);
  await ledger.reserve(bound);
  let spend = failedCall;
  try {
    const reply = await model.complete(request);
    spend = spendOf({ ...reply, costUsd: price === null ? null : costOf(price, reply.usage) });
    return reply;
  } finally {
    ledger.settle(bound, spend);
  }
}

function boundOf(request: ChatRequest, price: Price | null): Amount {
  const promptTokens = mostPromptTokens(request.messages);
  const completionTokens = request.sampling.maxTokens ?? completionTokensAtMost;
  // A provider never charges more for cached tokens than for others, so none are assumed.
  const costUsd = price === null ? 0 : costOf(price, { ...noUsage, promptTokens, completionTokens });
  return { costUsd, tokens: promptTokens + completionTokens, calls: 1 };
}
