/** What `planwright simulate` does. */
import { loadSimulatedProfile } from '../config/load-simulated-profile.js';
import type { ChatModel } from '../core/model.js';
import { serveModel } from '../models/serve-model.js';
import { createSimulatedModel, simulatedProfiles } from '../models/simulated/index.js';
import { waitForInterrupt } from './interrupt.js';
import { note, print, printJson } from './output.js';

/** Options of `simulate`. */
export interface SimulateOptions {
  readonly port: number;
  readonly profile?: string;
  readonly json?: true;
}

/** Serves until the user interrupts. Throws a UsageError for a busy port and for a malformed profile. */
export async function serveSimulatedModels({ port, profile, json }: SimulateOptions): Promise<void> {
  const models = createModels(profile);
  const names = [...models.keys()];
  const server = await serveModel(models, { port });
  const interrupted = waitForInterrupt();
  if (json) printJson({ url: server.url, models: names });
  else print(`serving ${names.join(', ')} at ${server.url}`);
  note(
    [
      'This is a simulated model: a program that stands in for a language model. It is not one, and',
      'what it does is no evidence about any.',
      '',
      'Train with it from another shell:',
      `  planwright train configs/quickstart.yaml --set model.provider=openai \\`,
      `    --set model.baseUrl=${server.url} --set model.name=simulated-${profile === undefined ? 'strong' : 'custom'}`,
      '',
      'Ctrl+C ends it.',
    ].join('\n'),
  );
  await interrupted;
  await server.close();
  note('\nended');
}

function createModels(profileFile: string | undefined): ReadonlyMap<string, ChatModel> {
  const profiles = Object.entries(simulatedProfiles);
  if (profileFile !== undefined) profiles.push(['custom', loadSimulatedProfile(profileFile)]);
  return new Map(
    profiles.map(([short, profile]) => {
      const name = `simulated-${short}`;
      return [name, createSimulatedModel({ name, profile })];
    }),
  );
}
