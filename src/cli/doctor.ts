/** `planwright doctor`: what is missing, and the command that mends it. */
import type { Command } from 'commander';
import type { Finding } from '../config/index.js';
import { kindOf } from '../util/files.js';
import { exitCodes, print, printJson } from './output.js';
import { setOption } from './set-option.js';

interface DoctorOptions {
  readonly set?: readonly string[];
  readonly call?: boolean;
  readonly offline?: boolean;
  readonly json?: boolean;
}

/** The config that is looked at where none is given and there is one. */
const usualConfig = 'planwright.yaml';

const help = `
Without a config it looks at ${usualConfig} where there is one. Keys are never shown, and sent to no server but the
config's own. Only --call asks a model something, one small call each; it may cost a fraction of a cent.
Exit codes: 0 nothing is missing (warnings included), 2 something is.

Examples:
  planwright doctor
  planwright doctor configs/quickstart.yaml --set model.provider=openai --set model.name=gpt-4o-mini --call
  planwright doctor --offline --json`;

/** Adds `planwright doctor`. */
export function registerDoctor(program: Command): void {
  program
    .command('doctor')
    .description('say what is missing for a real model, or for a config, and how to mend it')
    .argument('[config]', `config file (default: ${usualConfig}, where there is one)`)
    .addOption(setOption())
    .option('--call', 'ask each model behind a server for one word')
    .option('--offline', 'ask no server, not even on this machine')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(doctor);
}

async function doctor(given: string | undefined, options: DoctorOptions): Promise<void> {
  const { diagnose, parseOverride } = await import('../config/index.js');
  const { set = [], call = false, offline = false, json = false } = options;
  const file = given ?? (kindOf(usualConfig) === 'file' ? usualConfig : undefined);
  const findings = [
    ...(await diagnose({
      ...(file === undefined ? {} : { file }),
      overrides: set.map(parseOverride),
      call,
      offline,
      node: process.versions.node,
      environment: process.env,
    })),
    describeTerminal(),
  ];
  const missing = findings.filter(({ state }) => state === 'missing').length;
  process.exitCode = missing === 0 ? exitCodes.ok : exitCodes.usage;
  if (json) return printJson({ config: file ?? null, ready: missing === 0, findings });
  for (const finding of findings) print(formatFinding(finding));
  const things = missing === 1 ? 'One thing is missing' : `${missing} things are missing`;
  print(`\n${missing === 0 ? 'Nothing essential is missing.' : `${things}: see above.`}`);
}

const symbols: Readonly<Record<Finding['state'], string>> = {
  ok: '✓',
  missing: '✗',
  warning: '!',
  skipped: '-',
};

function formatFinding({ name, state, detail, remedy }: Finding): string {
  const line = `${symbols[state]} ${state.padEnd(7)}  ${name}: ${detail}`;
  return remedy === undefined ? line : `${line}\n             ${remedy}`;
}

/** Narrower than this, tables and the display of a run are hard to read. */
const narrow = 60;

function describeTerminal(): Finding {
  const { isTTY, columns = 0 } = process.stdout;
  const name = 'terminal';
  if (!isTTY) return { name, state: 'ok', detail: 'output goes to a file or a program: plain lines' };
  const colours = process.env.NO_COLOR || !process.stdout.hasColors() ? 'no colours' : 'colours';
  const detail = `${columns} columns, ${colours}`;
  if (columns >= narrow) return { name, state: 'ok', detail };
  return { name, state: 'warning', detail, remedy: `widen it to ${narrow} columns, or use --display plain` };
}
