// Characters that nobody sees: those without width, and those that turn the direction of what follows, which can make a key
// or a value look like another one. @see https://trojansource.codes

/** Joiners have their place inside of emoji, and of scripts whose letters they join or keep apart. */
const JOINED = String.raw`\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{Script=Arabic}|\p{Script=Devanagari}|\p{Script=Bengali}|\p{Script=Malayalam}|\p{Script=Sinhala}`;
const OTHERS = [
  String.raw`[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]`,
  // Letters of Hangul and vowels of Khmer that are filled in.
  String.raw`\u115f|\u1160|\u3164|\uffa0|\u17b4|\u17b5`,
  // Tags, which once said which language a text is in.
  String.raw`[\u{e0001}\u{e0020}-\u{e007f}]`,
];
const INVISIBLE = new RegExp(String.raw`(?<!${JOINED})[\u200c\u200d]|${OTHERS.join('|')}`, 'gu');

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
