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

/** A stretch of a text that nobody would see, and what is shown in place of it. */
export interface InvisibleStretch {
  readonly index: number;
  readonly length: number;
  readonly name: string;
}

/** Returns the invisible characters of a text with their positions and names. */
export function invisibleIn(text: string): readonly InvisibleStretch[] {
  return Array.from(text.matchAll(INVISIBLE), ({ 0: character, index }) => ({
    index,
    length: character.length,
    name: nameOf(character),
  }));
}

/** Which ends of a text are its own: where it is cut, a space may be one between two words. */
export type TextEnds = 'both' | 'start' | 'none';

/** The sign of a space at an end of a text. */
export const SPACE_SIGN = '·';
/** With the signs of tabs and line breaks (`literal.ts`): a space among them is at an end too. */
const BLANKS = String.raw`[\s↵␍⇥\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f]+`;
const AT_START = new RegExp(`^${BLANKS}`);
const AT_END = new RegExp(`${BLANKS}$`);
/** A run of spaces, another kind of space, or a joiner with nothing on its other side. */
const BLANK = / +|[\p{Zs}\u200c\u200d]/gu;

/** Like `invisibleIn`, and the spaces at the ends of the text. */
export function hiddenIn(text: string, ends: TextEnds): readonly InvisibleStretch[] {
  const found = invisibleIn(text);
  const start = ends === 'none' ? 0 : (AT_START.exec(text)?.[0].length ?? 0);
  const end = ends === 'both' ? (AT_END.exec(text)?.index ?? text.length) : text.length;
  if (start === 0 && end === text.length) return found;
  const known = new Set(found.map(({ index }) => index));
  const blanks = Array.from(text.matchAll(BLANK), ({ 0: blank, index }) => ({
    index,
    length: blank.length,
    name: blank.startsWith(' ') ? SPACE_SIGN.repeat(blank.length) : nameOf(blank),
  })).filter(({ index }) => (index < start || index >= end) && !known.has(index));
  return [...found, ...blanks].toSorted((a, b) => a.index - b.index);
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
