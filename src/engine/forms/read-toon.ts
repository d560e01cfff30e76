// Reads TOON. Numbers keep their spelling. @see https://github.com/toon-format/spec

import { literalOf, type JsonTree } from './json-tree.ts';

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** The head of an array: `[3]:`, `[2|]{a|b}:`. */
interface Head {
  readonly length: number;
  readonly separator: string;
  readonly fields: readonly Field[] | null;
  /** What stands behind the colon. */
  readonly rest: string;
}

/** A column, or several that are members of an object: `a`, `o{x,y}`. */
interface Field {
  readonly name: string;
  readonly fields: readonly Field[] | null;
}

const HEAD = /^\[(\d+)([|\t]?)\](?=[:{])/;
const KEY = /^(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_][\w.]*))(?=[:[])/;
const MAX_DEPTH = 1000;

/** Returns the value of a text; `null` if it is no TOON. */
export function readToon(text: string): JsonTree | null {
  const lines: Line[] = [];
  let unit = 0;
  for (const line of text.split(/\r\n|\n/)) {
    if (trimmed(line) === '') continue;
    const spaces = /^ */.exec(line)?.[0].length ?? 0;
    if (line[spaces] === '\t') return null;
    if (unit === 0) unit = spaces;
    if (unit > 0 && spaces % unit !== 0) return null;
    lines.push({ indent: unit === 0 ? 0 : spaces / unit, text: line.slice(spaces) });
  }
  const reader = new ToonReader(lines);
  const tree = reader.root();
  return reader.isDone ? tree : null;
}

/** Whether a text has the head of an array in the notation of TOON. */
export function looksLikeToon(text: string): boolean {
  return /^ *(?:- )?(?:"[^"\n]*"|[\w.]*)\[\d+[|\t]?\](?:\{[^\n]*\})?:/m.test(text);
}

class ToonReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly lines: readonly Line[]) {}

  get isDone(): boolean {
    return this.at >= this.lines.length;
  }

  root(): JsonTree | null {
    const first = this.lines[0];
    if (first === undefined) return new Map();
    if (first.text === '[]') return this.scalarLine([]);
    const head = headOf(first.text);
    if (head !== null) {
      this.at += 1;
      return this.array(head, 0);
    }
    if (this.lines.length === 1 && KEY.exec(first.text) === null) return this.scalarLine(scalar(first.text));
    return this.members(0);
  }

  private scalarLine(tree: JsonTree | null): JsonTree | null {
    this.at += 1;
    return tree;
  }

  /** The members from this line on, at an indentation. */
  private members(indent: number, into = new Map<string, JsonTree>()): JsonTree | null {
    for (let line = this.lines[this.at]; line?.indent === indent; line = this.lines[this.at]) {
      this.at += 1;
      if (!this.member(line.text, indent, into)) return null;
    }
    return into;
  }

  /** Reads the member that a text begins, and what is below it. */
  private member(text: string, indent: number, into: Map<string, JsonTree>): boolean {
    const found = KEY.exec(text);
    if (found === null) return false;
    const key = found[1] === undefined ? (found[2] ?? '') : unescape(found[1]);
    const rest = text.slice(found[0].length);
    const value = key === null ? null : this.valueOfMember(rest, indent);
    if (key === null || value === null) return false;
    into.set(key, value);
    return true;
  }

  private valueOfMember(rest: string, indent: number): JsonTree | null {
    const head = headOf(rest);
    if (head !== null) return this.array(head, indent);
    if (rest === ':') return this.below(indent);
    if (rest === ': []') return [];
    return rest.startsWith(': ') ? scalar(trimmed(rest.slice(2))) : null;
  }

  /** The object below a key; empty if there is nothing. */
  private below(indent: number): JsonTree | null {
    if (this.depth >= MAX_DEPTH) return null;
    this.depth += 1;
    const tree = this.members(indent + 1);
    this.depth -= 1;
    return tree;
  }

  private array({ length, separator, fields, rest }: Head, indent: number): JsonTree | null {
    if (this.depth >= MAX_DEPTH) return null;
    this.depth += 1;
    const items =
      fields === null ? this.items(length, separator, rest, indent) : this.rows(length, separator, fields, indent);
    this.depth -= 1;
    return items?.length === length ? items : null;
  }

  private items(length: number, separator: string, rest: string, indent: number): JsonTree[] | null {
    if (rest !== '') return scalars(split(rest, separator));
    const items: JsonTree[] = [];
    if (length === 0) return items;
    for (let line = this.lines[this.at]; line?.indent === indent + 1; line = this.lines[this.at]) {
      this.at += 1;
      const item = this.item(line.text, indent + 1);
      if (item === null) return null;
      items.push(item);
    }
    return items;
  }

  private item(text: string, indent: number): JsonTree | null {
    if (text === '-') return new Map();
    if (!text.startsWith('- ')) return null;
    const inner = text.slice(2);
    const head = headOf(inner);
    if (head !== null) return this.array(head, indent);
    if (KEY.exec(inner) === null) return scalar(trimmed(inner));
    const members = new Map<string, JsonTree>();
    return this.member(inner, indent + 1, members) ? this.members(indent + 1, members) : null;
  }

  private rows(length: number, separator: string, fields: readonly Field[], indent: number): JsonTree[] | null {
    const rows: JsonTree[] = [];
    const width = countOf(fields);
    for (; rows.length < length && this.lines[this.at]?.indent === indent + 1; this.at += 1) {
      const cells = scalars(split(this.lines[this.at]?.text ?? '', separator));
      if (cells?.length !== width) return null;
      rows.push(rowOf(fields, cells.values()));
    }
    return rows;
  }
}

