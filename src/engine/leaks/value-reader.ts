// Where a value ends that stands behind a name in a text: `DB_PASSWORD=Tr0ub4dor&3`, `?token=…&lang=de`, `password: "…"`,
// `Password=…;Database=…`. A sign ends it only where what follows could not be a part of it, so that no tail is left.

/** Longest value that is read. */
const MAX_VALUE = 100_000;
const MAX_QUOTED = 20_000;

/** The value that begins at `at`, behind its quote if it has one. */
export interface ReadValue {
  readonly start: number;
  readonly end: number;
}

/** What ends a value, if it stands behind it. */
const END = /[\s,;)\]}"'`<>]|$/y;
/** What follows a quote that is not a part of a value. */
const BEHIND_QUOTE = /[\s,;:=)\]}"'`<>]|$/y;
/** A parameter of an address or a form. */
const NEXT_PARAMETER = /(?:amp;)?[\w.%[\]-]{1,100}=/y;
/** A member of a list with semicolons or commas, as of a connection. */
const NEXT_PAIR = /\s{0,3}(?:[\w.-]+(?: [\w.-]+){0,3}\s{0,3}[=:]|$)|\s|["'`]|[{[]/y;

function is(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Reads the value at `at`. Cost: its length. */
export function readValue(text: string, at: number): ReadValue {
  // A quote, which may itself be escaped.
  let open = at;
  while (text[open] === '\\' && open < at + 4) open += 1;
  const quote = text[open];
  if (quote === '"' || quote === "'" || quote === '`') {
    const quoted = readQuoted(text, open, open - at);
    if (quoted !== null) return quoted;
  }
  // A list or an object: what is in it has its own place.
  return /^[{[][\s"'`{[\\]/.test(text.slice(at, at + 2)) ? { start: at, end: at } : readBare(text, at);
}

/** Reads up to the quote that closes, which is escaped as often as the one that opens. */
function readQuoted(text: string, open: number, slashes: number): ReadValue | null {
  const quote = text[open];
  const most = Math.min(text.length, open + MAX_QUOTED);
  for (let at = open + 1, run = 0; at < most; at += 1) {
    const sign = text[at];
    if (sign === '\n' || sign === '\r') return null;
    if (sign === '\\') run += 1;
    else if (sign === quote && quote === "'" && slashes === 0 && text[at + 1] === "'" && at > open + 1) {
      // YAML and SQL write a quote twice.
      at += 1;
      run = 0;
    } else {
      if (sign === quote && (slashes === 0 ? run % 2 === 0 : run <= slashes))
        return { start: open + 1, end: slashes === 0 ? at : at - run };
      run = 0;
    }
  }
  return null;
}

function readBare(text: string, start: number): ReadValue {
  const most = Math.min(text.length, start + MAX_VALUE);
  let round = 0;
  let square = 0;
  let curly = 0;
  let at = start;
  for (; at < most; at += 1) {
    const code = text.charCodeAt(at);
    // Letters and digits, which most are.
    if (code > 0x60 && code < 0x7b) continue;
    if ((code > 0x2f && code < 0x3a) || (code > 0x40 && code < 0x5b)) continue;
    if (code < 0x21 || code === 0xa0) break;
    const sign = text[at];
    if (sign === '"' || sign === "'" || sign === '`') {
      if (is(BEHIND_QUOTE, text, at + 1) || at === start) break;
    } else if (sign === '\\') {
      if (/["'nrt]/.test(text[at + 1] ?? '"')) break;
    } else if (sign === '&') {
      if (at > start && is(NEXT_PARAMETER, text, at + 1)) break;
    } else if (sign === ';' || sign === ',') {
      if (is(NEXT_PAIR, text, at + 1)) break;
    } else if (sign === '<') {
      if (/[/A-Za-z!]/.test(text[at + 1] ?? '')) break;
    } else if (sign === '(') round += 1;
    else if (sign === '[') square += 1;
    else if (sign === '{') curly += 1;
    else if (sign === ')' || sign === ']' || sign === '}') {
      const opened = sign === ')' ? round : sign === ']' ? square : curly;
      if (opened === 0 && is(END, text, at + 1)) break;
      if (sign === ')') round -= 1;
      else if (sign === ']') square -= 1;
      else curly -= 1;
    }
  }
  return { start, end: at };
}

/** Reads the value of a parameter of an address: up to the next one, the fragment, or what ends the address. */
export function endOfParameter(text: string, start: number, end: number): number {
  for (let at = start; at < end; at += 1) if (text[at] === '&' || text[at] === '#') return at;
  return end;
}
