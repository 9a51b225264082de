/** ALFWorld's entry in the list of worlds. */
import { UsageError } from '../../core/errors.js';
import { defineEnvironment, type EnvironmentSettings } from '../define-environment.js';
import { createGameImporter } from '../game-importer.js';
import { createAlfworld } from './alfworld.js';
import { demonstrate } from './demonstrate.js';
import { defaultPerType, generateSuite } from './generate.js';
import { importGame } from './parse-game.js';
import { treatments } from './rules.js';
import { taskTypes } from './setup.js';

/** The official splits; a game below another folder belongs to some other layout. */
const officialGame = /(?:^|\/)(?:train|valid_train|valid_seen|valid_unseen)\/([^/]+)\/[^/]+\/game\.tw-pddl$/;

const importer = createGameImporter({
  layout: '[json_2.1.1/]<split>/<task>/<trial>/game.tw-pddl',
  accepts: (path) => path.endsWith('.tw-pddl'),
  read: (text, path) => {
    const task = officialGame.exec(path)?.[1];
    if (task === undefined) return { skipped: 'not in an official split' };
    // ALFWorld itself leaves these out when it collects its games.
    if (/movable|Sliced/.test(task)) return { skipped: 'a task type that ALFWorld leaves out' };
    if (/(?<!\\)"solvable"\s*:\s*false/.test(text)) return { skipped: 'marked as not solvable' };
    return importGame(text, path);
  },
});

/** ALFWorld: official games, our own households, and the replay of recorded episodes. */
export const alfworld = defineEnvironment({
  name: 'alfworld',
  title: 'household tasks in text (ALFWorld, Shridhar et al. 2021)',
  taskTypes,
  shippedSuite: 'household',
  create: (settings = {}) => {
    checkRules(settings.rules);
    const [option] = Object.keys(settings.options ?? {});
    if (option !== undefined) throw new UsageError(`ALFWorld has no option '${option}'`, 'leave it out');
    return createAlfworld(settings);
  },
  importer,
  generator: {
    name: 'household',
    perType: defaultPerType,
    seed: 1,
    generate: (seed, perType) => generateSuite({ seed, perType }),
  },
  replay: {
    gameKey: (path) => path.split(/[\\/]/).slice(-4).join('/'),
    verify: async (files, readGame) => {
      const { verifyTranscripts } = await import('./verify-transcripts.js');
      return verifyTranscripts(files, readGame);
    },
  },
  demonstrate,
});

function checkRules(rules: EnvironmentSettings['rules'] = {}): void {
  const unknown = Object.keys(rules).find((name) => !treatments.some((treatment) => treatment === name));
  if (unknown === undefined) return;
  throw new UsageError(`ALFWorld has no rule '${unknown}'`, `it has: ${treatments.join(', ')}`);
}
