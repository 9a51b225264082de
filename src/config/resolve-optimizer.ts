import type { Optimizer } from '../core/optimizer.js';
import {
  acceptAlways,
  acceptNoWorse,
  createAutoplanOptimizer,
  createLedgerOptimizer,
  type Slots,
  selectBestValidation,
  selectLast,
} from '../optimizers/index.js';
import { checkOptimizerSettings, validationDefault } from './optimizer-settings.js';
import type { OptimizerPromptSets } from './resolve-prompts.js';
import type { Config } from './schema.js';

/** The optimizer that a config names. Throws a SettingError for settings that it does not have. */
export function resolveOptimizer(config: Config, prompts: OptimizerPromptSets): Optimizer {
  const { name: _name, acceptance: _a, selection: _s, validation: _v, ...settings } = config.optimizer;
  const given = { ...settings, ...resolveSlots(config), reflection: config.reflection };
  const create = {
    autoplan: () => createAutoplanOptimizer({ ...given, prompts: prompts.autoplan }),
    ledger: () => createLedgerOptimizer({ ...given, prompts: prompts.ledger }),
  };
  return create[checkOptimizerSettings(config.optimizer)]();
}

function resolveSlots({ optimizer }: Config): Slots {
  const { acceptance, selection, validation = validationDefault } = optimizer;
  return {
    acceptance: acceptance === 'validation-no-worse' ? acceptNoWorse(validation) : acceptAlways,
    selection: selection === 'best-validation' ? selectBestValidation(validation) : selectLast,
  };
}
