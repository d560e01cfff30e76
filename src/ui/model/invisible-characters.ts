// Characters that nobody sees: those without width, and those that turn the direction of what follows, which can make a key
// or a value look like another one. @see https://trojansource.codes

/** Joiners have their place inside of emoji and of some scripts. */
const INVISIBLE =
  /(?<![\p{Extended_Pictographic}\u{fe0f}\u{1f3fb}-\u{1f3ff}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\u{e0001}\u{e0020}-\u{e007f}]/gu;

/** The characters of a text that nobody sees, where they are, and what they are called. */
export function invisibleIn(
  text: string,
): readonly { readonly index: number; readonly name: string; readonly length: number }[] {
  return Array.from(text.matchAll(INVISIBLE), ({ 0: character, index }) => ({
    index,
    length: character.length,
    name: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  }));
}
