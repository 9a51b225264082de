/** What is said of a plan: how it was made and measured belongs to it wherever it goes. */
import type { Prompt, Resource } from '@modelcontextprotocol/server';
import { isReviewed } from '../plans/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { isCertified } from './admission.js';
import type { ServedPlan } from './served-plan.js';

/** Most characters of a title, and of a description. */
const mostTitle = 200;
const mostDescription = 1000;

/** The plan as one of the prompts. */
export function promptOf(served: ServedPlan): Prompt {
  return {
    name: served.id,
    title: titleOf(served),
    description: descriptionOf(served),
    arguments: [{ name: 'task', description: 'The task at hand, in plain words', required: false }],
  };
}

/** The plan as one of the resources. */
export function resourceOf(served: ServedPlan): Resource {
  return {
    uri: uriOf(served.id),
    name: served.id,
    title: titleOf(served),
    description: descriptionOf(served),
    mimeType: planType,
    size: Buffer.byteLength(renderDocument(served)),
  };
}

/** What a resource is. */
export const planType = 'text/markdown';

/** What the address of every plan begins with. */
export const planAddress = 'planwright://plans/';

/** The address of a plan, by its id or another reference. */
export function uriOf(reference: string): string {
  return `${planAddress}${reference}`;
}

/** The plan with its title, its purpose and what is known of it, as Markdown. */
export function renderDocument(served: ServedPlan): string {
  const purpose = purposeOf(served);
  const parts = [`# ${titleOf(served)}`, purpose, statusOf(served), served.planFile.plan.text];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The plan's title; its id where it has none. */
export function titleOf({ id, planFile: { details } }: ServedPlan): string {
  return cut(details?.title ?? '', mostTitle) || id;
}

/** What the plan is for, as its file says; empty where that says nothing. */
export function purposeOf({ planFile: { details } }: ServedPlan): string {
  return cut(details?.description ?? '', mostDescription);
}

/** `alfworld/heat`; empty for a plan of nothing in particular. */
export function taskTypeOf({ planFile: { plan } }: ServedPlan): string {
  return plan.taskType === '' ? '' : showOnOneLine(`${plan.environment}/${plan.taskType}`);
}

function descriptionOf(served: ServedPlan): string {
  return [purposeOf(served), statusOf(served)].filter((part) => part !== '').join(' ');
}

/** Whether a simulated model made the plan or its certificate. */
export function isSimulated({ planFile: { details } }: ServedPlan): boolean {
  return details?.provenance.simulated === true || details?.certificate?.simulated === true;
}

/** Version, certificate, review and models of a plan, in sentences. */
export function statusOf(served: ServedPlan): string {
  const { version, alias, planFile } = served;
  const taskType = taskTypeOf(served);
  const named = `Version ${version}${alias === null ? '' : ` (${alias})`}`;
  const sentences = [
    taskType === '' ? named : `${named} for ${taskType}`,
    describeCertificate(served),
    isReviewed(planFile) ? 'Reviewed by a person' : 'Not reviewed by a person',
  ];
  if (planFile.details === null) sentences.push('A plain text: nothing is known of where it comes from');
  if (isSimulated(served))
    sentences.push('Made with a simulated model, which says nothing about any language model');
  return `${sentences.join('. ')}.`;
}

function describeCertificate({ planFile }: ServedPlan): string {
  const certificate = planFile.details?.certificate;
  if (certificate === undefined) return 'Not certified';
  if (!isCertified(planFile))
    return certificate.verdict === 'not enough runs' ? 'Not certified: not enough runs' : 'Not certified';
  const { n, successes, baseline_successes, baseline } = certificate;
  const other = baseline === null ? 'without a plan' : 'with another plan';
  return `Certified: it won ${successes} of ${n} held-out tasks, ${baseline_successes} ${other}`;
}

function cut(text: string, most: number): string {
  const line = showOnOneLine(text.trim());
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
