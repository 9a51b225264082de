import { adaplannerPrompts, agentPrompts, reactPrompts, reflexionPrompts } from '../agents/index.js';
import { UsageError } from '../core/errors.js';
import { overridePrompt, type PromptTemplate } from '../core/prompt.js';
import { type JudgePrompt, judgePrompts } from '../evaluation/index.js';
import { ledgerPrompts, optimizerPrompts } from '../optimizers/index.js';
import { describeFileError } from '../util/files.js';
import { sha256 } from '../util/hash.js';
import { readSmallText } from '../util/small-text.js';
import type { AgentName } from './agent-settings.js';
import type { OptimizerName } from './optimizer-settings.js';
import { forSetting, SettingError } from './setting-error.js';

const allAgentPrompts = {
  autoplan: agentPrompts,
  react: reactPrompts,
  reflexion: reflexionPrompts,
  adaplanner: adaplannerPrompts,
  own: agentPrompts,
};
/** The prompts of each agent. A stage that several agents have is one prompt. */
export type AllAgentPrompts = typeof allAgentPrompts;

const allOptimizerPrompts = { autoplan: optimizerPrompts, ledger: ledgerPrompts };
/** The prompts of each optimizer. A stage that several optimizers have is one prompt. */
export type OptimizerPromptSets = typeof allOptimizerPrompts;

/** The prompts of a run, the user's own where the config names files. */
export interface ResolvedPrompts {
  readonly agents: AllAgentPrompts;
  readonly optimizers: OptimizerPromptSets;
  readonly judge: JudgePrompt;
  /** Changes when any prompt of the agent that plays, of the optimizer or of the judge does, and when other examples are shown. */
  readonly digest: string;
}

/**
 * Loads prompt overrides. Those of agents and optimizers that are not used are checked as well: methods that are
 * compared may share them. `read` gives the text of a file. Throws a UsageError for an unknown stage, a missing file or an unknown variable.
 */
export function resolvePrompts(
  files: Readonly<Record<string, string>>,
  agentName: AgentName,
  optimizerName: OptimizerName,
  read = readPrompt,
): ResolvedPrompts {
  const stages = [
    ...Object.values(allAgentPrompts),
    judgePrompts,
    ...Object.values(allOptimizerPrompts),
  ].flatMap((prompts) => Object.keys(prompts));
  const unknown = Object.keys(files).find((stage) => !stages.includes(stage));
  if (unknown !== undefined) {
    const known = [...new Set(stages)].join(', ');
    throw new SettingError(`prompts.${unknown}`, 'there is no such prompt', `known: ${known}`);
  }
  const agents = {
    autoplan: overrideAll(agentPrompts, files, read),
    react: overrideAll(reactPrompts, files, read),
    reflexion: overrideAll(reflexionPrompts, files, read),
    adaplanner: overrideAll(adaplannerPrompts, files, read),
    own: overrideAll(agentPrompts, files, read),
  };
  const optimizers = {
    autoplan: overrideAll(optimizerPrompts, files, read),
    ledger: overrideAll(ledgerPrompts, files, read),
  };
  const { judge } = overrideAll(judgePrompts, files, read);
  const prompts = { ...agents[agentName], judge, ...optimizers[optimizerName] };
  return { agents, optimizers, judge, digest: digestOf(prompts, new Set(Object.keys(files))) };
}

function overrideAll<Prompts extends Readonly<Record<string, PromptTemplate>>>(
  prompts: Prompts,
  files: Readonly<Record<string, string>>,
  read: (file: string) => string,
): Prompts {
  const entries = Object.entries(prompts).map(([stage, template]) => {
    const file = files[stage];
    if (file === undefined) return [stage, template];
    return [stage, forSetting(`prompts.${stage}`, () => overridePrompt(template, read(file), file))];
  });
  return Object.fromEntries(entries) as Prompts;
}

/** Most bytes of a prompt. */
const mostBytes = 1024 * 1024;

/** The text of a prompt of the user's own. Throws a UsageError that names the file. */
export function readPrompt(file: string): string {
  try {
    return readSmallText(file, mostBytes);
  } catch (error) {
    throw new UsageError(`${file}: ${describeFileError(error)}`, 'give a text file with your own words');
  }
}

/**
 * A prompt's own name for each variable shows all the words that it adds. A variable that is empty in some worlds is
 * left empty, so that ours have one digest in all of them; the user's own prompts with such variables are shown in full
 * as well, so that where they put them counts.
 */
function digestOf(prompts: Readonly<Record<string, PromptTemplate>>, own: ReadonlySet<string>): string {
  const usual = Object.values(prompts).map((prompt) => showPrompt(prompt, prompt.optional));
  const full = Object.entries(prompts)
    .filter(([stage, { optional }]) => own.has(stage) && optional.length > 0)
    .map(([, prompt]) => showPrompt(prompt, []));
  return `sha256:${sha256([...usual, ...full].join('\u001e'))}`;
}

function showPrompt(prompt: PromptTemplate, empty: readonly string[]): string {
  const named = prompt.variables.map((name) => [name, empty.includes(name) ? '' : `{{${name}}}`]);
  return prompt.render(Object.fromEntries(named));
}
