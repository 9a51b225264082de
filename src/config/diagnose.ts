/** `planwright doctor`: what is there, and what is missing for a real model and for what a config asks for. */
import { UsageError } from '../core/errors.js';
import { findProgram } from '../util/find-program.js';
import { nodeRange } from '../util/package.js';
import { admitsVersion } from '../util/version-range.js';
import { checkSetup } from './check-setup.js';
import { diagnoseModels, type LocalServer, usualServers } from './diagnose-models.js';
import type { Finding } from './finding.js';
import { type LoadedConfig, loadConfig } from './load-config.js';
import type { Override } from './parse-override.js';
import { isTree } from './tree.js';

/** What is looked at. */
export interface DiagnoseOptions {
  /** The config; absent where there is none: then only what every run needs is looked at. */
  readonly file?: string;
  readonly overrides?: readonly Override[];
  /** Ask no server, on this machine or elsewhere. */
  readonly offline?: boolean;
  /** Make one small call to each model. */
  readonly call?: boolean;
  /** Version of Node, without v. */
  readonly node: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where servers of models are looked for on this machine. */
  readonly servers?: readonly LocalServer[];
}

/** Looks at everything, also after something is missing. */
export async function diagnose(options: DiagnoseOptions): Promise<Finding[]> {
  const { file, overrides = [], environment, offline = false, call = false } = options;
  const findings = [checkNode(options.node)];
  const loaded = loadOrFind(file, overrides, findings);
  findings.push(...(await checkConfig(loaded, file !== undefined)));
  findings.push(...checkPrograms(loaded, environment));
  const servers = options.servers ?? usualServers;
  return [...findings, ...(await diagnoseModels(loaded.config, { environment, offline, call, servers }))];
}

function checkNode(version: string): Finding {
  const name = 'node';
  if (admitsVersion(nodeRange, version)) return { name, state: 'ok', detail: `${version}, which will do` };
  const detail = `${version}; needed is ${nodeRange}`;
  return { name, state: 'missing', detail, remedy: 'install Node 22 from https://nodejs.org' };
}

/** The config; without its file, or where that is wrong, the defaults, so that all else is looked at. */
function loadOrFind(
  file: string | undefined,
  overrides: readonly Override[],
  findings: Finding[],
): LoadedConfig {
  try {
    return loadConfig(file, overrides);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.push({
      name: 'config',
      state: 'missing',
      detail: error.message,
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    });
    return loadConfig(undefined);
  }
}

/** What `validate` looks at beside the models; without a config only what does not need one. */
async function checkConfig(loaded: LoadedConfig, isGiven: boolean): Promise<Finding[]> {
  const names = isGiven ? null : ['runs', 'prices'];
  const checks = await checkSetup(loaded, true);
  return checks
    .filter(({ name }) => name !== 'models' && (names === null || names.includes(name)))
    .map(({ name, state, detail }) => ({
      name,
      state: state === 'failed' ? 'missing' : state,
      detail,
      ...(name === 'prices' && state === 'warning' ? { remedy: addPrice } : {}),
    }));
}

const addPrice =
  'write MODEL: { input: 2.50, output: 10.00 } (US$ per million tokens) into a file and set prices to it';

/** Programs that a config names, for example that of a world in another language. */
function checkPrograms({ config }: LoadedConfig, environment: DiagnoseOptions['environment']): Finding[] {
  return [...new Set(programsIn(config))].map((program): Finding => {
    const found = program.includes('/') ? program : findProgram(program, environment.PATH ?? '');
    if (found !== null) return { name: program, state: 'ok', detail: found };
    const detail = 'the config runs it, and it is not in the folders of PATH';
    return { name: program, state: 'missing', detail, remedy: `install ${program}, or name its whole path` };
  });
}

/** The first words of all settings that are called `command`. */
function programsIn(node: unknown): string[] {
  if (!isTree(node)) return [];
  const { command } = node;
  const own = Array.isArray(command) ? [String(command[0])] : [];
  return [...own, ...Object.values(node).flatMap(programsIn)];
}
