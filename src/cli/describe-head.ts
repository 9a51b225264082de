/** What a display says of a run before anything has happened, from what the run was started with. */
import type {
  Config,
  PreparedAblation,
  PreparedCertification,
  PreparedEvaluation,
  PreparedTraining,
} from '../config/index.js';
import type { RunHead } from './live/run-head.js';

type NamedConfig = Config & { readonly name: string };

/** What there is to learn from and to measure on: numbers, or the names of splits. */
export type Sizes = Partial<Pick<Config, 'train' | 'heldOut'>>;

/** The head of a training. */
export function headOfTraining({
  config,
  tasks,
  models,
  episodes,
  validationEpisodes,
}: PreparedTraining): RunHead {
  const count = (of: 'train' | 'heldOut') => tasks.taskTypes.reduce((sum, one) => sum + one[of].length, 0);
  return {
    ...headOfConfig('train', config, Object.values(models.names), {
      train: count('train'),
      heldOut: count('heldOut'),
    }),
    episodes,
    atMost: validationEpisodes > 0,
  };
}

/** The head of an evaluation; `command` is the one that asked for it. */
export function headOfEvaluation(prepared: PreparedEvaluation, command = 'eval'): RunHead {
  const { config, tasks, models, episodes, repeats } = prepared;
  const heldOut = tasks.taskTypes.reduce((sum, { instances }) => sum + instances.length, 0);
  const head = headOfConfig(command, config, Object.values(models.names), { heldOut });
  return { ...head, facts: [...head.facts, ...(repeats > 1 ? [`${repeats} plays of each`] : [])], episodes };
}

/** The head of a certification. */
export function headOfCertification({ config, tasks, models, episodes }: PreparedCertification): RunHead {
  const head = headOfConfig('certify', config, Object.values(models.names), {
    heldOut: tasks.instances.length,
  });
  return { ...head, episodes };
}

/** The head of an ablation. */
export function headOfAblation({ ablation, experiments, shared, episodes }: PreparedAblation): RunHead {
  const arms = experiments.flatMap((one) => one.arms);
  const cells = arms.flat().reduce((sum, { tasks }) => sum + tasks.taskTypes.length, 0);
  return {
    command: 'ablate',
    name: ablation.name,
    facts: [
      describeArms(
        arms.length,
        experiments.map(({ experiment }) => experiment),
      ),
      `seeds ${ablation.seeds.join(', ')}`,
      describeModels(experiments.flatMap(({ models }) => models)),
      describeBudget(shared),
    ],
    episodes,
    atMost: true,
    cells,
    ...budgetOf(shared),
  };
}

/** `8 arms in alfworld, hotpotqa` */
export function describeArms(arms: number, experiments: readonly { readonly name: string }[]): string {
  return `${arms} arms in ${experiments.map(({ name }) => name).join(', ')}`;
}

/** The head of what a config runs. `models` are the names of all models in use. */
export function headOfConfig(
  command: string,
  config: NamedConfig,
  models: readonly string[],
  sizes: Sizes = {},
): RunHead {
  const { optimizer, seed, taskType, iterations, batchSize, agent } = config;
  const learns = command === 'train';
  const types = Array.isArray(taskType) ? taskType.join(', ') : taskType;
  return {
    command,
    name: config.name,
    facts: [
      ...(learns
        ? [`${optimizer.name}: ${iterations} iterations of ${batchSize}, ${describeAcceptance(config)}`]
        : []),
      `agent ${agent.name}`,
      describeModels(models),
      `${types === 'all' ? 'all task types' : types}: ${describeSizes(config, sizes, learns)}`,
      `seed ${seed}`,
      describeBudget(config),
    ],
    ...(learns && optimizer.validation !== undefined ? { validation: optimizer.validation } : {}),
    ...budgetOf(config),
  };
}

function describeAcceptance({ optimizer: { acceptance, selection, validation } }: Config): string {
  const kept =
    acceptance === 'validation-no-worse'
      ? `kept unless worse on ${validation} of validation`
      : 'every update is kept';
  return selection === 'best-validation' ? `${kept}, the best on ${validation} of validation is final` : kept;
}

function describeModels(models: readonly string[]): string {
  return [...new Set(models)].join(', ');
}

/** A config says how many there are of each task type; `sizes` are of all. */
function describeSizes(config: Config, sizes: Sizes, learns: boolean): string {
  const { train, heldOut } = { ...config, ...sizes };
  const several = config.taskType === 'all' || Array.isArray(config.taskType);
  const each = several && sizes.heldOut === undefined ? ' of each' : '';
  const amount = (size: number | string, use: string) =>
    typeof size === 'number' ? `${size}${each} ${use}` : `split ${size} ${use}`;
  const held = learns && typeof heldOut === 'number' ? 'held out' : 'to measure on';
  return [...(learns ? [amount(train, 'to train on')] : []), amount(heldOut, held)].join(', ');
}

function describeBudget({ budget: { usd, tokens, calls, seconds } }: Config): string {
  const limits = [
    ...(usd === undefined ? [] : [`US$ ${usd}`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(calls === undefined ? [] : [`${calls} calls`]),
    ...(seconds === undefined ? [] : [`${seconds} s`]),
  ];
  return limits.length === 0 ? 'no budget' : `budget ${limits.join(', ')}`;
}

function budgetOf({ budget: { usd } }: Config): Pick<RunHead, 'budget'> {
  return usd === undefined ? {} : { budget: usd };
}
