/** HotpotQA's entry in the list of worlds. */
import { UsageError } from '../../core/errors.js';
import { defineEnvironment } from '../define-environment.js';
import { demonstrate } from './demonstrate.js';
import { encyclopedia } from './encyclopedia.js';
import { createHotpotqa } from './hotpotqa.js';
import { questionImporter } from './import-questions.js';
import { behaviours, readOptions } from './options.js';
import { taskTypes } from './setup.js';
import { verifyTranscripts } from './verify-transcripts.js';

/** HotpotQA: official questions, our own about an invented encyclopedia, and the replay of recorded episodes. */
export const hotpotqa = defineEnvironment({
  name: 'hotpotqa',
  title: 'questions answered with an encyclopedia (HotpotQA, Yang et al. 2018)',
  taskTypes,
  create: ({ feedback, rules = {}, options, instances } = {}) => {
    const [rule] = Object.keys(rules);
    if (rule !== undefined) throw new UsageError(`HotpotQA has no rule '${rule}'`, 'leave it out');
    if (feedback === 'augmented') {
      throw new UsageError('HotpotQA has no augmented feedback', 'leave it out, or give plain');
    }
    return createHotpotqa(options, instances);
  },
  isSelfContained: (options) => readOptions(options).backend === 'context',
  shippedSuite: 'encyclopedia',
  importer: questionImporter,
  generator: encyclopedia,
  replay: { behaviours, verify: verifyTranscripts },
  demonstrate,
});
