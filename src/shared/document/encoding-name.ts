// The encodings of files, and their display names.

/** How a file is encoded. Inside the editor all text is UTF-8. */
export type EncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** `UTF-16 LE`. */
export function encodingLabel(name: EncodingName): string {
  return name.toUpperCase().replace(/(LE|BE)$/, ' $1');
}
