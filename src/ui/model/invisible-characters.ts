// Invisible characters: those without width, and those that change the text direction. They can make a key or value look like a
// different one. @see https://trojansource.codes

/** Joiners are legitimate inside emoji, and in scripts whose letters they join or separate. */
const JOINED = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Malayalam}|\p{Script=Sinhala}`;
const OTHERS = [
  String.raw`[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]`,
  // Filler letters of Hangul and inherent vowels of Khmer.
  String.raw`\u115f|\u1160|\u3164|\uffa0|\u17b4|\u17b5`,
  // Deprecated language tags.
  String.raw`[\u{e0001}\u{e0020}-\u{e007f}]`,
];
const INVISIBLE = new RegExp(String.raw`(?<!${JOINED})[\u200c\u200d]|${OTHERS.join('|')}`, 'gu');

/** Returns the invisible characters of a text with their positions and names. */
export function invisibleIn(
  text: string,
): readonly { readonly index: number; readonly name: string; readonly length: number }[] {
  return Array.from(text.matchAll(INVISIBLE), ({ 0: character, index }) => ({
    index,
    length: character.length,
    name: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  }));
}