function headOf(text: string): Head | null {
  const found = HEAD.exec(text);
  if (found === null) return null;
  const [{ length: start }, length, mark] = found;
  const separator = mark === undefined || mark === '' ? ',' : mark;
  const end = text[start] === '{' ? closing(text, start) : start - 1;
  const fields = end < start ? null : fieldsOf(text.slice(start + 1, end), separator);
  const rest = text.slice(end + 1);
  if ((end >= start && fields === null) || !/^:(?: |$)/.test(rest)) return null;
  return { length: Number(length), separator, fields, rest: rest.slice(2) };
}

/** The bracket that closes one; the end of the text if none does. */
function closing(text: string, start: number): number {
  let open = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at += (/^"(?:[^"\\]|\\.)*"/.exec(text.slice(at))?.[0].length ?? text.length) - 1;
    else if (character === '{') open += 1;
    else if (character === '}' && (open -= 1) === 0) return at;
  }
  return text.length;
}

function fieldsOf(text: string, separator: string): Field[] | null {
  const fields: Field[] = [];
  for (const part of split(text, separator, true)) {
    const [, spelt = '', inner] = /^ *("(?:[^"\\]|\\.)*"|[^"{]*?) *(?:\{(.*)\})?$/s.exec(part) ?? [part, part];
    const name = stringOf(spelt);
    const members = inner === undefined ? null : fieldsOf(inner, separator);
    if (name === null || (inner !== undefined && members === null)) return null;
    fields.push({ name, fields: members });
  }
  return fields;
}

/** A row as an object, of as many cells as it has columns. */
function rowOf(fields: readonly Field[], cells: Iterator<JsonTree>): JsonTree {
  return new Map(
    fields.map(({ name, fields: inner }): [string, JsonTree] => {
      if (inner !== null) return [name, rowOf(inner, cells)];
      const cell = cells.next();
      return [name, cell.done === true ? 'null' : cell.value];
    }),
  );
}

function countOf(fields: readonly Field[]): number {
  return fields.reduce((sum, { fields: inner }) => sum + (inner === null ? 1 : countOf(inner)), 0);
}

/** The parts of a line between separators that are not in quotes or braces. */
function split(text: string, separator: string, hasFields = false): string[] {
  const parts: string[] = [];
  let [from, open] = [0, 0];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (hasFields && character === '{') open += 1;
    else if (hasFields && character === '}') open -= 1;
    else if (character === separator && open === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function scalars(parts: readonly string[]): JsonTree[] | null {
  const values = parts.map((part) => scalar(trimmed(part)));
  return values.includes(null) ? null : (values as JsonTree[]);
}

/** Other blanks belong to the text. */
function trimmed(text: string): string {
  return text.replaceAll(/^[ \t]+|[ \t]+$/g, '');
}

/** JSON of a scalar; `null` for a text with a quotation mark that is not closed. */
function scalar(text: string): string | null {
  const literal = literalOf(text);
  if (literal !== null) return literal;
  const string = stringOf(text);
  return string === null ? null : JSON.stringify(string);
}

function stringOf(text: string): string | null {
  if (!text.startsWith('"')) return text;
  return /^"(?:[^"\\]|\\.)*"$/.test(text) ? unescape(text.slice(1, -1)) : null;
}

function unescape(body: string): string | null {
  try {
    // Control characters may stand as they are.
    const json = body.replaceAll(
      // oxlint-disable-next-line no-control-regex
      /[\0-\u001f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return String(JSON.parse(`"${json}"`));
  } catch {
    return null;
  }
}
