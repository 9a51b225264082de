/** A small game file of our own in the official format, with the rare things that official ones have. */

const domainFacts = `
  (receptacleType Sink_bar_1_bar_SinkBasin SinkBasinType)
  (receptacleType Bathtub_bar_5_bar_BathtubBasin SinkBasinType)
  (receptacleType Cabinet_bar_1 CabinetType)
  (receptacleType Cabinet_bar_2 CabinetType)
  (receptacleAtLocation Sink_bar_1_bar_SinkBasin loc_bar_3)
  (receptacleAtLocation Bathtub_bar_5_bar_BathtubBasin loc_bar_2)
  (receptacleAtLocation Cabinet_bar_1 loc_bar_2)
  (receptacleAtLocation Cabinet_bar_2 loc_bar_2)
  (openable Cabinet_bar_2)
  (objectType Egg_bar_1 EggType)
  (objectType Egg_bar_3 EggType)
  (objectType Mug_bar_1 MugType)
  (objectType Window_bar_1 WindowType)
  (pickupable Egg_bar_1) (pickupable Egg_bar_3) (pickupable Mug_bar_1)
  (pickupable Egg_bar_2_bar_eggcracked_0)
  (heatable Egg_bar_1) (heatable Mug_bar_1) (coolable Egg_bar_1) (cleanable Mug_bar_1) (isCool Egg_bar_3)
  (isReceptacleObject Mug_bar_1)
  (inReceptacleObject Egg_bar_1 Mug_bar_1)
  (inReceptacle Egg_bar_1 Cabinet_bar_1) (inReceptacle Egg_bar_1 Cabinet_bar_2)
  (inReceptacle Egg_bar_3 Cabinet_bar_2)
  (objectAtLocation Egg_bar_1 loc_bar_2) (objectAtLocation Egg_bar_1 loc_bar_2)
  (objectAtLocation Window_bar_1 loc_bar_3)
  (canContain CabinetType EggType) (canContain CabinetType EggType) (canContain CabinetType MugType)
  (canContain CabinetType PlateType) (canContain BedType EggType)
  (= (distance loc_bar_1 loc_bar_2) 4)
  (atLocation agent1 loc_bar_1)`;

/** The goal of a task in a cabinet, given what it says of the object `?o`. */
export function placementGoal(more = ''): string {
  return `(and (exists (?r - receptacle) (exists (?o - object) (and ${more} (objectType ?o EggType)
    (receptacleType ?r CabinetType) (inReceptacle ?o ?r)))))`;
}

/** The PDDL problem of the small game. */
export function problemText(goal = placementGoal(), facts = domainFacts): string {
  return `(define (problem plan_small) (:domain alfred)
    (:objects agent1 - agent Egg_bar_9 - object) (:init ${facts}) (:goal ${goal}))`;
}

/** The text of the small game file, with parts replaced or, where undefined, left out. */
export function gameText(parts: Record<string, unknown> = {}): string {
  return JSON.stringify({
    pddl_domain: '(define (domain alfred))',
    grammar: grammarText(),
    pddl_problem: problemText(),
    solvable: true,
    walkthrough: [],
    ...parts,
  });
}

/** The grammar of either profile, as far as it matters. */
export function grammarText(profile: '2.1.3' | '2.1.1' = '2.1.3'): string {
  const help = profile === '2.1.3' ? 'action help {\n    template :: "help";\n}\n' : '';
  return `grammar :: """{ "task": [ { "rhs": "Your task is to: put some egg in cabinet." } ] }""";\n${help}`;
}
