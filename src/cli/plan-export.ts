/** `planwright plan export`. */
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../core/errors.js';
import { diffPlans, isRegistry, type PlanFile, resolvePlanReference } from '../plans/index.js';
import {
  checkShippable,
  type ExportTarget,
  exportPlan,
  findParent,
  followHost,
  readPrompt,
  readUser,
  type Shipment,
  type ShippingConcern,
  splitPart,
  type WriteOptions,
  type WrittenFile,
  withoutResults,
  writeInto,
  writeShipment,
} from '../shipping/index.js';
import { kindOf } from '../util/files.js';
import { hideSecrets } from '../util/secrets.js';
import { note, print, printJson } from './output.js';
import { noteDifference, printDifference } from './plan-diff.js';
import { printExact } from './print-exact.js';

/** Options of `plan export`. */
export interface PlanExportOptions {
  readonly target?: ExportTarget;
  readonly out?: string;
  readonly into?: string;
  readonly section?: string;
  readonly name?: string;
  readonly description?: string;
  readonly registry?: string;
  readonly acceptUnreviewed?: true;
  readonly acceptUncertified?: true;
  readonly allowEdited?: true;
  readonly force?: true;
  readonly json?: true;
}

/** Exports a plan. Throws a UsageError for one that should not leave the house, and for what is in the way. */
export function exportPlanFile(reference: string, options: PlanExportOptions): void {
  const path = resolvePlanReference(reference, options.registry);
  const { planFile, usualName } = readPrompt(path, { allowEdited: options.allowEdited === true });
  if (options.into === undefined && options.target === undefined)
    throw new UsageError('--target: is not given', 'for example: --target skill --out .agents/skills');
  if (options.into === undefined) {
    showParent(planFile, path, options.registry);
    admit(planFile, reference, options);
    exportTo(planFile, options.target ?? 'text', usualName, options);
    return;
  }
  refuseWithInto(options);
  exportInto(planFile, path, reference, options.into, options);
}

/** Everything that a person should see before a plan leaves the house comes before anything is written. */
function showParent(planFile: PlanFile, path: string, registry: string | undefined): void {
  const { plan } = planFile;
  for (const warning of planFile.warnings) note(`warning: ${warning}`);
  if (plan.parentId === undefined) {
    note('This plan was not revised from another: there is no difference to show.');
    return;
  }
  const parent = findParent(plan, path, registry);
  if (parent === null) {
    note(`Its parent ${plan.parentId.slice(0, 19)}... is not at hand: no difference is shown.`);
    return;
  }
  note(
    parent.text === ''
      ? 'Revised from no plan at all:'
      : 'How it differs from the plan that it was revised from:',
  );
  noteDifference(parent, plan);
}

/** What answers a concern for good. */
const waysOut: Readonly<Record<ShippingConcern['option'], (reference: string) => string>> = {
  '--accept-unreviewed': (reference) => `planwright plan review ${reference} --accept`,
  '--accept-uncertified': (reference) => `planwright certify ${reference} --suite SUITE`,
};

/** Throws a UsageError where something speaks against the plan that the user has not accepted. */
function admit(planFile: PlanFile, reference: string, options: PlanExportOptions): void {
  const accepted = new Set([
    ...(options.acceptUnreviewed ? ['--accept-unreviewed'] : []),
    ...(options.acceptUncertified ? ['--accept-uncertified'] : []),
  ]);
  const concerns = checkShippable(planFile);
  const open = concerns.filter(({ option }) => !accepted.has(option));
  if (open.length > 0) {
    const reasons = open.map(({ reason }) => reason);
    const further = reasons.length > 3 ? `; and ${reasons.length - 3} more reasons` : '';
    const missing = [...new Set(open.map(({ option }) => option))];
    const pass = `pass ${missing.join(' ')}`;
    // A plain plan has no place for a review or a certificate.
    const ways = planFile.details === null ? [] : missing.map((option) => waysOut[option](reference));
    throw new UsageError(
      `${reference} is not exported: ${reasons.slice(0, 3).join('; ')}${further}`,
      ways.length === 0 ? pass : `${ways.join(', ')}; or ${pass}`,
    );
  }
  for (const { reason } of concerns) note(`accepted: ${reason}`);
}

