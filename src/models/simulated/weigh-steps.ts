/** Says of each listed step of a plan whether it helped in a job: only from what the log of the job shows. */
import type { Random } from '../../util/random.js';
import { effects, typeOf } from './lexicon.js';
import type { Goal } from './read-goal.js';
import type { Memory } from './read-log.js';
import { type Directives, mentions, type PlanStep, readPlan } from './read-plan.js';
import { lastParagraph, readListedSteps } from './read-steps.js';

/** What the log shows of a step; null where it says nothing of it. */
export type StepVerdict = 'helped' | 'hurt' | 'not-followed' | null;

/** The answer as JSON with the keys that the request names. A step is judged when it is noticed. */
export function writeStepVerdicts(
  request: string,
  judge: (step: string) => StepVerdict,
  insight: number,
  random: Random,
): string {
  const lists: Record<NonNullable<StepVerdict>, string[]> = { helped: [], hurt: [], 'not-followed': [] };
  for (const { id, text } of readListedSteps(request)) {
    const noticed = random.chance(insight);
    const verdict = judge(text);
    if (noticed && verdict !== null) lists[verdict].push(id);
  }
  const keys = [...lastParagraph(request).matchAll(/"(\w+)"/g)].map((match) => match[1] ?? '');
  const key = (pattern: RegExp, usual: string) => keys.find((name) => pattern.test(name)) ?? usual;
  return JSON.stringify({
    [key(/help/i, 'helped')]: lists.helped,
    [key(/hurt|harm/i, 'hurt')]: lists.hurt,
    [key(/not|ignored|skipped|unused/i, 'notFollowed')]: lists['not-followed'],
  });
}

/** Judges a step of a plan for a household job. `types` are the kinds of places that a reader can imagine. */
export function judgeStep(
  text: string,
  { goal, memory }: { readonly goal: Goal | null; readonly memory: Memory },
  types: readonly string[],
): StepVerdict {
  const told = readPlan(`1. ${text}`, types);
  const [step] = told.steps;
  if (step === undefined) return null;
  if (step.stages.has('search')) return judgeSearch(told, goal, memory);
  if (step.stages.has('change')) return judgeChange(told, memory);
  if (told.insert === true) return judgeInsert(memory);
  if (step.stages.has('light')) return judgeLight(told, memory);
  if (step.stages.has('take')) return carriedOut(took(goal, memory));
  if (step.stages.has('deliver')) return carriedOut(delivered(goal, memory));
  if (step.stages.has('open')) return judgeOpen(memory);
  return judgeWay(step, memory, types);
}

function carriedOut(happened: boolean): StepVerdict {
  return happened ? 'helped' : 'not-followed';
}

function took(goal: Goal | null, { events }: Memory): boolean {
  return events.some(
    ({ action, failed }) =>
      action?.verb === 'take' && !failed && typeOf(action.object ?? '') === goal?.object,
  );
}

function delivered(goal: Goal | null, { placed }: Memory): boolean {
  return placed.some(({ object, place }) => typeOf(object) === goal?.object && typeOf(place) === goal.target);
}

/** Where the object was found tells whether the places named first were the right ones. */
function judgeSearch({ lookFirst }: Directives, goal: Goal | null, { events }: Memory): StepVerdict {
  const found = events.find(
    ({ action, failed }) =>
      action?.verb === 'take' && !failed && typeOf(action.object ?? '') === goal?.object,
  );
  if (found === undefined) return null;
  return lookFirst.length === 0 || lookFirst.includes(typeOf(found.action?.place ?? '')) ? 'helped' : null;
}

function judgeChange({ appliance, avoid }: Directives, memory: Memory): StepVerdict {
  for (const effect of effects) {
    const tried = memory.events.filter(({ action }) => action?.verb === effect);
    const types = tried.map(({ action }) => typeOf(action?.place ?? ''));
    const [named] = appliance[effect];
    if (named !== undefined) {
      if (!types.includes(named)) return 'not-followed';
      return memory.works.get(effect) === named ? 'helped' : 'hurt';
    }
    if (avoid[effect].length > 0) return carriedOut(!types.some((type) => avoid[effect].includes(type)));
  }
  return null;
}

/** Putting a thing into an appliance changes nothing where no effect was ever seen. */
function judgeInsert(memory: Memory): StepVerdict {
  if (memory.placed.length === 0) return 'not-followed';
  return memory.done.size === 0 ? 'hurt' : null;
}

function judgeLight({ useLamp }: Directives, memory: Memory): StepVerdict {
  if (useLamp) return carriedOut(memory.lampsUsed.size > 0);
  const looked = memory.events.some(({ action, failed }) => action?.verb === 'examine' && !failed);
  return looked && memory.lampsUsed.size === 0 ? 'hurt' : null;
}

function judgeOpen({ events }: Memory): StepVerdict {
  const opened = events.some(({ action, failed }) => action?.verb === 'open' && !failed);
  return opened ? 'helped' : null;
}

/** A step that only names a place: what came of going there. */
function judgeWay({ text }: PlanStep, memory: Memory, types: readonly string[]): StepVerdict {
  const [place] = mentions(text, types);
  if (place === undefined) return null;
  if ([...memory.works.values()].includes(place)) return 'helped';
  if (memory.refutations.some(({ type }) => type === place)) return 'hurt';
  const went = memory.events.some(
    ({ action }) => action?.verb === 'go' && typeOf(action.place ?? '') === place,
  );
  return went ? null : 'not-followed';
}
