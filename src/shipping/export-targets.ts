/** The forms of other tools that a plan can be exported in. */
export const exportTargets = [
  'skill',
  'agents-md',
  'claude-md',
  'mcp',
  'dotprompt',
  'json',
  'text',
  'dspy',
] as const;
/** One of them. */
export type ExportTarget = (typeof exportTargets)[number];

/** A file of an export. */
export interface ShippedFile {
  /** Below the folder that is exported into, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A plan in the form of another tool. */
export interface Shipment {
  /** In the order in which they are written: the one that counts comes last. */
  readonly files: readonly ShippedFile[];
  /** What a user should know, one sentence each. */
  readonly notes: readonly string[];
}

/** A plan on its way out, with the words that every form needs. */
export interface Parcel {
  /** Words of a-z and 0-9 joined by hyphens, at most 64 characters. */
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it, on one line. */
  readonly description: string;
}
