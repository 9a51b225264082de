/** A world of one step, as a user would bring it: a module for world and agent, and a suite of many tasks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const world = `
export const environment = {
  name: 'one-step',
  version: '1.0.0',
  maxSteps: 1,
  manual: () => ({
    introduction: 'You stand before two doors.',
    actions: [{ form: 'open left', description: 'open it' }, { form: 'open right', description: 'open it' }],
    task: 'open the right one',
  }),
  start: ({ goal }) => ({
    initial: { observation: 'Two doors.', reward: 0, terminated: false },
    admissibleActions: () => ['open left', 'open right'],
    step: (action) => ({
      observation: 'It is open.',
      reward: goal.endsWith(action) ? 1 : 0,
      terminated: true,
    }),
  }),
};

export const agent = {
  name: 'one-step-agent',
  begin: ({ goal, plan }, model) => ({
    act: async () => {
      const messages = [{ role: 'user', content: plan + '\\n' + goal }];
      const { text } = await model.complete({ purpose: 'act', messages, sampling: {} });
      return { rawAction: text, action: text.length % 2 === 0 ? 'open left' : 'open right' };
    },
  }),
};
`;

/** Writes module and suite into a folder; gives what `planwright eval` is told to play them. */
export function writeOneStepWorld(folder: string, instances: number): string[] {
  const module = join(folder, 'one-step.mjs');
  const suite = join(folder, `${instances}.jsonl`);
  writeFileSync(module, world);
  const lines = Array.from({ length: instances }, (_, i) =>
    JSON.stringify({
      id: `door-${i}`,
      environment: 'one-step',
      taskType: 'door',
      split: 'held-out',
      goal: `in house ${i} open ${i % 2 === 0 ? 'left' : 'right'}`,
      setup: {},
    }),
  );
  writeFileSync(suite, `${lines.join('\n')}\n`);
  const settings = [
    `environment.module=${module}`,
    'environment.export=environment',
    `agent.module=${module}`,
    'agent.export=agent',
  ];
  return ['--suite', suite, ...settings.flatMap((setting) => ['--set', setting])];
}
