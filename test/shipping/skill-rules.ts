/** The published rules for skills, as a validator: what is wrong with a skill, one sentence each. */
import { parse, parseDocument } from 'yaml';

const allowedKeys = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];

/** Checks a SKILL.md in a folder of the given name by the rules of both validators and of Claude's checkers. */
export function checkSkill(folder: string, text: string): string[] {
  const front = splitAsReferenceDoes(text);
  if (typeof front === 'string') return [front];
  const keys = Object.keys(front);
  const { name, description, license, compatibility, metadata } = front;
  return [
    ...keys.filter((key) => !allowedKeys.includes(key)).map((key) => `key ${key} is not allowed`),
    ...checkName(name, folder),
    ...checkDescription(description),
    ...(license === undefined || typeof license === 'string' ? [] : ['license is no text']),
    ...checkCompatibility(compatibility),
    ...checkMetadata(metadata),
    ...checkQuick(text, front),
  ];
}

/** As skills-ref: everything between the first two ---, wherever they stand. */
function splitAsReferenceDoes(text: string): Record<string, unknown> | string {
  if (!text.startsWith('---')) return 'does not begin with front matter';
  const parts = text.split('---');
  if (parts.length < 3) return 'the front matter is not closed';
  const document = parseDocument(parts[1] ?? '', { version: '1.1', uniqueKeys: true });
  if (document.errors.length > 0) return `front matter: ${document.errors[0]?.message}`;
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : 'the front matter is no map';
}

function checkName(name: unknown, folder: string): string[] {
  if (typeof name !== 'string') return ['name is no text'];
  return [
    ...(name.length >= 1 && name.length <= 64 ? [] : ['name is empty or longer than 64']),
    ...(/^[a-z0-9-]+$/.test(name) ? [] : ['name has other characters than a-z, 0-9 and -']),
    ...(/^-|-$|--/.test(name) ? ['name begins or ends with - or has --'] : []),
    ...(name === folder ? [] : [`name ${name} is not that of the folder ${folder}`]),
    ...(/anthropic|claude/.test(name) ? ['name has a reserved word'] : []),
  ];
}

function checkDescription(description: unknown): string[] {
  if (typeof description !== 'string') return ['description is no text'];
  return [
    ...(description.trim() === '' ? ['description is empty'] : []),
    ...([...description].length > 1024 ? ['description is longer than 1024'] : []),
    ...(/[<>]/.test(description) ? ['description has < or >'] : []),
  ];
}

function checkCompatibility(compatibility: unknown): string[] {
  if (compatibility === undefined) return [];
  return typeof compatibility === 'string' && compatibility.length >= 1 && compatibility.length <= 500
    ? []
    : ['compatibility is no text of 1 to 500 characters'];
}

function checkMetadata(metadata: unknown): string[] {
  if (metadata === undefined) return [];
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    return ['metadata is no map'];
  return Object.entries(metadata)
    .filter(([, value]) => typeof value !== 'string')
    .map(([key]) => `metadata ${key} is no text`);
}

/** As quick_validate: the front matter up to the first line ---, read by YAML 1.1. Both must read the same. */
function checkQuick(text: string, front: unknown): string[] {
  const found = /^---\n([\s\S]*?)\n---/.exec(text);
  if (found?.[1] === undefined) return ['quick_validate finds no front matter'];
  try {
    const value: unknown = parse(found[1], { version: '1.1', logLevel: 'silent' });
    return JSON.stringify(value) === JSON.stringify(front) ? [] : ['quick_validate reads something else'];
  } catch {
    return ['quick_validate can not read the front matter'];
  }
}
