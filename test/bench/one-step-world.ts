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
      return { rawAction: text, action: text.endsWith('left') ? 'open left' : 'open right' };
    },
  }),
};
`;

/** Writes module and suite into a folder; gives the settings that play them. */
export function writeOneStepWorld(folder: string, splits: Readonly<Record<string, number>>): string[] {
  const module = join(folder, 'one-step.mjs');
  const suite = join(folder, 'one-step.jsonl');
  writeFileSync(module, world);
  writeManyDoors(suite, splits);
  return [
    `suite=${suite}`,
    'taskType=door',
    `environment.module=${module}`,
    'environment.export=environment',
    `agent.module=${module}`,
    'agent.export=agent',
  ];
}

/** Writes a suite of so many instances of each split. */
export function writeManyDoors(file: string, splits: Readonly<Record<string, number>>): void {
  const lines = Object.entries(splits).flatMap(([split, instances]) =>
    Array.from({ length: instances }, (_, i) =>
      JSON.stringify({
        id: `${split}-${i}`,
        environment: 'one-step',
        taskType: 'door',
        split,
        goal: `in house ${i} of ${split} open ${i % 2 === 0 ? 'left' : 'right'}`,
        setup: {},
      }),
    ),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}