function exportTo(
  planFile: PlanFile,
  target: ExportTarget,
  usualName: string,
  options: PlanExportOptions,
): void {
  const { name, description, out, force = false } = options;
  const given = {
    target,
    usualName,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  };
  const place = choosePlace(target, out);
  const host = place.host === undefined ? undefined : join(place.folder, place.host);
  const shipment = exportPlan(
    planFile,
    host === undefined ? given : { ...given, host: { file: basename(host), text: readUser(host) ?? '' } },
  );
  if (place.isFile && out === undefined) {
    if (options.json) throw new UsageError('--json: needs --out', 'or leave it out: the export is printed');
    printExact(shipment.files[0]?.text ?? '');
    return;
  }
  const named = place.isFile ? renameOnly(shipment, basename(out ?? '')) : shipment;
  const written = writeShipment(named, { ...place, ...wholeFolder(target, named), force });
  tell(planFile, named, written, options);
  if (target === 'mcp' && !options.json) printClient(place.folder);
}

interface Place extends WriteOptions {
  /** Whether the user names the one file, and not the folder that it is in. */
  readonly isFile: boolean;
}

function choosePlace(target: ExportTarget, out: string | undefined): Place {
  switch (target) {
    case 'skill':
    case 'mcp': {
      if (out === undefined)
        throw new UsageError(
          '--out: is not given',
          target === 'skill' ? 'for example: --out .agents/skills' : 'for example: --out agent-plans',
        );
      if (target === 'mcp' && isRegistry(out))
        throw new UsageError(
          `${out}: is a registry, and its versions are added by import`,
          `planwright plan import FILE --registry ${out}`,
        );
      return { folder: out, isFile: false };
    }
    case 'agents-md':
    case 'claude-md': {
      const usual = target === 'agents-md' ? 'AGENTS.md' : 'CLAUDE.md';
      const given = out ?? usual;
      const file = followHost(kindOf(given) === 'directory' ? join(given, usual) : given);
      return { folder: dirname(file), host: basename(file), isFile: false };
    }
    default:
      return { folder: dirname(out ?? '.'), isFile: true };
  }
}

function wholeFolder(target: ExportTarget, { files }: Shipment): { whole?: string } {
  return target === 'skill' ? { whole: dirname(files.at(-1)?.path ?? '') } : {};
}

function renameOnly(shipment: Shipment, path: string): Shipment {
  return { ...shipment, files: shipment.files.map((file) => ({ ...file, path })) };
}

function refuseWithInto({ target, out, name, description }: PlanExportOptions): void {
  const given = Object.entries({ target, out, name, description }).find(([, value]) => value !== undefined);
  if (given === undefined) return;
  throw new UsageError(`--${given[0]}: not with --into`, 'the form is that of the file: leave it out');
}

/** Puts the plan into a file of the user, in the place of the prompt that stands there. */
function exportInto(
  planFile: PlanFile,
  path: string,
  reference: string,
  into: string,
  options: PlanExportOptions,
): void {
  const given = options.section === undefined ? into : `${into}#${options.section}`;
  const { path: named, part } = kindOf(given) === null ? splitPart(given) : { path: given, part: null };
  const file = followHost(kindOf(named) === 'directory' ? join(named, 'SKILL.md') : named);
  const text = readUser(file);
  if (text === null)
    throw new UsageError(
      `${named}: does not exist`,
      'give the file that the plan goes into, or use --target',
    );
  const before = readPrompt(part === null ? file : `${file}#${part}`, { allowEdited: true }).planFile.plan;
  const { plan } = withoutResults(planFile);
  if (before.id === plan.id) note(`${given} has this text already.`);
  else showParent(planFile, path, options.registry);
  admit(planFile, reference, options);
  const host = { file: basename(file), text, ...(part === null ? {} : { part }) };
  const shipment = writeInto(planFile, host);
  const written = writeShipment(shipment, { folder: dirname(file), host: basename(file) });
  if (!options.json && before.id !== plan.id) printDifference(before, plan, [given, reference]);
  tell(planFile, shipment, written, { ...options, lines: diffPlans(before, plan) });
}

function tell(
  { plan }: PlanFile,
  { notes }: Shipment,
  written: readonly WrittenFile[],
  { json, target, lines }: PlanExportOptions & { readonly lines?: unknown },
): void {
  for (const line of notes) note(`note: ${line}`);
  if (json) {
    const form = target === undefined ? {} : { target };
    printJson({ ...form, contentHash: plan.id, files: written, ...(lines === undefined ? {} : { lines }) });
    return;
  }
  for (const { path, isNew } of written) print(`${isNew ? 'Written  ' : 'As it was'}  ${path}`);
}

/** What a client of the server of the folder is told; see `planwright mcp`. */
function printClient(folder: string): void {
  const server = { command: 'npx', args: ['planwright', 'mcp', '--plans', resolve(folder)] };
  print('\nPaste this into the config of an MCP client:\n');
  print(hideSecrets(JSON.stringify({ mcpServers: { planwright: server } }, null, 2)));
}
