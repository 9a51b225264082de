import type { Environment, EnvironmentSession } from '../core/environment.js';
import type { TaskInstance } from '../core/task.js';

/** Starts an instance, uses the session and closes it, however the work ends. */
export async function withSession<T>(
  environment: Environment,
  instance: TaskInstance,
  use: (session: EnvironmentSession) => Promise<T>,
): Promise<T> {
  const session = await environment.start(instance);
  try {
    return await use(session);
  } finally {
    session.close?.();
  }
}

/** The same with two sessions of one instance side by side. */
export async function withTwoSessions<T>(
  environment: Environment,
  instance: TaskInstance,
  use: (one: EnvironmentSession, other: EnvironmentSession) => Promise<T>,
): Promise<T> {
  return withSession(environment, instance, (one) =>
    withSession(environment, instance, (other) => use(one, other)),
  );
}
