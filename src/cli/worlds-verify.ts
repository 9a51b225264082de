/** `planwright worlds verify`. */
import { dirname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import {
  type EnvironmentDefinition,
  findEnvironment,
  type TranscriptFile,
  type TranscriptMismatch,
  type TranscriptReplay,
  type TranscriptVerdict,
} from '../environments/index.js';
import { openSource, readGzipLines, readSourceText, type Source } from '../suites/index.js';
import { exitCodes, note, print, printJson } from './output.js';

/** Options of `worlds verify`. */
export interface WorldsVerifyOptions {
  readonly transcripts: readonly string[];
  readonly games?: string;
  readonly behaviour?: string;
  readonly json?: true;
}

/** Replays transcripts and prints the verdict. Returns the exit code: 0 only where nothing differs. */
export async function verifyWorld(world: string, options: WorldsVerifyOptions): Promise<number> {
  const definition = await findEnvironment(world);
  const { replay } = definition;
  if (replay === undefined) throw new UsageError(`transcripts of the world '${world}' can not be replayed`);
  checkBehaviour(world, replay, options.behaviour);
  const verdict = await replayAll(definition, replay, options);
  const { notes = [], ...numbers } = verdict;
  if (verdict.episodes === 0) {
    throw new UsageError(`${options.transcripts.join(', ')}: no episodes to replay`);
  }
  if (options.json) printJson({ world, ...numbers });
  else print(renderVerdict(world, verdict));
  for (const text of notes) note(text);
  return verdict.mismatches === 0 ? exitCodes.ok : exitCodes.gate;
}

function checkBehaviour(world: string, { behaviours }: TranscriptReplay, given: string | undefined): void {
  if (given === undefined || behaviours?.includes(given)) return;
  const has = behaviours === undefined ? 'leave out --behaviour' : `it has: ${behaviours.join(', ')}`;
  throw new UsageError(`the world '${world}' has no behaviour '${given}'`, has);
}

async function replayAll(
  definition: EnvironmentDefinition,
  replay: TranscriptReplay,
  { transcripts, games, behaviour }: WorldsVerifyOptions,
): Promise<TranscriptVerdict> {
  const place = { text: '' };
  const files = transcripts.map((path) => openTranscript(path, place));
  const { gameKey } = replay;
  if (gameKey === undefined) {
    return replay.verify(files, async () => readWhole(needGames(definition, games, place.text)), behaviour);
  }
  const source = await openSource(needGames(definition, games, transcripts.join(', ')));
  try {
    return await replay.verify(files, findGames(source, gameKey, place), behaviour);
  } finally {
    source.close();
  }
}

/** Files are read one after another, line by line, so that a complaint about a game can name who asks for it. */
function openTranscript(path: string, place: { text: string }): TranscriptFile {
  async function* numberedLines() {
    let number = 0;
    for await (const line of readGzipLines(path)) {
      place.text = `${path}: line ${++number}`;
      yield line;
    }
  }
  return { name: path, lines: numberedLines(), readBeside: (name) => readWhole(join(dirname(path), name)) };
}

function findGames(
  source: Source,
  gameKey: (path: string) => string,
  place: { readonly text: string },
): (gameFile: string) => Promise<string> {
  const nameOf = new Map(source.names.map((name) => [gameKey(name), name]));
  return async (gameFile) => {
    const name = nameOf.get(gameKey(gameFile));
    if (name !== undefined) return readSourceText(source, name);
    throw new UsageError(
      `${place.text}: its game ${JSON.stringify(gameFile)} is not in ${source.path}`,
      'give the folder or archive that the episodes were recorded on',
    );
  };
}

function needGames({ create }: EnvironmentDefinition, games: string | undefined, place: string): string {
  if (games !== undefined) return games;
  throw new UsageError(
    `${place}: the transcripts were recorded on ${create().instancesAre} that are needed`,
    'give the folder, archive or file with --games',
  );
}

async function readWhole(path: string): Promise<string> {
  const lines: string[] = [];
  for await (const line of readGzipLines(path)) lines.push(line);
  return lines.join('\n');
}

function renderVerdict(world: string, verdict: TranscriptVerdict): string {
  const { episodes, steps, mismatches, first, deviations = {} } = verdict;
  const count = (value: number) => value.toLocaleString('en-US');
  const head = `${world}: ${count(episodes)} episodes, ${count(steps)} steps replayed: `;
  const declared = Object.entries(deviations).map(
    ([what, times]) => `declared deviation, ${count(times)} ${times === 1 ? 'step' : 'steps'}: ${what}`,
  );
  if (first === null) return [`${head}no difference`, ...declared].join('\n');
  return [
    `${head}${count(mismatches)} ${mismatches === 1 ? 'difference' : 'differences'}`,
    ...declared,
    `first: ${first.file}, episode ${first.episode}, step ${first.step}, ${first.field}`,
    ...renderDifference(first),
  ].join('\n');
}

/** Of two lists only what the other does not have. */
function renderDifference({ expected, actual }: TranscriptMismatch): string[] {
  if (!Array.isArray(expected) || !Array.isArray(actual))
    return [`  recorded: ${JSON.stringify(expected)}`, `  ours:     ${JSON.stringify(actual)}`];
  const missing = expected.filter((one) => !actual.includes(one));
  const extra = actual.filter((one) => !expected.includes(one));
  if (missing.length + extra.length === 0)
    return ['  the same entries in another order, or some of them twice'];
  return [
    `  recorded, not ours: ${JSON.stringify(missing)}`,
    `  ours, not recorded: ${JSON.stringify(extra)}`,
  ];
}
