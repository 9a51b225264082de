/**
 * `npm run bench:aa`: how often verdicts are wrong where nothing differs, and how well `power` foresees what `certify`
 * finds where something does. Real rollouts, evaluations and comparisons in a world that is a lottery; the same seeds
 * give the same numbers. Ends with 1 where a number is outside what we promise.
 */
import { alignRows } from '../../src/util/table.js';
import { certifyEmptyPromises, checkPower, compareIdenticalArms, type TrueEffect } from './aa-simulation.js';

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const points = (share: number) => `${(share * 100).toFixed(1)}`;
type Row = readonly [what: string, measured: string, promised: string];
let kept = true;

/** A row of the table; remembers whether the promise was kept. */
function row(what: string, measured: string, promised: string, holds = true): Row {
  kept &&= holds;
  return [what, measured, holds ? promised : `${promised}: NOT KEPT`];
}

const identical = await compareIdenticalArms(2000);
const within = identical.pairedT >= 0.03 && identical.pairedT <= 0.07;
const promises = await certifyEmptyPromises(200);
const effects: readonly TrueEffect[] = [
  { instances: 40, effect: 0.2, kind: 'gap' },
  { instances: 40, effect: 0.35, kind: 'gap' },
  { instances: 120, effect: 0.2, kind: 'gap' },
  { instances: 40, effect: 0.25, kind: 'add' },
  { instances: 120, effect: 0.15, kind: 'add' },
];
const checks = [];
for (const effect of effects) checks.push(await checkPower(effect, 400, 40));

const rows: Row[] = [
  row(
    `identical arms, paired t by run (primary), ${identical.comparisons}`,
    percent(identical.pairedT),
    '3 % to 7 %',
    within,
  ),
  row(
    '  verdicts better or worse',
    percent(identical.verdicts),
    '3 % to 7 %',
    identical.verdicts >= 0.03 && identical.verdicts <= 0.07,
  ),
  row('  Welch by run', percent(identical.welch), ''),
  row(
    '  exact McNemar, plans that change nothing',
    percent(identical.mcnemar),
    'at most 5 %',
    identical.mcnemar <= 0.05,
  ),
  row(
    `plans that change nothing, best of 5 certified, ${promises.runs}`,
    percent(promises.certified),
    'at most 5 %',
    promises.certified <= 0.05,
  ),
  row(
    '  inflation of the certified rate, points',
    points(promises.certifiedInflation),
    'at most 2',
    promises.certifiedInflation <= 0.02,
  ),
  row('  inflation of the rate it was chosen by, points', points(promises.selectedInflation), ''),
  row('  "better" by the rollouts it was chosen by', percent(promises.naive), ''),
  ...checks.map(({ instances, effect, kind, predicted, found }) =>
    row(
      `effect of ${points(effect)} points (${kind}) on ${instances}: power says ${percent(predicted)}`,
      percent(found),
      'within 10 points',
      Math.abs(predicted - found) <= 0.1,
    ),
  ),
];
process.stdout.write(`${alignRows([['', 'measured', 'promised'], ...rows]).join('\n')}\n`);
process.exitCode = kept ? 0 : 1;
