// The texts of an object's members, as a message spells them. `JSON.parse` rounds numbers to doubles, and has no -0.0 or 1.10; what goes
// into a file is therefore cut out of the message itself.

/** Returns the text of each member of an object; of equal keys, the last one. `text` has to be a valid JSON object. */
export function memberTexts(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const keyEnd = skipValue(text, at);
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, start);
    members.set(key, text.slice(start, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
}

/** The end of the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = text.charAt(at);
    if (character === '"') at = skipString(text, at);
    else {
      if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      at += 1;
      // A number or a word ends where something else begins.
      if (depth === 0 && !'}]'.includes(character))
        while (at < text.length && !' \t\n\r,}]'.includes(text.charAt(at))) at += 1;
    }
  } while (depth > 0 && at < text.length);
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}
