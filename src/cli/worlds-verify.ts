/** `planwright worlds verify`. */
import { UsageError } from '../core/errors.js';
import {
  findEnvironment,
  type TranscriptFile,
  type TranscriptMismatch,
  type TranscriptReplay,
  type TranscriptVerdict,
} from '../environments/index.js';
import { openSource, readGzipLines, readSourceText, type Source } from '../suites/index.js';
import { exitCodes, note, print, printJson, showPlainly } from './output.js';

/** Options of `worlds verify`. */
export interface WorldsVerifyOptions {
  readonly transcripts: readonly string[];
  readonly games?: string;
  readonly json?: true;
}

/** Replays transcripts and prints the verdict. Returns the exit code: 0 only where nothing differs. */
export async function verifyWorld(world: string, options: WorldsVerifyOptions): Promise<number> {
  const { replay } = findEnvironment(world);
  if (replay === undefined) throw new UsageError(`transcripts of the world '${world}' can not be replayed`);
  if (options.games === undefined) {
    throw new UsageError(
      `the transcripts name games of the world '${world}' that they were recorded on`,
      'give the folder or archive with --games',
    );
  }
  const source = await openSource(options.games);
  try {
    const verdict = await replayAll(replay, source, options.transcripts);
    const { episodes, steps, mismatches, first, notes = [] } = verdict;
    if (episodes === 0) throw new UsageError(`${options.transcripts.join(', ')}: no episodes to replay`);
    if (options.json) printJson({ world, episodes, steps, mismatches, first });
    else print(renderVerdict(world, verdict));
    for (const text of notes) note(text);
    return mismatches === 0 ? exitCodes.ok : exitCodes.gate;
  } finally {
    source.close();
  }
}

/** Files are read one after another, line by line, so that a complaint about a game can name who asks for it. */
async function replayAll(
  { gameKey, verify }: TranscriptReplay,
  source: Source,
  paths: readonly string[],
): Promise<TranscriptVerdict> {
  const nameOf = new Map(source.names.map((name) => [gameKey(name), name]));
  let place = '';
  const files = paths.map((path): TranscriptFile => ({ name: path, lines: numberedLines(path) }));
  async function* numberedLines(path: string) {
    let number = 0;
    for await (const line of readGzipLines(path)) {
      place = `${path}: line ${++number}`;
      yield line;
    }
  }
  return verify(files, async (gameFile) => {
    const name = nameOf.get(gameKey(gameFile));
    if (name !== undefined) return readSourceText(source, name);
    throw new UsageError(
      `${place}: its game ${JSON.stringify(gameFile)} is not in ${source.path}`,
      'give the folder or archive that the episodes were recorded on',
    );
  });
}

function renderVerdict(world: string, { episodes, steps, mismatches, first }: TranscriptVerdict): string {
  const count = (value: number) => value.toLocaleString('en-US');
  const head = `${world}: ${count(episodes)} episodes, ${count(steps)} steps replayed: `;
  if (first === null) return `${head}no difference`;
  return showPlainly(
    [
      `${head}${count(mismatches)} ${mismatches === 1 ? 'difference' : 'differences'}`,
      `first: ${first.file}, episode ${first.episode}, step ${first.step}, ${first.field}`,
      ...renderDifference(first),
    ].join('\n'),
  );
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
