// The parser setting affects only the values that queries and validation get; text is always moved as text.
// @see requirements PAR-1, PAR-2

/** `native`: the values of `JSON.parse`. `lossless`: the same, but each number is a `LosslessNumber` with its spelling. */
export type Parser = 'native' | 'lossless';

/** The user's choice; `auto` depends on the document's size. */
export type ParserSetting = Parser | 'auto';

/** Size from which `auto` means native. */
export const AUTO_NATIVE_BYTES = 10485760;

/** Returns the parser for a document of `size` bytes. */
export function chooseParser(setting: ParserSetting, size: number): Parser {
  if (setting !== 'auto') return setting;
  return size < AUTO_NATIVE_BYTES ? 'lossless' : 'native';
}
