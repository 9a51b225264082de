/**
 * A world of your own: an alchemist's cellar. Somewhere stands what the goal asks for; it has to be heated and put away.
 * Three things look as if they could heat, and only one does, always the same: that is what a plan can teach.
 *
 * The same `setup` gives the same cellar. `own-world-python/world.py` is the same world as a process in Python.
 *
 * @typedef {import('planwright').Environment} Environment
 * @typedef {import('planwright').EnvironmentSession} EnvironmentSession
 * @typedef {{ seed: number, thing: string, target: string }} Setup
 */

const stores = ['shelf 1', 'shelf 2', 'chest 1', 'chest 2', 'barrel 1'];
const closable = ['chest 1', 'chest 2'];
const heaters = ['stoveburner 1', 'oven 1', 'kiln 1'];
/** The only one that heats. */
const works = 'kiln 1';
const targets = ['crate 1', 'table 1'];
const clutter = ['feather 1', 'candle 1', 'jar 1'];
const places = [...stores, ...heaters, ...targets];

/** @type {Environment} */
export const environment = {
  name: 'alchemist',
  version: '1.0.0',
  instancesAre: 'games',
  maxSteps: 30,
  scores: { heated: 'binary' },
  manual: () => ({
    introduction: "You are in an alchemist's cellar. You stand at one place at a time and carry one thing at most.",
    actions: [
      {
        form: 'go to {place}',
        description: 'walk to a place and see what is there',
        alsoSaid: ['walk to {place}', 'head over to {place}'],
      },
      { form: 'open {place}', description: 'open a place that is closed, when you stand at it' },
      {
        form: 'take {thing} from {place}',
        description: 'pick up a thing, when you stand at the place',
        alsoSaid: ['pick up {thing} from {place}', 'grab {thing} from {place}'],
      },
      {
        form: 'put {thing} in/on {place}',
        description: 'put down what you carry, when you stand at the place',
        alsoSaid: ['put {thing} in {place}', 'put {thing} on {place}', 'place {thing} in/on {place}'],
      },
      {
        form: 'heat {thing} with {place}',
        description: 'heat what you carry, when you stand at what heats',
        alsoSaid: ['heat {thing} using {place}'],
      },
      { form: 'look', description: 'see again what is where you stand' },
    ],
    task: 'heat something and put it into its place',
  }),
  start: ({ id, setup }) => {
    const { seed, thing, target } = /** @type {Setup} */ (/** @type {unknown} */ (setup));
    if (!Number.isInteger(seed) || typeof thing !== 'string' || !targets.includes(`${target} 1`))
      throw refusal(`${id}: the setup of a cellar has a whole seed, a thing, and the target crate or table`);
    return enter(seed, `${thing} 1`, `${target} 1`);
  },
};

/** What says that an instance is none of this world's: the run stops, for its suite is wrong. @param {string} message */
function refusal(message) {
  return Object.assign(new Error(message), { name: 'UsageError' });
}

/**
 * @param {number} seed
 * @param {string} wanted
 * @param {string} target
 * @returns {EnvironmentSession}
 */
function enter(seed, wanted, target) {
  const draw = createDraw(seed);
  const order = shuffle(places, draw);
  /** Where each thing lies; absent while it is carried. @type {Map<string, string>} */
  const lies = new Map([wanted, ...clutter].map((thing) => [thing, pick(stores, draw)]));
  const things = [...lies.keys()];
  /** @type {Set<string>} */
  const opened = new Set();
  let at = '';
  let carried = '';
  let heated = false;

  const won = () => heated && lies.get(wanted) === target;
  /** @param {string} observation */
  const turn = (observation) => ({ observation, reward: won() ? 1 : 0, terminated: won() });
  /** @param {string} place */
  const isShut = (place) => closable.includes(place) && !opened.has(place);
  /** @param {string} place */
  const contents = (place) => things.filter((thing) => lies.get(thing) === place);
  /** @param {string} place */
  const show = (place) => {
    if (isShut(place)) return `The ${place} is closed.`;
    const list = contents(place).map((thing) => `a ${thing}`).join(', ') || 'nothing';
    return closable.includes(place)
      ? `The ${place} is open. In it, you see ${list}.`
      : `On the ${place}, you see ${list}.`;
  };

  const offered = () => [
    ...order.filter((place) => place !== at).map((place) => `go to ${place}`),
    ...(isShut(at) ? [`open ${at}`] : []),
    ...(carried === '' && !isShut(at) ? contents(at).map((thing) => `take ${thing} from ${at}`) : []),
    ...(carried !== '' && at !== '' && !isShut(at) ? [`put ${carried} in/on ${at}`] : []),
    ...(carried !== '' && heaters.includes(at) ? [`heat ${carried} with ${at}`] : []),
    'look',
  ];

  /** @param {string} action */
  const act = (action) => {
    const [verb, thing = ''] = action.split(' ', 2);
    if (verb === 'go') {
      at = action.slice('go to '.length);
      return `You arrive at the ${at}. ${show(at)}`;
    }
    if (verb === 'open') {
      opened.add(at);
      return `You open the ${at}. ${show(at)}`;
    }
    if (verb === 'take') {
      carried = `${thing} 1`;
      lies.delete(carried);
      return `You pick up the ${carried} from the ${at}.`;
    }
    if (verb === 'put') {
      const put = carried;
      lies.set(put, at);
      carried = '';
      return `You put the ${put} in/on the ${at}.`;
    }
    if (verb === 'heat') {
      if (at !== works) return `The ${at.slice(0, -2)} cannot heat the ${carried}.`;
      if (carried === wanted) heated = true;
      return `You heat the ${carried} using the ${at}.`;
    }
    return at === '' ? 'You are in the middle of a room.' : `You are facing the ${at}. ${show(at)}`;
  };

  /** Why an action does nothing, where that can be said. @param {string} action */
  const refuse = (action) => {
    const thing = things.find((one) => action === `heat ${one} with ${at}`);
    return thing === undefined || thing === carried ? 'Nothing happens.' : `You are not carrying the ${thing}.`;
  };

  const list = order.map((place) => `a ${place}`).join(', ');
  return {
    initial: turn(`You are in the middle of a room. Looking around, you see ${list}.`),
    admissibleActions: offered,
    step: (action) => turn(offered().includes(action) ? act(action) : refuse(action)),
    scores: () => ({ heated: heated ? 1 : 0 }),
  };
}

/**
 * Draws that a process in another language can make as well (mulberry32): numbers in [0, 1).
 *
 * @param {number} seed
 */
function createDraw(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @param {readonly string[]} items
 * @param {() => number} draw
 */
function pick(items, draw) {
  return items[Math.floor(draw() * items.length)] ?? '';
}

/**
 * @param {readonly string[]} items
 * @param {() => number} draw
 */
function shuffle(items, draw) {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(draw() * rest.length), 1)[0] ?? '');
}
