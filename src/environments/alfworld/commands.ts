/**
 * All actions of one game: their texts, and what running them does and says. A command is made when it first
 * becomes admissible, kept, and found again by its text.
 */
import * as effects from './effects.js';
import type { ProfileTexts } from './profile.js';
import { renderInventory, renderItem, renderLook, renderReceptacle } from './render-text.js';
import { type Command, type Item, type Receptacle, stateOf, type Thing, type WorldState } from './world.js';

/** Gives the commands of one game; the same names always give the same command. */
export interface Commands {
  /** The command with exactly this text, if it was admissible before. */
  find(text: string): Command | undefined;
  goTo(receptacle: Receptacle): Command;
  open(receptacle: Receptacle): Command;
  close(receptacle: Receptacle): Command;
  examineReceptacle(receptacle: Receptacle): Command;
  examineItem(item: Item): Command;
  take(item: Item, receptacle: Receptacle): Command;
  place(item: Item, receptacle: Receptacle): Command;
  clean(item: Item, receptacle: Receptacle): Command;
  heat(item: Item, receptacle: Receptacle): Command;
  cool(item: Item, receptacle: Receptacle): Command;
  slice(item: Item, tool: Item): Command;
  use(lamp: Item): Command;
  /** Those that are always admissible. */
  readonly always: readonly Command[];
}

/** First words of all actions in code-unit order: names sort by rank, so texts sort by first word, then ranks. */
const verbs = [
  'clean',
  'close',
  'cool',
  'examine',
  'go',
  'heat',
  'help',
  'inventory',
  'look',
  'move',
  'open',
  'put',
  'slice',
  'take',
  'use',
] as const;
type Verb = (typeof verbs)[number];

/** The command for a verb and up to two names: the one made before, or a new one with this text and effect. */
type Give = (
  verb: Verb,
  names: readonly Thing[],
  text: string,
  change: (state: WorldState) => WorldState,
  say: (state: WorldState) => string,
) => Command;

/** The commands of a game whose names have ranks below `nameCount`. */
export function createCommands(texts: ProfileTexts, nameCount: number): Commands {
  const byText = new Map<string, Command>();
  const give: Give = (verb, [first, second], text, change, say) => {
    const kept = byText.get(text);
    if (kept) return kept;
    const base = nameCount + 1;
    const command: Command = {
      text,
      order: (verbs.indexOf(verb) * base + rankAfterNone(first)) * base + rankAfterNone(second),
      run: (before) => {
        const state = change(before);
        return { state, observation: say(state) };
      },
    };
    byText.set(text, command);
    return command;
  };
  return {
    find: (text) => byText.get(text),
    ...receptacleCommands(give, texts),
    ...carryingCommands(give, texts),
    ...treatmentCommands(give),
    always: alwaysCommands(give, texts),
  };
}

function receptacleCommands(give: Give, texts: ProfileTexts) {
  const seen = (receptacle: Receptacle) => (state: WorldState) => renderReceptacle(stateOf(state, receptacle));
  return {
    goTo: (receptacle: Receptacle) => {
      const arrived = texts.arrived(receptacle);
      return give(
        'go',
        [receptacle],
        `go to ${receptacle.name}`,
        (state) => effects.goTo(state, receptacle),
        (state) => arrived + seen(receptacle)(state),
      );
    },
    open: (receptacle: Receptacle) =>
      give(
        'open',
        [receptacle],
        `open ${receptacle.name}`,
        (state) => effects.setOpened(state, receptacle, true),
        (state) => `You open the ${receptacle.name}. ${seen(receptacle)(state)}`,
      ),
    close: (receptacle: Receptacle) =>
      give(
        'close',
        [receptacle],
        `close ${receptacle.name}`,
        (state) => effects.setOpened(state, receptacle, false),
        () => `You close the ${receptacle.name}.`,
      ),
    examineReceptacle: (receptacle: Receptacle) =>
      give('examine', [receptacle], `examine ${receptacle.name}`, unchanged, seen(receptacle)),
  };
}

function carryingCommands(give: Give, texts: ProfileTexts) {
  return {
    examineItem: (item: Item) =>
      give('examine', [item], `examine ${item.name}`, unchanged, (state) => renderItem(state, item)),
    take: (item: Item, receptacle: Receptacle) =>
      give(
        'take',
        [item, receptacle],
        `take ${item.name} from ${receptacle.name}`,
        (state) => effects.take(state, item, receptacle),
        () => `You pick up the ${item.name} from the ${receptacle.name}.`,
      ),
    place: (item: Item, receptacle: Receptacle) => {
      const text = texts.place(item, receptacle);
      return give(
        text.startsWith('put') ? 'put' : 'move',
        [item, receptacle],
        text,
        (state) => effects.place(state, item, receptacle),
        () => texts.placed(item, receptacle),
      );
    },
  };
}

function treatmentCommands(give: Give) {
  const treat = (verb: 'clean' | 'heat' | 'cool') => (item: Item, receptacle: Receptacle) =>
    give(
      verb,
      [item, receptacle],
      `${verb} ${item.name} with ${receptacle.name}`,
      (state) => effects[verb](state, item),
      () => `You ${verb} the ${item.name} using the ${receptacle.name}.`,
    );
  return {
    clean: treat('clean'),
    heat: treat('heat'),
    cool: treat('cool'),
    slice: (item: Item, tool: Item) =>
      give(
        'slice',
        [item, tool],
        `slice ${item.name} with ${tool.name}`,
        (state) => effects.slice(state, item),
        () => `You sliced the ${item.name} with the ${tool.name}.`,
      ),
    use: (lamp: Item) =>
      give(
        'use',
        [lamp],
        `use ${lamp.name}`,
        (state) => effects.toggle(state, lamp),
        () => `You turn on the ${lamp.name}.`,
      ),
  };
}

function alwaysCommands(give: Give, texts: ProfileTexts): readonly Command[] {
  const { help } = texts;
  return [
    give('look', [], 'look', unchanged, renderLook),
    give('inventory', [], 'inventory', unchanged, (state) => renderInventory(state.held)),
    ...(help === null ? [] : [give('help', [], 'help', unchanged, () => help)]),
  ];
}

function unchanged(state: WorldState): WorldState {
  return state;
}

function rankAfterNone(thing: Thing | undefined): number {
  return thing ? thing.rank + 1 : 0;
}
