import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What a program did. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export function runProgram(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}

/**
 * A folder outside the project in which planwright is installed: from what npm packs, with the packages that it depends on
 * and those that the README's examples use.
 */
export async function createStranger(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-stranger-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  for (const name of readdirSync(resolve('node_modules')))
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(modules, name));
  const packed = await runProgram(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
    resolve('.'),
  );
  const archive = packed.stdout.trim();
  const unpacked = await runProgram('tar', ['-xzf', archive], folder);
  if (packed.code !== 0 || unpacked.code !== 0) throw new Error(`${packed.stderr}${unpacked.stderr}`);
  cpSync(join(folder, 'package'), join(modules, 'planwright'), { recursive: true });
  cpSync(join(modules, 'planwright', 'plans'), join(folder, 'plans'), { recursive: true });
  return folder;
}
