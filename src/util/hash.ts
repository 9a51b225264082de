import { createHash } from 'node:crypto';

/** SHA-256 of a text (UTF-8) in lower-case hex: for digests that are written down. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The same of bytes. */
export function sha256Bytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of a text (UTF-8) in base 64, as content policies name it. */
export function sha256Base64(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64');
}

/** SHA-256 of lines that come one by one, each with a line feed after it. */
export function createSum(): { add(line: Uint8Array): void; hex(): string } {
  const hash = createHash('sha256');
  return { add: (line) => hash.update(line).update('\n'), hex: () => hash.digest('hex') };
}

/**
 * A fast 53-bit hash of a text, or of a part of it, for seeds and lookups; not for anything that must resist an attacker.
 */
export function hash53(text: string, seed = 0, from = 0, to = text.length): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  const end = Math.min(to, text.length);
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 of bytes as zip and gzip use it, unsigned. (Node has its own only from 20.15 on.) */
export function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (let i = 0; i < bytes.length; i++) {
    value = (crcTable[(value ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8);
  }
  return ~value >>> 0;
}
