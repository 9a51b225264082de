/** The plans that a server serves: which version of each, and which are left out. */
import { messageOf } from '../core/errors.js';
import { type Acceptance, refusalOf } from './admission.js';
import { createPlanFinder, type FoundPlan, type PlanQuery } from './find-plan.js';
import { findHomes, type PlanHome } from './plan-homes.js';
import type { ServedPlan } from './served-plan.js';

/** The plans of a folder at one time. */
export interface Catalogue {
  /** One for each id, in order of the ids: what the alias `production` names, else the latest version. */
  readonly plans: readonly ServedPlan[];
  /** Plans that are there and not served, and why: a line each. */
  readonly leftOut: readonly string[];
  /** A plan by `id`, `id@version` or `id@alias`; undefined where there is none that is served. */
  open(reference: string): ServedPlan | undefined;
  find(query: PlanQuery): FoundPlan;
}

/** The alias whose version is served where nothing else is asked for. */
const servedAlias = 'production';

/** Reads the plans of a folder; broken and refused ones are left out. Throws a UsageError for an unreadable folder. */
export function loadCatalogue(folder: string, acceptance: Acceptance): Catalogue {
  const { homes, problems } = findHomes(folder);
  const leftOut = [...problems];
  const plans = homes.flatMap((home) => {
    const served = serve(home, choose(home, null), acceptance);
    if (typeof served !== 'string') return served === undefined ? [] : [served];
    leftOut.push(served);
    return [];
  });
  const homeOf = new Map(homes.map((home) => [home.id, home]));
  return {
    plans,
    leftOut,
    open: (reference) => {
      const at = reference.indexOf('@');
      const id = at === -1 ? reference : reference.slice(0, at);
      if (at === -1) return plans.find((plan) => plan.id === id);
      const home = homeOf.get(id);
      const served = home && serve(home, choose(home, reference.slice(at + 1)), acceptance);
      return typeof served === 'string' ? undefined : served;
    },
    find: lazily(() => createPlanFinder(plans)),
  };
}

type Choice = Pick<ServedPlan, 'version' | 'alias'>;

/** The version that a name stands for; undefined where it is none. */
function choose({ versions, aliases }: PlanHome, name: string | null): Choice | undefined {
  const latest = versions.at(-1) ?? 0;
  const alias = name ?? servedAlias;
  const version = aliases.get(alias);
  if (version !== undefined) return { version, alias };
  if (name === null || name === 'latest') return { version: latest, alias: null };
  const number = /^\d{1,9}$/.test(name) ? Number(name) : -1;
  return versions.includes(number) ? { version: number, alias: null } : undefined;
}

/** A version as it is served, or why it is not. */
function serve(
  { id, pathOf, load }: PlanHome,
  choice: Choice | undefined,
  acceptance: Acceptance,
): ServedPlan | string | undefined {
  if (choice === undefined) return undefined;
  try {
    const planFile = load(choice.version);
    const refusal = refusalOf(planFile, acceptance);
    return refusal === null ? { id, ...choice, planFile } : `${pathOf(choice.version)}: ${refusal}`;
  } catch (error) {
    return messageOf(error);
  }
}

function lazily(create: () => (query: PlanQuery) => FoundPlan): (query: PlanQuery) => FoundPlan {
  let find: ((query: PlanQuery) => FoundPlan) | undefined;
  return (query) => {
    find ??= create();
    return find(query);
  };
}
