/** A folder or a zip archive of text files, read one file at a time. */
export interface Source {
  /** The folder or archive, as the user named it. */
  readonly path: string;
  /** Paths of all files in it, with forward slashes, in code-unit order. */
  readonly names: readonly string[];
  /** Bytes of one of these files. Throws a UsageError that names source and file when it can not be had. */
  readBytes(name: string): Promise<Buffer>;
  /** Frees what the source holds; a second call does nothing. */
  close(): void;
}

/** One text file of a source. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What a source may hold at most, in bytes after decompression. */
export interface SourceLimits {
  /** Of one file. */
  readonly fileBytes: number;
  /** Of all files that are read. */
  readonly totalBytes: number;
}

/** Far above any real task set, far below what a zip bomb unpacks to. */
export const defaultLimits: SourceLimits = { fileBytes: 64 * 2 ** 20, totalBytes: 4 * 2 ** 30 };
