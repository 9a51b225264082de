/**
 * ALFWorld: household tasks in text (Shridhar et al. 2021). The engine answers word for word as the real one does,
 * in the texts of the current data and of the classic release. Two things can be asked for on top: feedback
 * that says why an action failed (AutoPlan, Table 6), and other rules for heating, cooling and cleaning.
 */
import type { Environment, ImmediateSession } from '../../core/environment.js';
import type { TaskInstance } from '../../core/task.js';
import { createRecentCache } from '../../util/recent-cache.js';
import { buildGame, type Game } from './build-game.js';
import { createSetupReader } from './check-setup.js';
import { canSolve } from './expert.js';
import { augmentedFeedback, plainFeedback } from './feedback.js';
import { createItemKinds } from './kinds.js';
import { describeManual } from './manual.js';
import { profileTexts } from './profile.js';
import { type AlfworldRules, completeRules } from './rules.js';
import { createSession } from './session.js';
import { createVocabulary } from './vocabulary.js';

/** How an ALFWorld world is set up. */
export interface AlfworldOptions {
  /** `plain` answers a bad action with "Nothing happens."; `augmented`, the default, says what was wrong. */
  readonly feedback?: 'plain' | 'augmented';
  /** Receptacle types that heat, cool and clean; what is left out stays as in ALFWorld. */
  readonly rules?: Partial<AlfworldRules>;
}

/** Built games take some fifty kilobytes each, so only this many are kept: as many as a training plays over and over. */
const gamesKept = 384;

/** The ALFWorld world. Throws a UsageError for rules that name an unknown receptacle type. */
export function createAlfworld(options: AlfworldOptions = {}): Environment<ImmediateSession> {
  const rules = completeRules(options.rules);
  const games = createRecentCache<TaskInstance, Game>(gamesKept);
  const read = createSetupReader();
  const shared = { rules, itemKinds: createItemKinds(), vocabulary: createVocabulary() };
  const build = (instance: TaskInstance) => buildGame(instance, read(instance), shared);
  return {
    name: 'alfworld',
    instancesAre: 'games',
    version: '1.0.0',
    maxSteps: 35,
    manual: (instance) => {
      const { taskType, setup } = read(instance);
      return describeManual(profileTexts[setup.profile], taskType);
    },
    start: (instance) => {
      const game = games.get(instance, build);
      return createSession(game, options.feedback === 'plain' ? plainFeedback : augmentedFeedback);
    },
    isSolvable: (instance) => {
      const { taskType, setup } = read(instance);
      return canSolve(taskType, setup, rules);
    },
  };
}
