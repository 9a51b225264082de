/** Progress of a run for people: one live line in a terminal, plain lines elsewhere, or the events as JSON. */
import type { EventSink, Phase, RunEvent } from '../core/event.js';
import { addSpend, noSpend, type Spend } from '../core/model.js';
import { systemClock } from '../util/clock.js';
import type { DisplayMode } from './display-modes.js';
import { note, showPlainly } from './output.js';

/** Shows events as they come; `close` takes the live line away. */
export interface Display {
  readonly sink: EventSink;
  close(): void;
}

/** Milliseconds between two lines of `plain`, and between two drawings of `rich`. */
const plainInterval = 10_000;
const richInterval = 100;

interface Progress {
  taskType: string;
  stage: string;
  finished: number;
  won: number;
  errors: number;
  stageSize: number;
  doneBefore: number;
  expected: number;
  steps: number;
  spend: Spend;
  readonly started: number;
}

/** Creates a display that writes to stderr. */
export function createDisplay(mode: DisplayMode): Display {
  const chosen = mode === 'auto' ? (process.stderr.isTTY ? 'rich' : 'plain') : mode;
  if (chosen === 'none') return { sink: () => {}, close: () => {} };
  if (chosen === 'json') return { sink: (event) => note(JSON.stringify(event)), close: () => {} };
  return chosen === 'rich' ? createLive() : createPlain();
}

function createPlain(): Display {
  const progress = startProgress();
  let last = progress.started;
  const sink: EventSink = (event) => {
    follow(progress, event);
    const line = milestone(event);
    if (line) note(line);
    const now = systemClock.elapsed();
    if (now - last < plainInterval) return;
    last = now;
    note(`  ${describe(progress)}`);
  };
  return { sink, close: () => {} };
}

function createLive(): Display {
  const progress = startProgress();
  let last = 0;
  const clear = () => process.stderr.write('\r\u001b[K');
  const sink: EventSink = (event) => {
    follow(progress, event);
    const line = milestone(event);
    const now = systemClock.elapsed();
    if (!line && now - last < richInterval) return;
    last = now;
    clear();
    if (line) note(line);
    process.stderr.write(fitLine(describe(progress)));
  };
  return { sink, close: clear };
}

function fitLine(text: string): string {
  const columns = process.stderr.columns ?? 80;
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
}

function startProgress(): Progress {
  return {
    taskType: '',
    stage: 'starting',
    finished: 0,
    won: 0,
    errors: 0,
    stageSize: 0,
    doneBefore: 0,
    expected: 0,
    steps: 0,
    spend: noSpend,
    started: systemClock.elapsed(),
  };
}

function follow(progress: Progress, event: RunEvent): void {
  switch (event.type) {
    case 'run-start':
      progress.taskType = event.taskType;
      progress.expected += event.iterations * event.batchSize + 2 * event.heldOut;
      break;
    case 'iteration-start':
      beginStage(progress, `iteration ${event.iteration + 1}`, event.instanceIds.length);
      break;
    case 'evaluation-start':
      beginStage(progress, phaseNames[event.phase], event.instances);
      break;
    case 'episode-step':
      progress.steps++;
      break;
    case 'model-call':
      progress.spend = addSpend(progress.spend, event.spend);
      break;
    case 'episode-end':
      progress.finished++;
      if (event.episode.outcome.kind === 'success') progress.won++;
      if (event.episode.outcome.kind === 'error') progress.errors++;
      break;
    default:
      break;
  }
}

const phaseNames: Readonly<Record<Phase, string>> = {
  train: 'training',
  'held-out': 'held-out games with the plan',
  baseline: 'held-out games before',
};

function beginStage(progress: Progress, stage: string, size: number): void {
  progress.doneBefore += progress.finished;
  Object.assign(progress, { stage, stageSize: size, finished: 0, won: 0, errors: 0 });
}

/** The live line: where the run is, what it used, how long it may take. */
function describe(progress: Progress): string {
  const { taskType, stage, finished, stageSize, won, errors, steps } = progress;
  const { usage, costUsd, unpricedCalls } = progress.spend;
  const money = unpricedCalls > 0 ? 'price unknown' : `US$ ${costUsd.toFixed(2)}`;
  const parts = [
    `${taskType}: ${stage}`,
    `${finished}/${stageSize} episodes, ${won} won${errors > 0 ? `, ${errors} errors` : ''}`,
    `${steps} steps`,
    `${usage.calls} calls`,
    `${shorten(usage.promptTokens + usage.completionTokens)} tokens`,
    money,
    timeLeft(progress),
  ];
  return showPlainly(parts.join(' · '));
}

function timeLeft({ started, doneBefore, finished, expected }: Progress): string {
  const elapsed = (systemClock.elapsed() - started) / 1000;
  const done = doneBefore + finished;
  const left = done === 0 ? '?' : formatSeconds((elapsed / done) * Math.max(0, expected - done));
  return `${formatSeconds(elapsed)}, about ${left} left`;
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function shorten(value: number): string {
  if (value < 1000) return String(value);
  return value < 1_000_000 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1_000_000).toFixed(2)}M`;
}

/** Events that deserve a line of their own. */
function milestone(event: RunEvent): string | null {
  switch (event.type) {
    case 'run-start':
      return `${event.taskType}: training${event.simulated ? ' with a simulated model (a program, not a language model)' : ''}, ${event.iterations} iterations of ${event.batchSize} episodes`;
    case 'iteration-end':
      return `  iteration ${event.iteration + 1}: ${event.successes} of ${event.episodes} won${errorNote(event.errors)}; plan ${event.plan.id.slice(7, 15)} has ${countLines(event.plan.text)} lines`;
    case 'evaluation-end':
      return `  ${phaseNames[event.phase]}: ${event.successes} of ${event.episodes} won${errorNote(event.errors)}`;
    default:
      return null;
  }
}

function errorNote(errors: number): string {
  return errors > 0 ? `, ${errors} ended in an error` : '';
}

function countLines(text: string): number {
  return text === '' ? 0 : text.split('\n').length;
}
