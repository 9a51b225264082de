import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ChatModel } from '../../core/model.js';
import { type Clock, systemClock } from '../../util/clock.js';
import {
  answerRequest,
  goneSignal,
  type ModelServer,
  openServer,
  type ServedModels,
  type ServerAnswer,
  sendJson,
} from '../serve-model.js';
import { drawFault, drawLatency } from './draw-fault.js';
import type { FaultCounts, OpenCounts } from './fault-counts.js';
import { checkRates, type FaultKind, type FaultOptions, faultKinds, type Outage } from './fault-options.js';
import { isLate, sendEarlyFault, sendLateFault, sendStatus } from './send-fault.js';

/** How to serve, and how badly. */
export interface FaultServerOptions extends FaultOptions {
  /** Default: a free one. */
  readonly port?: number;
  readonly clock?: Clock;
}

/** A server that misbehaves on purpose. */
export interface FaultServer extends ModelServer {
  /** What it has served so far. */
  counts(): FaultCounts;
}

/**
 * Serves a model, or several, as `serveModel` does, with faults: for tests of what a program makes of a bad server or a bad
 * network. Faults befall requests for completions alone, by their number and the seed; the answers stay those of the
 * model. Throws a UsageError for rates that are none and for a busy port.
 */
export async function startFaultServer(
  model: ChatModel | ServedModels,
  options: FaultServerOptions = {},
): Promise<FaultServer> {
  checkRates(options.rates ?? {});
  const models: ServedModels = 'complete' in model ? new Map([[model.id, model]]) : model;
  const counts = noCounts();
  const serve = createService(models, options, counts);
  let open = 0;
  const server = await openServer(
    async (request, response) => {
      if (!request.url?.startsWith('/v1/chat/completions')) {
        const { status, body } = await answerRequest(models, request, goneSignal(response));
        return sendJson(response, status, body);
      }
      counts.mostOpen = Math.max(counts.mostOpen, ++open);
      response.once('close', () => open--);
      await serve(request, response, counts.requests++);
    },
    { port: options.port ?? 0 },
  );
  return { ...server, counts: () => ({ ...counts, faults: { ...counts.faults } }) };
}

function noCounts(): OpenCounts {
  return {
    requests: 0,
    answered: 0,
    withoutUsage: 0,
    promptTokens: 0,
    completionTokens: 0,
    processed: 0,
    faults: Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>,
    inOutage: 0,
    refused: 0,
    mostOpen: 0,
  };
}

/** What is done with each request for a completion, by its number. */
function createService(models: ServedModels, options: FaultServerOptions, counts: OpenCounts) {
  const { clock = systemClock } = options;
  const findOutage = createOutageSchedule(options.outages ?? [], clock);

  /** The answer of the model when its time has come; null where the client does not wait for it. */
  const workOut = async (request: IncomingMessage, response: ServerResponse, number: number) => {
    const gone = goneSignal(response);
    const answer = await answerRequest(models, request, gone);
    if (answer.status === 200) counts.processed++;
    await clock.sleep(drawLatency(options, number), gone).catch(() => {});
    return gone.aborted ? null : answer;
  };
  const sendGood = (response: ServerResponse, { status, body }: ServerAnswer) => {
    if (status === 200) countAnswer(counts, body);
    else counts.refused++;
    sendJson(response, status, body);
  };
  return async (request: IncomingMessage, response: ServerResponse, number: number): Promise<void> => {
    const struck = { response, options, number };
    const outage = findOutage(number);
    if (outage !== undefined) {
      counts.inOutage++;
      if (outage === 'reset') response.destroy();
      else sendStatus(struck, outage);
      return;
    }
    const fault = drawFault(options, number);
    if (fault !== null && !isLate(fault)) {
      counts.faults[fault]++;
      return sendEarlyFault(struck, fault);
    }
    const answer = await workOut(request, response, number);
    if (answer === null) counts.refused++;
    else if (fault === null || answer.status !== 200) sendGood(response, answer);
    else {
      counts.faults[fault]++;
      if (fault === 'no-usage') countAnswer(counts, {});
      sendLateFault(response, fault, answer.body);
    }
  };
}

/** How a request fails by its number; undefined while there is no outage. */
function createOutageSchedule(outages: readonly Outage[], clock: Clock) {
  const began = new Map<Outage, number>();
  const covers = (outage: Outage, number: number): boolean => {
    const { from, to = Infinity, seconds = Infinity } = outage;
    if (number < from || number >= to) return false;
    const start = began.get(outage) ?? clock.elapsed();
    began.set(outage, start);
    return clock.elapsed() - start < seconds * 1000;
  };
  return (number: number): 'reset' | number | undefined => {
    const outage = outages.find((one) => covers(one, number));
    return outage && (outage.as ?? 'reset');
  };
}

interface Used {
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

function countAnswer(counts: OpenCounts, { usage }: Used): void {
  counts.answered++;
  if (usage === undefined) counts.withoutUsage++;
  counts.promptTokens += usage?.prompt_tokens ?? 0;
  counts.completionTokens += usage?.completion_tokens ?? 0;
}
