/** Actions with all names filled in: what each is called, and where its text stands among others. */
import type { ProfileTexts } from './profile.js';
import type { Command, Item, Receptacle, Thing, Way } from './world.js';

/** Makes the commands of one game. */
export interface Commands {
  /** Those that are admissible everywhere. */
  readonly everywhere: readonly Command[];
  /** Stands before the orders of all ways and after those of what sorts before them. */
  readonly wayOrder: number;
  way(receptacle: Receptacle): Way;
  atReceptacle(kind: 'open' | 'close' | 'examine-receptacle', receptacle: Receptacle): Command;
  withItem(kind: 'use' | 'examine-item', item: Item): Command;
  withBoth(kind: 'take' | 'place' | 'clean' | 'heat' | 'cool', item: Item, receptacle: Receptacle): Command;
  slice(item: Item, tool: Item): Command;
}

/** First words of all actions in code-unit order: names sort by rank, so texts sort by first word, then ranks. */
const verbs = 'clean close cool examine go heat help inventory look move open put slice take use'.split(' ');
const verbOrders = new Map(verbs.map((verb, order) => [verb, order]));

const receptacleVerbs = { open: 'open', close: 'close', 'examine-receptacle': 'examine' } as const;
const itemVerbs = { use: 'use', 'examine-item': 'examine' } as const;

/** The commands of a game whose names have ranks below `nameCount`. */
export function createCommands(texts: ProfileTexts, nameCount: number): Commands {
  const base = nameCount + 1;
  const orderOf = (verb: string, first?: Thing, second?: Thing): number => {
    const names = (first ? first.rank + 1 : 0) * base + (second ? second.rank + 1 : 0);
    return (verbOrders.get(verb) ?? 0) * base * base + names;
  };
  return {
    everywhere: texts.everywhere.map((kind) => ({ kind, order: orderOf(kind), text: kind })),
    wayOrder: orderOf('go'),
    way: (receptacle) => ({
      kind: 'go',
      order: orderOf('go', receptacle),
      text: `go to ${receptacle.name}`,
      receptacle,
    }),
    atReceptacle: (kind, receptacle) => ({
      kind,
      order: orderOf(receptacleVerbs[kind], receptacle),
      text: `${receptacleVerbs[kind]} ${receptacle.name}`,
      receptacle,
    }),
    withItem: (kind, item) => ({
      kind,
      order: orderOf(itemVerbs[kind], item),
      text: `${itemVerbs[kind]} ${item.name}`,
      item,
    }),
    withBoth: (kind, item, receptacle) => ({
      kind,
      order: orderOf(kind === 'place' ? texts.placeVerb : kind, item, receptacle),
      text: textWithBoth(texts, kind, item, receptacle),
      item,
      receptacle,
    }),
    slice: (item, tool) => ({
      kind: 'slice',
      order: orderOf('slice', item, tool),
      text: `slice ${item.name} with ${tool.name}`,
      item,
      tool,
    }),
  };
}

function textWithBoth(
  texts: ProfileTexts,
  kind: 'take' | 'place' | 'clean' | 'heat' | 'cool',
  item: Item,
  receptacle: Receptacle,
): string {
  if (kind === 'take') return `take ${item.name} from ${receptacle.name}`;
  if (kind === 'place') return texts.place(item, receptacle);
  return `${kind} ${item.name} with ${receptacle.name}`;
}
