/** An MCP server for plans, in both versions of the protocol: the SDK speaks the version, this says what there is. */
import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { renderInstructions } from '../plans/index.js';
import { toolVersion } from '../util/package.js';
import { showOnOneLine } from '../util/show-plainly.js';
import type { Catalogue } from './catalogue.js';
import {
  planAddress,
  planType,
  promptOf,
  purposeOf,
  renderDocument,
  resourceOf,
  titleOf,
  uriOf,
} from './describe-plan.js';
import { callFindPlan, findPlanTool, longestTask } from './find-plan-tool.js';
import type { ServedPlan } from './served-plan.js';

const instructions =
  'Plans for kinds of tasks that come again and again, learned from many tries at such tasks. Before you begin a task, ' +
  'find_plan says whether there is a plan for it. Each plan is also a prompt and a resource.';

/** A server that answers from the catalogue as it is when it is asked. */
export function createPlanServer(current: () => Catalogue): Server {
  const server = new Server(
    { name: 'planwright', title: 'Planwright plans', version: toolVersion },
    {
      capabilities: { tools: {}, prompts: { listChanged: true }, resources: { listChanged: true } },
      instructions,
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [findPlanTool] }));
  server.setRequestHandler('tools/call', ({ params }) => {
    if (params.name !== findPlanTool.name) throw invalid(`there is no tool ${quote(params.name)}`);
    return callFindPlan(current(), params.arguments);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: current().plans.map(promptOf) }));
  server.setRequestHandler('prompts/get', { params: promptParams }, (params) => getPrompt(current(), params));
  server.setRequestHandler('resources/list', () => ({ resources: current().plans.map(resourceOf) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [versionTemplate] }));
  server.setRequestHandler('resources/read', { params: resourceParams }, ({ uri }) =>
    readResource(current(), uri),
  );
  return server;
}

// The SDK's own check of these calls it an internal error when a client sends something else.
const promptParams = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});
const resourceParams = z.object({ uri: z.string() });

type PromptParams = z.infer<typeof promptParams>;

const versionTemplate = {
  name: 'plan-version',
  title: 'A version of a plan',
  uriTemplate: uriOf('{id}@{version}'),
  description: 'A plan by its id and the number of a version, an alias, or latest',
  mimeType: planType,
};

function getPrompt(catalogue: Catalogue, { name, arguments: given = {} }: PromptParams): GetPromptResult {
  const served = catalogue.open(name);
  if (served === undefined) throw invalid(`there is no plan ${quote(name)}`);
  const wrong = Object.keys(given).find((key) => key !== 'task');
  if (wrong !== undefined) throw invalid(`a plan has the argument task, and no ${quote(wrong)}`);
  const task = (Object.hasOwn(given, 'task') ? given.task : '')?.trim() ?? '';
  if (task.length > longestTask) throw invalid(`task: has more than ${longestTask} characters`);
  return {
    description: purposeOf(served) || titleOf(served),
    messages: [{ role: 'user', content: { type: 'text', text: renderPrompt(served, task) } }],
  };
}

function renderPrompt({ planFile }: ServedPlan, task: string): string {
  const rules = renderInstructions(planFile);
  return task === '' ? rules : `${rules}\n\nThe job:\n${task}`;
}

function readResource(catalogue: Catalogue, uri: string): ReadResourceResult {
  const reference = uri.startsWith(planAddress) ? uri.slice(planAddress.length) : '';
  const served = catalogue.open(reference.replace('%40', '@'));
  if (served === undefined) throw new ResourceNotFoundError(shorten(uri));
  return { contents: [{ uri, mimeType: planType, text: renderDocument(served) }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** A name from outside, so that a message stays short. */
function quote(name: string): string {
  return JSON.stringify(shorten(name));
}

function shorten(text: string): string {
  const line = showOnOneLine(text);
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
