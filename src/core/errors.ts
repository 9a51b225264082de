/** The user asked for something that can not be done as asked. Printed as one line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** What to do about it, as a sentence or a command. */
  readonly remedy: string | undefined;
  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** A budget of the config is used up; the run keeps what it has. Exit code 4. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
}

/** The models' server has been gone for longer than a run waits; the run keeps what it has. Exit code 3. */
export class OutageError extends Error {
  override readonly name = 'OutageError';
}

/** Why a model call gave no usable answer. */
export type ModelErrorCode =
  | 'timeout'
  | 'connection'
  | 'rate-limit'
  | 'server'
  | 'bad-reply'
  | 'authentication'
  | 'request'
  | 'refusal';

/** A model call that failed after its retries. An infrastructure error: never scored as a failed task. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** Whether another attempt could succeed. */
  readonly retryable: boolean;
  /** Seconds that the server asked to wait, where it did. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    code: ModelErrorCode,
    message: string,
    options: { retryable: boolean; retryAfterSeconds?: number | undefined },
  ) {
    super(message);
    this.code = code;
    this.retryable = options.retryable;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
