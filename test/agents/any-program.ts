import fc from 'fast-check';

const words = ['door 1', 'door {n}', '{x}', '{n} {x}', 'wall', 'a {what} b', '(', '.*', '{x}{n}'];
const text = fc.constantFrom(...words);
const name = fc.constantFrom('n', 'x', 'list');

const action = fc.record({ action: text, expect: text }, { requiredKeys: ['action'] });
const ask = fc.record({ ask: text, as: name });

/** Commands nested this deep at most. */
function command(depth: number): fc.Arbitrary<object> {
  if (depth === 1) return fc.oneof(action, ask);
  const commands = fc.array(
    fc.oneof(
      action,
      fc.nat().chain(() => command(depth - 1)),
    ),
    { maxLength: 3 },
  );
  const list = fc.oneof(fc.array(text, { maxLength: 4 }), fc.constantFrom('{list}', '{x}'));
  const forEach = fc.record(
    { forEach: name, in: list, do: commands, until: text },
    { requiredKeys: ['forEach', 'in', 'do'] },
  );
  const choice = fc.record({ if: text, do: commands, else: commands }, { requiredKeys: ['if', 'do'] });
  return fc.oneof(action, ask, forEach, choice);
}

/** Programs as JSON, of every kind of command. */
export const anyProgram = fc
  .array(fc.array(command(3), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((steps) => ({ steps: steps.map((list, index) => ({ step: index + 1, why: 'x', do: list })) }));
