import type { Command } from 'commander';
import { examples } from './examples.js';
import { exitCodes, note, print, printJson } from './output.js';

interface JsonOption {
  readonly json?: boolean;
}

/** Adds `planwright log` and its commands. */
export function registerLog(program: Command): void {
  const log = program
    .command('log')
    .description("check, mend and play again a run's journal")
    .addHelpText('after', examples('log verify runs/mine', 'log replay runs/mine'));
  log
    .command('verify')
    .description('whether the journal is whole, and what it holds; exit code 100 where it is damaged')
    .argument('<run>', 'folder of the run, or latest')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  planwright log verify runs/mine')
    .action(verify);
  log
    .command('recover')
    .description('cut a damaged journal off before its damage; the damaged one is kept beside it')
    .argument('<run>', 'folder of the run, or latest')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  planwright log recover runs/mine && planwright resume runs/mine')
    .action(recover);
  log
    .command('replay')
    .description(
      'play a run again from its journal alone, and compare results and plans; 100 where they differ',
    )
    .argument('<run>', 'folder of the run, or latest')
    .option('--episode <id>', 'take the actions of one episode again and show it')
    .option('--write', 'write files that are missing or differ')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  planwright log replay runs/mine\n  planwright log replay runs/mine --episode held-out/heat-held-out-3',
    )
    .action(replay);
}

async function verify(run: string, { json }: JsonOption): Promise<void> {
  const { findRun, verifyRun } = await import('../config/index.js');
  const { groupDigits } = await import('../report/index.js');
  const folder = findRun(run);
  const verdict = await verifyRun(folder);
  const { records, damage, ending, episodes, episodeIds, spend, fromCache, attempts } = verdict;
  if (damage !== null) process.exitCode = exitCodes.gate;
  if (json) return printJson(verdict);
  const { calls, promptTokens, completionTokens } = spend.usage;
  const lines = [
    damage === null
      ? `The journal is whole: ${groupDigits(records)} records.`
      : `The journal is whole up to record ${groupDigits(records)}; line ${damage.line}, byte ${damage.offset}: ${damage.problem}.`,
    `The run: ${ending}.`,
    `Answered calls: ${groupDigits(calls)}, with ${groupDigits(promptTokens)} prompt and ${groupDigits(completionTokens)} completion tokens${fromCache > 0 ? `; ${groupDigits(fromCache)} came from the cache` : ''}.`,
    ...(attempts.sent === 0
      ? []
      : [
          `Attempts sent to a server: ${groupDigits(attempts.sent)}, of which ${attempts.failed} failed and ${attempts.unknown} have no known end.`,
        ]),
    `Episodes: ${groupDigits(episodes)}${episodeIds.length > 0 ? `, for example ${episodeIds.join(', ')}` : ''}.`,
  ];
  print(lines.join('\n'));
  if (damage !== null)
    note(
      damage.last
        ? `planwright resume ${folder} goes on from there`
        : `planwright log recover ${folder} keeps what stands before the damage`,
    );
}

async function recover(run: string, { json }: JsonOption): Promise<void> {
  const { findRun, lockRun, recoverRun } = await import('../config/index.js');
  const folder = findRun(run);
  const lock = lockRun(folder);
  try {
    const recovery = await recoverRun(folder);
    if (json) return printJson(recovery);
    const { records, copy } = recovery;
    print(
      copy === undefined
        ? `Nothing to mend: all ${records} records are whole.`
        : `Kept ${records} whole records; the damaged journal is ${copy}.\nGo on with: planwright resume ${folder}`,
    );
  } finally {
    lock.release();
  }
}

interface ReplayOptions extends JsonOption {
  readonly episode?: string;
  readonly write?: boolean;
}

async function replay(run: string, { episode, write = false, json }: ReplayOptions): Promise<void> {
  const { findRun, replayRun } = await import('../config/index.js');
  const folder = findRun(run);
  if (episode !== undefined) return showEpisode(folder, episode, json === true);
  const files = await replayRun(folder, write);
  const different = files.filter(({ state }) => state !== 'same');
  if (different.length > 0 && !write) process.exitCode = exitCodes.gate;
  if (json) return printJson({ run: folder, files });
  for (const { path, state } of different) print(`${path}: ${write ? `${state}, written` : state}`);
  const all = files.length === 1 ? 'its file is' : `all ${files.length} files are`;
  if (different.length === 0) print(`Played again without a model: ${all} the same.`);
}

async function showEpisode(folder: string, id: string, json: boolean): Promise<void> {
  const { replayEpisode } = await import('../config/index.js');
  const { describeOutcome } = await import('../core/event.js');
  const replayed = await replayEpisode(folder, id);
  const { episode, steps, differences, initialNow } = replayed;
  if (differences > 0) process.exitCode = exitCodes.gate;
  if (json) return printJson(replayed);
  const lines = [`${episode.goal}`, '', initialNow ?? episode.initialObservation];
  for (const [i, { action, observation, now }] of steps.entries()) {
    const { thought } = episode.steps[i] ?? {};
    lines.push('', ...(thought ? [`(${thought})`] : []), `> ${action}`, observation);
    if (now !== undefined) lines.push(`Now the world answers: ${now}`);
  }
  lines.push('', `${describeOutcome(episode.outcome)} after ${steps.length} actions.`);
  print(lines.join('\n'));
  if (differences > 0) note(`${differences} answers of the world differ from the record`);
}
