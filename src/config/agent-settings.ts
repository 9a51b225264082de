/** Which settings each agent has, and their defaults. */

/** Settings of agents whose defaults do not depend on the agent. */
export const agentDefaults = {
  calls: 'together',
  formalizer: 'hybrid',
  thoughtTokens: 100,
  actionTokens: 50,
  shots: 0,
  trials: 5,
  memoryTokens: 256,
  programTokens: 1500,
} as const;

const examples = ['shots', 'demonstrations'] as const;

/** The settings of each agent, beside its name. */
export const agentSettings = {
  autoplan: ['calls', 'formalizer', 'thoughtTokens', 'actionTokens'],
  react: [...examples, 'thoughtTokens'],
  reflexion: [...examples, 'thoughtTokens', 'trials', 'memoryTokens'],
  adaplanner: [...examples, 'thoughtTokens', 'programTokens'],
  /** The user's. */
  own: ['module', 'export', 'command', 'folder', 'timeoutSeconds'],
} as const;

/** Name of an agent. */
export type AgentName = keyof typeof agentSettings;

/** Whether there is an agent of this name. */
export function isAgentName(name: string): name is AgentName {
  return Object.hasOwn(agentSettings, name);
}

/** An agent's settings with its defaults where nothing is given. A module or a command is the user's own agent. */
export function completeAgent<Settings extends { readonly name: string }>(settings: Settings): Settings {
  const isOwn = settings.name === 'autoplan' && ('module' in settings || 'command' in settings);
  const given = isOwn ? { ...settings, name: 'own' } : settings;
  const { name } = given;
  if (!isAgentName(name)) return given;
  const own: readonly string[] = agentSettings[name];
  const defaults = Object.entries(agentDefaults).filter(([key]) => own.includes(key));
  return { ...Object.fromEntries(defaults), ...given };
}
