/** What `validate` looks at beyond the config itself. */
import { join } from 'node:path';
import { messageOf, UsageError } from '../core/errors.js';
import { claimDirectory, describeFileError, kindOf, remove } from '../util/files.js';
import type { ResolvedModels } from './resolve-models.js';

/** Throws a UsageError when no run folder can be made in the runs folder. Leaves nothing behind. */
export function checkRunsFolder(folder: string): void {
  const isNew = kindOf(folder) === null;
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    claimDirectory(probe);
    remove(isNew ? folder : probe);
  } catch (error) {
    throw new UsageError(
      `${folder}: can not be written: ${describeFileError(error)}`,
      'set runs to another folder',
    );
  }
}

/** Asks each model for one word. Gives what was seen in words; throws a UsageError when one does not answer. */
export async function pingModels(models: ResolvedModels): Promise<string> {
  const purposes = ['act', 'summarize', 'update-plan', 'formalize'] as const;
  const messages = [{ role: 'user', content: 'Say ok.' }] as const;
  for (const purpose of purposes) {
    try {
      await models.evaluate.complete({ purpose, messages, sampling: { maxTokens: 16 } });
    } catch (error) {
      throw new UsageError(`the model for ${purpose} does not answer: ${messageOf(error)}`);
    }
  }
  return 'answered';
}
