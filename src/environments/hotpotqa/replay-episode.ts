/** Replays one recorded episode and tells differences from the deviations that the world declares. */
import type { EnvironmentSession, Turn } from '../../core/environment.js';
import type { TranscriptMismatch } from '../define-environment.js';
import { autoplanBehaviour } from './autoplan.js';
import type { Behaviour } from './behaviour.js';
import { argumentOf } from './behaviour.js';
import { decodeEscapes } from './decode-escapes.js';
import type { BehaviourName } from './options.js';
import { parseExactly, reactBehaviour, reactGreeting } from './react.js';
import { createReader } from './reader.js';
import type { RecordedEpisode, RecordedStep } from './recorded-episode.js';
import { createRecordedWiki, type RecordedWiki } from './recorded-wiki.js';
import { answerOverlap, exactMatch } from './scoring.js';
import { createSession } from './session.js';
import { isOtherCut } from './split-sentences.js';
import type { Page } from './wiki.js';

/** The deviations, as they are listed at the top of `react.ts` and `autoplan.ts`, in the words of the verdict. */
export const deviations = {
  escapes: 'text whose backslashes break the decoding is shown as it stands; the original crashes on it',
  address: 'a name is looked up as it is written; in the original some signs in it cut or change the address',
  notYet: 'a page that did not exist yet is said not to; the original repeats itself or crashes',
  empty: 'an empty name finds nothing; the original crashes on it',
  sentences: 'sentences are cut by a rule; the original uses a statistical model',
} as const;
/** One of them. */
export type Deviation = keyof typeof deviations;

/** A field that differs. */
export type Difference = Omit<TranscriptMismatch, 'file' | 'episode'>;

/** What came of a replay. */
export interface ReplayedEpisode {
  /** Records compared, the reset included where it was recorded. */
  readonly steps: number;
  readonly differences: readonly Difference[];
  readonly deviations: readonly Deviation[];
}

/**
 * The originals' own functions were recorded, below AutoPlan's reading of actions in free text: so actions are read as
 * they are written in both.
 */
const replayed: Readonly<Record<BehaviourName, Behaviour>> = {
  react: reactBehaviour,
  autoplan: { ...autoplanBehaviour, parse: parseExactly },
};

/** Replays an episode on the pages that it was given. */
export async function replayEpisode(
  recorded: RecordedEpisode,
  name: BehaviourName,
  pageOf: (title: string) => Page,
): Promise<ReplayedEpisode> {
  const { question, answer = null, reset_obs: greeting } = recorded;
  const behaviour = replayed[name];
  const wiki = createRecordedWiki(pageOf);
  const session = createSession({
    ...{ behaviour, wiki, answer, names: [] },
    greeting: question === undefined ? reactGreeting : behaviour.begin(question),
  });
  const differences: Difference[] = [];
  const found: Deviation[] = [];
  // Where the original has opened another page than ours, or half of it, lookups differ until the next page.
  let estranged: Deviation | null = null;
  if (greeting !== undefined && greeting !== session.initial.observation) {
    differences.push(difference(0, 'reset_obs', greeting, session.initial.observation));
  }
  for (const [index, step] of recorded.steps.entries()) {
    const turn = await takeStep(session, wiki, step);
    const deviation = findDeviation(step, turn, wiki, estranged);
    if (deviation !== null) found.push(deviation);
    else differences.push(...compareStep(step, turn, wiki, recorded, index + 1));
    if (opensPage(step)) estranged = deviation === 'escapes' || deviation === 'address' ? deviation : null;
  }
  const steps = recorded.steps.length + (greeting === undefined ? 0 : 1);
  return { steps, differences, deviations: found };
}

function opensPage({ http }: RecordedStep): boolean {
  const last = http.at(-1)?.resolution ?? '';
  return ['page', 'oldid', 'none'].includes(last);
}

async function takeStep(session: EnvironmentSession, wiki: RecordedWiki, step: RecordedStep): Promise<Turn> {
  wiki.load(step.http);
  return session.step(step.action);
}

/** Which declared deviation a step is, if any; a step that is as recorded is none. */
function findDeviation(
  { action, obs, error, http }: RecordedStep,
  { observation }: Turn,
  wiki: RecordedWiki,
  estranged: Deviation | null,
): Deviation | null {
  if (obs === observation) return null;
  const page = wiki.page();
  if (error !== undefined) {
    const texts = page?.blocks ?? http.at(-1)?.titles ?? [];
    if (texts.some((text) => decodeEscapes(text.trim()) === null)) return 'escapes';
    if (http[0]?.srsearch === '' && argumentOf(action.trim(), 'search') === '') return 'empty';
  }
  if (http.at(-1)?.resolution === 'revision') return 'notYet';
  if (argumentOf(action.trim(), 'lookup') !== null) return estranged;
  if (page === null || typeof obs !== 'string' || http.at(-2)?.resolution !== 'revision') return null;
  if (http.at(-1)?.resolution !== 'oldid') return /[#&+%?]/.test(action) ? 'address' : null;
  const reader = createReader();
  reader.open(page);
  return isOtherCut(obs, reader.paragraphs()) ? 'sentences' : null;
}

function compareStep(
  { obs, error, reward, done, info, action, http }: RecordedStep,
  turn: Turn,
  wiki: RecordedWiki,
  { answer = '' }: RecordedEpisode,
  step: number,
): Difference[] {
  const found: Difference[] = [];
  const compare = (field: string, expected: unknown, actual: unknown) => {
    if (expected !== undefined && expected !== actual) found.push(difference(step, field, expected, actual));
  };
  compare('error', error, undefined);
  compare('obs', obs, turn.observation);
  compare('reward', reward, turn.reward);
  compare('done', done, turn.terminated);
  const given = argumentOf(action.trim(), 'finish');
  if (given !== null && turn.terminated && http.length === 0) {
    compare('info.em', info?.em, exactMatch(given, answer));
    compare('info.f1', info?.f1, answerOverlap(given, answer).f1);
  }
  compare('http', 0, wiki.unasked());
  return found;
}

function difference(step: number, field: string, expected: unknown, actual: unknown): Difference {
  return { step, field, expected, actual: actual === undefined ? null : actual };
}
