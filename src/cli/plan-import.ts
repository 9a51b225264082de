/** `planwright plan import` and `planwright plan alias`. */
import { UsageError } from '../core/errors.js';
import {
  checkAlias,
  flagsOf,
  isPlanReference,
  moveAlias,
  planSlug,
  registerPlan,
  registryFolder,
  resolvePlanReference,
} from '../plans/index.js';
import { readPrompt, withoutResults } from '../shipping/index.js';
import { note, print, printJson } from './output.js';

/** Options of `plan import`. */
export interface PlanImportOptions {
  readonly registry?: string;
  readonly id?: string;
  readonly alias?: string;
  readonly allowEdited?: true;
  readonly json?: true;
}

/** Adds a plan to a registry. Throws a UsageError for a file that holds none, and for what can not be added. */
export function importPlan(
  file: string,
  { registry, id, alias, allowEdited, json }: PlanImportOptions,
): void {
  const folder = registryFolder(registry);
  const read = readPrompt(file, { allowEdited: allowEdited === true });
  const planFile = withoutResults(read.planFile);
  const { plan, details } = planFile;
  if (plan.text === '') throw new UsageError(`${file}: the plan is empty`, 'there is nothing to import');
  if (alias !== undefined) checkAlias(alias);
  for (const warning of planFile.warnings) note(`warning: ${warning}`);
  const chosen = id ?? (details === null ? read.usualName : planSlug(plan));
  const added = registerPlan(folder, chosen, planFile);
  if (alias !== undefined) moveAlias(folder, added.id, alias, added.version);
  const flags = flagsOf(planFile).length;
  const place = registry === undefined ? '' : ` --registry ${registry}`;
  if (flags > 0)
    note(
      `${flags} ${flags === 1 ? 'place' : 'places'} to look at: planwright plan review ${added.id}@${added.version}${place}`,
    );
  if (json) {
    printJson({ ...added, contentHash: plan.id, alias: alias ?? null });
    return;
  }
  print(`${added.isNew ? 'Added' : 'There already'}  ${added.id}@${added.version}  ${added.path}`);
  if (alias !== undefined) print(`${added.id}@${alias} is ${added.id}@${added.version} now`);
}

/** Moves an alias to a version. Throws a UsageError where there is no such version. */
export function aliasPlan(reference: string, alias: string, registry: string | undefined): void {
  const folder = registryFolder(registry);
  const path = isPlanReference(reference) ? resolvePlanReference(reference, folder) : '';
  const [, id, version] = /([^/\\]+)[/\\](\d+)\.md$/.exec(path) ?? [];
  if (id === undefined)
    throw new UsageError(
      `${reference}: is no version of the registry ${folder}`,
      'for example: alfworld-heat@2',
    );
  moveAlias(folder, id, alias, Number(version));
  print(`${id}@${alias} is ${id}@${version} now`);
}
