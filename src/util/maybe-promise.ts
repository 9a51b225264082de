/** A value that is there already, or one that will be. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there already, so that work without waiting stays synchronous. */
export function whenReady<T, Result>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
