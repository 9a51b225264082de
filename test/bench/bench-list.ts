/**
 * What `npm run bench` measures, in the order of its table. To add a bench: a function in a file of its own that takes
 * the settings and gives rows, and a line here.
 */
import { join } from 'node:path';
import { benchCalls } from './cpu-per-call.js';
import { benchHelp } from './help.js';
import { benchJournal } from './journal.js';
import { benchLoading } from './loading.js';
import { benchLongRun } from './long-run.js';
import { benchNewcomer } from './newcomer.js';
import { benchOpenRollouts } from './open-rollouts.js';
import { benchOriginalWay } from './original-way.js';
import { benchQueue } from './queue.js';
import { benchDryRun, benchPrefixes } from './spending.js';
import { benchSteps } from './steps.js';
import { benchToy } from './toy.js';
import { benchTraining } from './training-cpu.js';
import { benchViewer } from './viewer.js';
import { benchWallClock } from './wall-clock.js';
import { benchWorldShare } from './world-share.js';

/** What is measured, the median as text, and what it should be; empty where there is no target. */
export type Row = readonly [what: string, measured: string, target: string];

/** What every bench is told. */
export interface BenchSettings {
  /** How often each number is measured; the median counts. */
  readonly rounds: number;
  /** An empty folder of its own, removed afterwards. */
  readonly folder: string;
  /** A suite to measure with beside ours, for example the official games. */
  readonly suite?: string;
  /** Whether to measure at full size what else is measured small. */
  readonly isLong: boolean;
}

/** One of the things that are measured. */
export interface Bench {
  /** For `--only`. */
  readonly name: string;
  readonly about: string;
  /** Whether it is measured only when it is asked for by name. */
  readonly isOnDemand?: true;
  readonly measure: (settings: BenchSettings) => Promise<readonly Row[]> | readonly Row[];
}

export const benches: readonly Bench[] = [
  { name: 'steps', about: 'steps and resets per second of the worlds', measure: benchSteps },
  { name: 'loading', about: 'time and memory to load a suite', measure: benchLoading },
  { name: 'training-cpu', about: 'CPU per call of a training in this process', measure: benchTraining },
  {
    name: 'calls',
    about: 'CPU per call of runs against a server that answers at once',
    measure: ({ folder, rounds }) => benchCalls(folder, rounds),
  },
  {
    name: 'open-rollouts',
    about: 'memory of rollouts that wait for answers',
    measure: ({ folder, rounds }) => benchOpenRollouts(folder, rounds),
  },
  {
    name: 'world-share',
    about: 'share of the CPU of a training that the world takes',
    measure: benchWorldShare,
  },
  {
    name: 'journal',
    about: 'what the journal costs',
    measure: ({ folder, rounds }) => benchJournal(folder, rounds),
  },
  {
    name: 'wall-clock',
    about: 'wall clock of a training over its critical-path bound',
    measure: ({ folder, rounds }) => benchWallClock(join(folder, 'runs'), rounds),
  },
  {
    name: 'original-way',
    about: 'the same training one call after another, three calls a step',
    measure: benchOriginalWay,
  },
  {
    name: 'toy',
    about: 'a toy of one call a play over the time of its calls, and Ax from npm beside it',
    measure: benchToy,
  },
  { name: 'long-run', about: 'most memory of evaluations of many episodes', measure: benchLongRun },
  {
    name: 'queue',
    about: 'workers on a queue: throughput, and results when workers and Redis end',
    measure: benchQueue,
  },
  {
    name: 'dry-run',
    about: 'what --dry-run expects of a training, over what it used, in both worlds',
    measure: benchDryRun,
  },
  {
    name: 'prefixes',
    about: 'shares of the prompt tokens that can be cached, and that the simulated server cached',
    measure: benchPrefixes,
  },
  {
    name: 'newcomer',
    about: 'from an empty folder to a learned plan and a page about it',
    measure: benchNewcomer,
  },
  { name: 'viewer', about: 'how quick the viewer is with a large run', measure: benchViewer },
  { name: 'help', about: 'how soon --help is there', measure: benchHelp },
];
