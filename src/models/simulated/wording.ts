/** How the simulated model puts things: thoughts, and actions in words that are not always the rules' words. */
import type { Random } from '../../util/random.js';
import { formatAction, type SpokenAction, typeOf } from './lexicon.js';
import type { PlanStep, Stage } from './read-plan.js';
import type { Intent } from './situation.js';

/** The words in which a thought announces its action; `announcedAction` finds them again. */
const announcements = ['I will', 'So I will', 'Next I will', 'Now I will'];

/** A thought: the plan's step, the reason, and the action that follows from them. */
export function wordThought(
  intent: Intent,
  steps: readonly PlanStep[],
  placing: 'move' | 'put',
  random: Random,
): string {
  const step = steps.find(({ stages }) => stages.has(intent.stage)) ?? fallbackStep(steps, intent.stage);
  const at = step ? [`I am at step ${step.number} of the plan.`] : [];
  const reason = `${intent.reason.charAt(0).toUpperCase()}${intent.reason.slice(1)}.`;
  return [...at, reason, `${random.pick(announcements)} ${formatAction(intent.action, placing)}.`].join(' ');
}

function fallbackStep(steps: readonly PlanStep[], stage: Stage): PlanStep | undefined {
  return stage === 'open' ? steps.find(({ stages }) => stages.has('search')) : undefined;
}

/** The part of a thought that announces an action; empty where there is none. */
export function announcedAction(thought: string): string {
  return /.*\b(?:i will|i should|i'll|i need to|let me)\s+(.+)$/is.exec(thought)?.[1] ?? '';
}

/** How loosely to word an action. */
export interface Looseness {
  /** Probability of wording it badly. */
  readonly slip: number;
  readonly wordiness: number;
}

/** An action as the model says it: often in the rules' form, sometimes with a missing number or two actions at once. */
export function wordAction(
  action: SpokenAction,
  placing: 'move' | 'put',
  looseness: Looseness,
  random: Random,
): string {
  const plain = formatAction(action, placing);
  if (random.chance(looseness.slip)) return slip(action, plain, placing, random);
  if (random.chance(looseness.wordiness)) return paraphrase(action, plain, random);
  return plain;
}

function slip(action: SpokenAction, plain: string, placing: 'move' | 'put', random: Random): string {
  const loose: string[] = [`I think the best thing to do is to ${plain}.`];
  if (action.object) loose.push(formatAction({ ...action, object: typeOf(action.object) }, placing));
  if (action.place) loose.push(formatAction({ ...action, place: typeOf(action.place) }, placing));
  if (action.verb === 'go')
    loose.push(`${plain} and then open ${action.place}`, `${plain}, then look around`);
  if (action.verb === 'take') loose.push(`${plain} and carry it away`);
  return random.pick(loose);
}

function paraphrase(action: SpokenAction, plain: string, random: Random): string {
  const { verb, object = '', place = '' } = action;
  const said: Partial<Record<SpokenAction['verb'], readonly string[]>> = {
    go: [`walk to ${place}`, `head over to the ${place}`],
    take: [`pick up the ${object} from ${place}`, `grab ${object} from the ${place}`],
    place: [`place ${object} on ${place}`, `put the ${object} in ${place}`],
    open: [`open the ${place}`],
    heat: [`warm ${object} up with ${place}`, `heat the ${object} using ${place}`],
    cool: [`chill ${object} with ${place}`, `cool the ${object} using ${place}`],
    clean: [`wash ${object} with ${place}`, `clean the ${object} using ${place}`],
    use: [`turn on ${object}`, `switch on the ${object}`],
    examine: [`inspect ${object}`],
  };
  return random.pick([...(said[verb] ?? []), `I will ${plain}.`, `Sure, ${plain}`]);
}
