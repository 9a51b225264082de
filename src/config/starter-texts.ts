/** What `planwright init` writes, world by world. */

/** What a starter is made of that differs from world to world. */
export interface StarterWorld {
  /** Name of the world. */
  readonly world: string;
  /** Name of the suite and of the config; the suite stands in `tasks/` under it. */
  readonly name: string;
  /** Task types that are kept, so that the suite stays tiny; all where absent. */
  readonly taskTypes?: readonly string[];
  /** What is learned, in the words of the config's first line. */
  readonly learns: string;
  /** What the instances are called, and whether the config has more to say about them. */
  readonly instances: string;
  readonly settings: string;
  /** Something to try next, as an argument of `train`. */
  readonly variation: { readonly set: string; readonly says: string };
}

/** The worlds that a starter can be about, the first one unless said otherwise. */
export const starterWorlds: readonly [StarterWorld, ...StarterWorld[]] = [
  {
    world: 'alfworld',
    name: 'household',
    taskTypes: ['heat', 'cool'],
    learns: 'Learns a plan for heating things in a household, and measures it in homes it has never seen.',
    instances: 'games',
    settings: `taskType: heat            # or cool, or [heat, cool]: one plan is learned for each\n`,
    variation: { set: 'taskType=cool', says: 'another kind of task' },
  },
  {
    world: 'hotpotqa',
    name: 'questions',
    learns:
      'Learns a plan for answering questions with an encyclopedia, and measures it on questions never seen.',
    instances: 'questions',
    settings: `environment:
  options:
    backend: corpus       # one encyclopedia of all pages; context: only those that come with the question
limits:
  maxSteps: 10            # most actions for a question
`,
    variation: { set: 'environment.options.backend=context', says: 'with fewer pages to get lost in' },
  },
];

/** Instances of each task type in a starter's suite. */
export const starterSizes = { train: 12, validation: 8, 'held-out': 30 } as const;

/** Names of the files beside the suite. */
export const starterFiles = {
  config: 'planwright.yaml',
  readme: 'README.md',
  schema: 'planwright.schema.json',
} as const;

/** The config: small, with what a real model needs as comments. */
export function formatStarterConfig({ name, learns, instances, settings }: StarterWorld): string {
  return `# yaml-language-server: $schema=./${starterFiles.schema}
# ${learns}
# Made by planwright init. Editors that know YAML complete and explain each key.
name: ${name}
suite: tasks/${name}${' '.repeat(Math.max(1, 13 - name.length))}# ${instances} of our own making; replace them by yours
${settings}batchSize: 4              # ${instances} that are played before the plan is rewritten
iterations: 3             # how often it is rewritten
train: ${starterSizes.train}                 # ${instances} to learn from
heldOut: held-out         # ${instances} to measure on: never used for learning
seed: 0

# A program that stands in for a language model. It needs no key, and its results say nothing about any language model.
model:
  provider: simulated

# For a real model put these lines in place of the two above, the key into the environment (export OPENAI_API_KEY=...),
# and see what is missing with: planwright doctor ${starterFiles.config} --call
# model:
#   provider: openai      # any server with OpenAI's Chat Completions API
#   name: gpt-4o-mini
#   # of another server than OpenAI's, as Ollama or vLLM on this machine:
#   # baseUrl: http://localhost:11434/v1
# budget:
#   usd: 5                # stop before more is spent
`;
}

/** The README of a starter; `planwright` is how the user calls the program. */
export function formatStarterReadme(world: StarterWorld, planwright: string): string {
  const { name, learns, instances, variation } = world;
  const { config, schema } = starterFiles;
  return `# ${learns.replace(/^Learns a/, 'A').replace(/,.*$/, '')}

Three commands, under a minute, no key needed:

\`\`\`sh
${describeStarterCommands(planwright).join('\n')}
\`\`\`

\`train\` lets an agent play batches of ${instances}, has the model reflect on what went wrong, rewrites a plan from that,
and measures it on ${instances} that were never used for learning. \`report\` writes a page to read in a browser: what was
learned, whether it helped, and every episode turn by turn.

**The model is simulated**: a program that stands in for a language model. Its results show that the machinery works and
say nothing about any language model. For a real one see the comments in \`${config}\`. What is missing is said by
\`${planwright} doctor ${config}\`.

| here | what it is |
|---|---|
| \`${config}\` | the settings; \`${schema}\` lets editors complete them |
| \`tasks/${name}\` | ${instances} of our own making: ${starterSizes.train} to learn from, ${starterSizes['held-out']} held out${world.taskTypes ? ', of each task type' : ''} |
| \`runs/\` | what each run leaves; its \`plans/best.md\` is the learned plan |

Further:

\`\`\`sh
${planwright} train ${config} --set ${variation.set}   # ${variation.says}
${planwright} play tasks/${name}   # play one yourself
${planwright} --help
\`\`\`
`;
}

/** What leads from a starter to a learned plan and a page about it. */
export function starterCommands(planwright: string): readonly string[] {
  const { config } = starterFiles;
  return [`${planwright} validate ${config}`, `${planwright} train ${config}`, `${planwright} report latest`];
}

const purposes = ['checks what is here', 'learns a plan and measures it', 'writes a page about it'];

/** The same, each with what it is for behind it. */
export function describeStarterCommands(planwright: string): readonly string[] {
  const commands = starterCommands(planwright);
  const width = Math.max(...commands.map(({ length }) => length));
  return commands.map((command, i) => `${command.padEnd(width)}   # ${purposes[i]}`);
}
