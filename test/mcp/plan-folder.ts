import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createPlan, formatPlanFile, type PlanDetails, type PlanFile } from '../../src/plans/index.js';
import { hostilePlanDetails } from '../plans/plan-details.js';
import { sampleCertificate } from '../plans/sample-certificate.js';

/** What a plan of a test is like; all else is the same for all. */
export interface TestPlan {
  readonly taskType: string;
  readonly text: string;
  readonly description?: string;
  readonly title?: string;
  readonly iteration?: number;
  readonly reviewed?: boolean;
  readonly certified?: boolean;
  readonly trusted?: boolean;
  readonly simulated?: boolean;
}

/** A plan file as it would be loaded; reviewed, certified and not simulated unless told otherwise. */
export function makePlanFile(parts: TestPlan): PlanFile {
  const { taskType, text, iteration = 3, reviewed = true, certified = true, simulated = false } = parts;
  const plan = createPlan({ text, iteration, environment: 'alfworld', taskType });
  const blank = hostilePlanDetails('x');
  const details: PlanDetails = {
    ...blank,
    title: parts.title ?? `How to ${taskType}`,
    description: parts.description ?? `A plan for jobs of one kind: ${taskType} some object.`,
    provenance: { ...blank.provenance, simulated },
    trainedOn: { ...blank.trainedOn, untrusted_observations: parts.trusted !== true },
    review: reviewed
      ? { state: 'reviewed', content_hash: plan.id, flags: [] }
      : { state: 'unreviewed', flags: [] },
    ...(certified ? { certificate: sampleCertificate } : {}),
  };
  return { plan, details, edited: false, warnings: [] };
}

/** The same as the bytes of a file. */
export function formatTestPlan(parts: TestPlan): string {
  const { plan, details } = makePlanFile(parts);
  return details === null ? plan.text : formatPlanFile(plan, details);
}

/** A new folder with files, gone after the test. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Two plans that may be served, as files by their names. */
export const servable: Readonly<Record<string, string>> = {
  'heat.md': formatTestPlan({ taskType: 'heat', text: '1. Find it.\n2. Heat it with the microwave.' }),
  'cool.md': formatTestPlan({ taskType: 'cool', text: '1. Find it.\n2. Cool it in the fridge.' }),
};
