import { type AgentPrompts, agentPrompts } from '../agents/index.js';
import { UsageError } from '../core/errors.js';
import { overridePrompt, type PromptTemplate } from '../core/prompt.js';
import { type OptimizerPrompts, optimizerPrompts } from '../optimizers/index.js';
import { describeFileError, readText } from '../util/files.js';
import { sha256 } from '../util/hash.js';
import { forSetting, SettingError } from './setting-error.js';

/** The prompts of a run, the user's own where the config names files. */
export interface ResolvedPrompts {
  readonly agent: AgentPrompts;
  readonly optimizer: OptimizerPrompts;
  /** Changes when any prompt does. */
  readonly digest: string;
}

/** Loads prompt overrides. Throws a UsageError for an unknown stage, a missing file or an unknown variable. */
export function resolvePrompts(files: Readonly<Record<string, string>>): ResolvedPrompts {
  const known = [...Object.keys(agentPrompts), ...Object.keys(optimizerPrompts)];
  const unknown = Object.keys(files).find((stage) => !known.includes(stage));
  if (unknown !== undefined)
    throw new SettingError(`prompts.${unknown}`, 'there is no such prompt', `known: ${known.join(', ')}`);
  const agent = overrideAll(agentPrompts, files);
  const optimizer = overrideAll(optimizerPrompts, files);
  return { agent, optimizer, digest: digestOf([...Object.values(agent), ...Object.values(optimizer)]) };
}

function overrideAll<Prompts extends Readonly<Record<string, PromptTemplate>>>(
  prompts: Prompts,
  files: Readonly<Record<string, string>>,
): Prompts {
  const entries = Object.entries(prompts).map(([stage, template]) => {
    const file = files[stage];
    if (file === undefined) return [stage, template];
    return [stage, forSetting(`prompts.${stage}`, () => overridePrompt(template, readPrompt(file), file))];
  });
  return Object.fromEntries(entries) as Prompts;
}

function readPrompt(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw new UsageError(`${file}: ${describeFileError(error)}`, 'give a text file with your own words');
  }
}

/** A prompt's own name for each variable shows all the words that it adds. */
function digestOf(prompts: readonly PromptTemplate[]): string {
  const shown = prompts.map((prompt) =>
    prompt.render(Object.fromEntries(prompt.variables.map((name) => [name, `{{${name}}}`]))),
  );
  return `sha256:${sha256(shown.join('\u001e'))}`;
}
