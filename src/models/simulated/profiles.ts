/** How good a reader the simulated model is. Every number is a probability unless said otherwise. */
export interface SimulatedProfile {
  /** Does what the plan's step says. */
  readonly faithfulness: number;
  /** Finds a flaw that the transcript shows, and takes a report's point into the plan. */
  readonly insight: number;
  /** Gives up its strongest beliefs when one observation speaks against them; weaker ones go sooner. */
  readonly heed: number;
  /** Goes back to a place it has searched, or says an action again. */
  readonly repeat: number;
  /** Words an action badly: a missing number, two actions at once. */
  readonly slip: number;
  /** Puts more words around an answer. */
  readonly wordiness: number;
  /** Leaves a job's own details out of the plan. */
  readonly generalisation: number;
  /** Speaks of things that no observation has shown. */
  readonly invention: number;
  /** Acts by real-life logic where nothing has taught it better (puts food into the microwave to heat it). */
  readonly householdLogic: number;
  /** Reads over a "not" in a sentence that stands late in a long plan (`skimPlan`). */
  readonly skim: number;
}

/** Follows a plan and reads evidence well. */
const strong: SimulatedProfile = {
  faithfulness: 0.96,
  insight: 0.85,
  heed: 0.15,
  repeat: 0.12,
  slip: 0.15,
  wordiness: 0.4,
  generalisation: 0.998,
  invention: 0.02,
  householdLogic: 0.8,
  skim: 0,
};

/** Strays from plans and makes things up, as the paper saw with GPT-3.5 (Limitation). */
const weak: SimulatedProfile = {
  faithfulness: 0.6,
  insight: 0.45,
  heed: 0.1,
  repeat: 0.18,
  slip: 0.35,
  wordiness: 0.7,
  generalisation: 0.7,
  invention: 0.12,
  householdLogic: 0.9,
  skim: 0.8,
};

/** The profiles that come with it. */
export const simulatedProfiles: Readonly<Record<string, SimulatedProfile>> &
  Readonly<Record<'strong' | 'weak', SimulatedProfile>> = { strong, weak };
