/**
 * HotpotQA (Yang et al. 2018) as a text world: a question is answered by searching an encyclopedia and reading in it.
 * It answers word for word as one of two originals does: ReAct's or AutoPlan's; what is not copied from them, their
 * crashes above all, is listed at the top of `react.ts` and `autoplan.ts`. The reward is the exact match of the answer
 * (0 or 1). The right answer is never shown to who plays; only the lesson, which follows a question of the training, names
 * it.
 *
 * Scores: `em` and `f1` of the answer, both 0 without one. The backends `context` and `corpus` know the sentences of
 * their pages and add the official scores of supporting facts (`spEm`, `spF1`) and of both together (`jointEm`,
 * `jointF1`). No action of this world names facts. So an episode's facts are the sentences that it was shown, by search
 * or lookup, a sentence of which only a part was shown included. They say whether it read what the answer follows from;
 * all else that it read costs precision, so they are not to be compared with those of systems that choose their facts.
 */
import type { Environment, EnvironmentSession } from '../../core/environment.js';
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import type { JsonObject } from '../../util/json.js';
import { createRecentCache } from '../../util/recent-cache.js';
import { autoplanBehaviour } from './autoplan.js';
import type { Behaviour } from './behaviour.js';
import { describeLesson } from './lesson.js';
import { createContextWiki, createCorpusWiki } from './local-wiki.js';
import { manual } from './manual.js';
import { createMediaWiki } from './mediawiki.js';
import { type BehaviourName, type HotpotqaOptions, readOptions } from './options.js';
import { reactBehaviour } from './react.js';
import { answerScores, factScores } from './score-episode.js';
import { createSession, type SessionParts } from './session.js';
import { checkSetup, type HotpotqaSetup } from './setup.js';
import { listNames } from './suggest-actions.js';
import type { Wiki } from './wiki.js';

/** The two originals. */
export const behaviourOf: Readonly<Record<BehaviourName, Behaviour>> = {
  react: reactBehaviour,
  autoplan: autoplanBehaviour,
};

/** Prepared questions that are kept: each has an index of its paragraphs. */
const questionsKept = 256;
/** The day of the encyclopedia that HotpotQA was made from; AutoPlan reads pages as they were then. */
const dayOfHotpotqa = '2017-10-01';
const wikipedia = 'https://en.wikipedia.org/w/api.php';

/**
 * The HotpotQA world. `instances` are those of the suite; the backend `corpus` makes its encyclopedia of them. Throws
 * a UsageError for options that there are not.
 */
export function createHotpotqa(
  given: JsonObject = {},
  instances: readonly TaskInstance[] = [],
): Environment<EnvironmentSession> {
  const options = readOptions(given);
  const behaviour = behaviourOf[options.behaviour];
  const shared = options.backend === 'context' ? null : createSharedWiki(options, instances);
  const knowsSentences = options.backend !== 'mediawiki';
  const prepare = (instance: TaskInstance): SessionParts => {
    const setup = checkSetup(instance);
    const wiki = shared ?? createContextWiki(instance, setup);
    const greeting = behaviour.begin(instance.goal);
    const names = shared === null ? titlesOf(setup) : listNames([instance.goal]);
    return {
      ...{ behaviour, wiki, greeting, answer: setup.answer, names, offersNamesOnPage: shared !== null },
      ...(knowsSentences && { supportingFacts: setup.supportingFacts }),
    };
  };
  const prepared = createRecentCache<TaskInstance, SessionParts>(questionsKept);
  return {
    name: 'hotpotqa',
    instancesAre: 'questions',
    version: '1.0.0',
    maxSteps: 10,
    manual: () => manual,
    start: (instance) => createSession(prepared.get(instance, prepare)),
    lesson: (instance) => describeLesson(checkSetup(instance)),
    scores: knowsSentences ? factScores : answerScores,
    answers: {
      expected: (instance) => checkSetup(instance).answer,
      given: (actions) => findAnswer(actions, behaviour),
    },
  };
}

function createSharedWiki(options: HotpotqaOptions, instances: readonly TaskInstance[]): Wiki {
  const { behaviour, backend, userAgent, baseUrl = wikipedia, before } = options;
  if (backend === 'corpus') return createCorpusWiki(instances);
  if (userAgent === undefined) {
    throw new UsageError(
      "hotpotqa: the backend mediawiki needs the option 'userAgent'",
      'say who asks, for example "my-study/1.0 (me@example.org)"',
    );
  }
  const day = before ?? (behaviour === 'autoplan' ? dayOfHotpotqa : 'now');
  return createMediaWiki({ baseUrl, userAgent, ...(day !== 'now' && { before: `${day}T00:00:00Z` }) });
}

/** The answer of the action that ended the episode. */
function findAnswer(actions: readonly string[], { parse }: Behaviour): string | null {
  for (const action of actions) {
    const command = parse(action);
    if (command.kind === 'finish') return command.argument;
  }
  return null;
}

function titlesOf({ context = [] }: HotpotqaSetup): string[] {
  return context.map(([title]) => title);
}
