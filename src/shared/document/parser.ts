// The parser setting decides only which values are handed to queries and to validation; text is always
// moved as text. @see requirements PAR-1, PAR-2

/** `native`: what `JSON.parse` gives. `lossless`: the same with each number as it is written, in a `LosslessNumber`. */
export type Parser = 'native' | 'lossless';

/** What a person chooses; `auto` goes by the document's size. */
export type ParserSetting = Parser | 'auto';

/** From this many bytes on, `auto` is native. */
export const AUTO_NATIVE_BYTES = 10485760;

/** The parser for a document of `size` bytes. */
export function chooseParser(setting: ParserSetting, size: number): Parser {
  if (setting !== 'auto') return setting;
  return size < AUTO_NATIVE_BYTES ? 'lossless' : 'native';
}
