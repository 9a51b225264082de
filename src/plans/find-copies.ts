/** Text that a plan has word for word from observations. */

/** What observations said, for the search. */
export interface CopySources {
  /** Texts that a world said while the plan was learned. */
  readonly observations: readonly string[];
  /** Texts that a plan may repeat: what the agent is told of the world anyway. */
  readonly known: readonly string[];
}

/** A copy within one line of the plan. */
export interface Copy {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Words in a row that no two texts have in common by chance. */
const copiedWords = 8;
/** Characters in a row, for texts without blanks. */
const copiedCharacters = 40;

/** Words that are no words: codes, numbers of six digits and more. One of them is a copy by itself. */
const code =
  /(?<![\w-])(?:(?=[\w-]{0,80}\d)(?=[\w-]{0,80}[A-Za-z])[\w-]{8,80}|[A-Z]{3,}[-_][A-Z_-]{2,80}|[\d-]*(?:\d-?){6,80})(?![\w-])/g;

/** Each line's longest stretch that an observation said and no known text does, in order of lines. */
export function findCopies(plan: string, { observations, known }: CopySources): readonly Copy[] {
  const said = indexTexts(observations, plan);
  const allowed = indexTexts(known, plan);
  return plan.split('\n').flatMap((line, i): Copy[] => {
    const text = copiedPart(line, (piece) => said.has(piece) && !allowed.has(piece));
    return text === null ? [] : [{ line: i + 1, text }];
  });
}

/** The pieces of a plan that some texts hold too: the texts may be long, what is kept is not. */
function indexTexts(texts: readonly string[], plan: string): ReadonlySet<string> {
  const wanted = new Set(plan.split('\n').flatMap((line) => piecesOf(line).map(({ piece }) => piece)));
  const found = new Set<string>();
  if (wanted.size === 0) return found;
  for (const text of new Set(texts))
    for (const { piece } of piecesOf(text)) if (wanted.has(piece)) found.add(piece);
  return found;
}

/** A piece that is compared, and the part of the text that it stands for. */
interface Piece {
  readonly piece: string;
  readonly start: number;
  readonly end: number;
}

function piecesOf(text: string): Piece[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const pieces = words.slice(copiedWords - 1).map((last, i): Piece => {
    const piece = words.slice(i, i + copiedWords).map(([word]) => word.toLowerCase());
    return { piece: piece.join(' '), start: words[i]?.index ?? 0, end: last.index + last[0].length };
  });
  for (const { 0: found, index } of text.matchAll(code))
    pieces.push({ piece: found.toLowerCase(), start: index, end: index + found.length });
  for (const { 0: run, index } of text.matchAll(/\S{40,}/g))
    for (let start = 0; start + copiedCharacters <= run.length; start++)
      pieces.push({
        piece: run.slice(start, start + copiedCharacters).toLowerCase(),
        start: index + start,
        end: index + start + copiedCharacters,
      });
  return pieces;
}

/** The first stretch of a line that is made of such pieces; null where there is none. */
function copiedPart(line: string, isCopied: (piece: string) => boolean): string | null {
  const copied = piecesOf(line)
    .filter(({ piece }) => isCopied(piece))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const [first] = copied;
  if (first === undefined) return null;
  let { end } = first;
  for (const piece of copied) if (piece.start <= end) end = Math.max(end, piece.end);
  return line.slice(first.start, end);
}
