import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { PlanStep } from '../../src/core/plan.js';
import { createPlan, formatPlanFile, type PlanDetails, parsePlanFile } from '../../src/plans/index.js';

const hash = `sha256:${'0'.repeat(64)}`;
const details: PlanDetails = {
  title: 'A plan',
  description: 'A plan for jobs.',
  environmentVersion: '1.0.0',
  actionsHash: hash,
  provenance: {
    run: 'r',
    seed: 0,
    batch_size: 4,
    reflection: 'full',
    optimizer: 'ledger',
    optimizer_model: 'm',
    agent_model: 'm',
    tool_version: '0.1.0',
    simulated: true,
  },
  trainedOn: { suite: 's', suite_digest: hash, untrusted_observations: true, reviewed_by: null },
  license: 'CC0-1.0',
};
const steps: readonly PlanStep[] = [
  {
    id: 's1',
    text: 'Go: {place}.',
    iteration: 1,
    episodes: ['train/0/a'],
    helped: 3,
    hurt: 0,
    notFollowed: 1,
  },
  {
    id: 's4',
    text: 'Open it.',
    iteration: 2,
    episodes: [],
    replaces: 's2',
    helped: 0,
    hurt: 0,
    notFollowed: 0,
  },
];
const parts = { iteration: 2, environment: 'toy', taskType: 'seek' };
const text = '1. Go: {place}.\n2. Open it.';
const plan = createPlan({ ...parts, text, steps });

describe('a structured plan in a file', () => {
  const file = formatPlanFile(plan, details);

  it('is plain numbered steps under their records', () => {
    expect(file.endsWith(`---\n${text}\n`)).toBe(true);
    expect(file).toContain(
      '  - id: s4\n    iteration: 2\n    episodes: []\n    replaces: s2\n    helped: 0\n    hurt: 0\n    not_followed: 0\n',
    );
    expect(file.slice(0, -text.length - 1)).not.toContain('Open it.');
  });

  it('comes back as it was', () => {
    expect(parsePlanFile(file, 'plan.md').plan).toEqual(plan);
  });

  it('has no steps where the lines are not its steps, or it has none', () => {
    const odd = [
      createPlan({ ...parts, text: 'Go.\nOpen it.', steps }),
      createPlan({ ...parts, text: '1. Go: {place}.', steps }),
      createPlan({ ...parts, text: '2. Go: {place}.\n1. Open it.', steps }),
      createPlan({ ...parts, text }),
      createPlan({ ...parts, text: '', steps: [] }),
    ];
    for (const one of odd) expect(formatPlanFile(one, details)).not.toContain('steps:');
  });

  it('loses the records of steps when it is edited: they hold for the text before', () => {
    const edited = parsePlanFile(file.replace('Open it.', 'Close it.'), 'plan.md', { allowEdited: true });
    expect(edited.edited).toBe(true);
    expect(edited.plan.steps).toBeUndefined();
  });

  it('is refused where steps and lines do not fit together', () => {
    const record = / {2}- id: s4\n(?: {4}.*\n)+/;
    const parse = () => parsePlanFile(file.replace(record, ''), 'plan.md');
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow('plan.md: front matter: steps: there are 1, but the plan has 2 numbered lines');
    expect(() => parsePlanFile(file.replace('helped: 3', 'helped: -3'), 'plan.md')).toThrow(
      /steps\.0\.helped/,
    );
  });
});
