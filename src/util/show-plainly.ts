/**
 * What no text from outside may do to whoever reads it: steer a terminal, turn the reading direction, or hide. One list
 * for screens, for the check of plans and for whoever else shows text.
 */

/**
 * Controls (C0 but the line feed, DEL, C1), format characters (bidirectional marks, zero-width characters, tags), what
 * Unicode lets fonts leave out (variation selectors, fillers), line and paragraph separators, and lone surrogates.
 */
const unshowable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text from outside with everything that could steer a terminal or hide in it made visible: `<U+001B>`. */
export function showPlainly(text: string): string {
  return text.replace(unshowable, (character) => `<U+${hexOf(character.codePointAt(0) ?? 0)}>`);
}

/** As `showPlainly`, with line feeds made visible too: for what must stay on one line. */
export function showOnOneLine(text: string): string {
  return showPlainly(text).replaceAll('\n', '<U+000A>');
}

/** JSON as it is, with what `showPlainly` would make visible escaped within its texts: it says the same. */
export function showJsonPlainly(json: string): string {
  return json.replace(unshowable, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${hexOf(character.charCodeAt(i)).toLowerCase()}`,
    ).join(''),
  );
}

/** Whether a text holds something that `showPlainly` makes visible, tabs aside. */
export function hidesSomething(text: string): boolean {
  return text.replaceAll('\t', '').search(unshowable) !== -1;
}

/** The text without what `showPlainly` makes visible: as a reader takes it who sees none of that. */
export function withoutHidden(text: string): string {
  return text.replace(unshowable, (character) => (character === '\t' ? ' ' : ''));
}

function hexOf(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
