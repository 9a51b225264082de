/** The bytes of a body, in memory that is used again. */
export interface BodyBytes {
  readonly bytes: Buffer;
  /** Gives the memory back, once all bytes have been handed on. */
  readonly release: () => void;
}

/** Bytes of one piece of memory: almost every prompt fits. */
const pieceBytes = 128 * 1024;
/** Pieces that wait to be used again, at most. */
const mostSpare = 16;

const spare: Buffer[] = [];

/**
 * A text in UTF-8. New memory for each of many large bodies would lie in pieces between what stays, and the process would
 * not get smaller again.
 */
export function encodeBody(text: string): BodyBytes {
  const length = Buffer.byteLength(text);
  if (length > pieceBytes) return { bytes: Buffer.from(text), release: () => {} };
  const piece = spare.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  piece.write(text);
  return {
    bytes: piece.subarray(0, length),
    release: () => {
      if (spare.length < mostSpare) spare.push(piece);
    },
  };
}
