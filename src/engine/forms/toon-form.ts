// Values as TOON, an indented form with tables for arrays of like objects. @see https://github.com/toon-format/spec

import { FormWriter, type FormItem } from './form-writer.ts';

const PLAIN_KEY = /^[A-Za-z_]\w*$/;
/** Narrower than the rules of TOON, so that YAML reads the same text. */
const PLAIN = /^[\p{L}_](?:[\p{L}\p{N}_ ./]*[\p{L}\p{N}_./])?$/u;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
// oxlint-disable-next-line no-control-regex
const ESCAPES = /[\\"\0-\u001f]/g;
const ESCAPED = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Writes TOON, indented by two spaces, with commas between values. */
export class ToonWriter extends FormWriter {
  /** Whether the next line was begun by the dash of a list around it, or is the first. */
  private isBegun = true;

  protected scalar(item: FormItem): void {
    this.begin(item, item.key === null ? '' : ':');
    this.out.addText(`${item.depth === 0 ? '' : ' '}${this.value(item)}`);
    this.isBegun = false;
  }

  protected open(item: FormItem): number {
    const { entry, key, kind, level } = item;
    // Members of the root are not indented.
    const indent = level === null ? 0 : level.note + 1;
    if (kind === 'object') {
      this.begin(item, key === null ? '' : ':');
      // Members of an item follow its dash; those of a member are on lines of their own.
      if (level !== null && key === null) this.out.addText(' ');
      this.isBegun = key === null;
      return indent;
    }
    const { tape } = this.document;
    let count = 0;
    for (let child = entry + 1; child < tape.closing(entry); child = tape.next(child)) count += 1;
    this.header(item, `[${count}]:`);
    return level === null ? 1 : indent;
  }

  protected close(): void {
    this.isBegun = false;
  }

  protected isWhole(item: FormItem): boolean {
    const { entry, kind, key, level } = item;
    if (this.isEmpty(entry)) {
      if (kind === 'object') this.begin(item, key === null ? '' : ':');
      else if (level !== null && key === null) this.header(item, '[0]:');
      else {
        this.begin(item, key === null ? '' : ': ');
        this.out.addText('[]');
      }
      this.isBegun = false;
      return true;
    }
    if (kind === 'object') return false;
    const children = this.children(entry);
    if (children !== null) {
      this.header(item, `[${children.length}]: ${children.map((child) => this.valueAt(child)).join(',')}`);
      return true;
    }
    // In a list, items of any kind have dashes.
    const fields = level === null || key !== null ? this.fieldsOf(entry) : null;
    if (fields !== null) this.table(item, fields);
    return fields !== null;
  }

  /** The items of an array without containers; `null` where there are some. */
  private children(array: number): number[] | null {
    const { tape } = this.document;
    const children: number[] = [];
    for (let child = array + 1; child < tape.closing(array); child = tape.next(child)) {
      if (tape.isOpening(child)) return null;
      children.push(child);
    }
    return children;
  }

  /** The keys of an array whose items are objects of the same keys and of scalars; `null` for any other. */
  private fieldsOf(array: number): string[] | null {
    const { tape, places } = this.document;
    let fields: string[] | null = null;
    let known = new Set<string>();
    for (let item = array + 1; item < tape.closing(array); item = tape.next(item)) {
      if (places.kind(item) !== 'object' || this.isEmpty(item)) return null;
      const keys: string[] = [];
      for (let child = item + 1; child < tape.closing(item); child += 1) {
        if (tape.isOpening(child)) return null;
        keys.push(places.key(child));
      }
      if (fields === null) {
        fields = keys;
        known = new Set(keys);
        if (known.size !== keys.length) return null;
      } else if (keys.length !== known.size || new Set(keys).size !== keys.length) return null;
      else if (!keys.every((key) => known.has(key))) return null;
    }
    return fields;
  }

  private table(item: FormItem, fields: readonly string[]): void {
    const { tape, places } = this.document;
    const close = tape.closing(item.entry);
    let count = 0;
    for (let row = item.entry + 1; row < close; row = tape.next(row)) count += 1;
    this.header(item, `[${count}]{${fields.map(spellKey).join(',')}}:`);
    const indent = `\n${'  '.repeat((item.level?.note ?? 0) + 1)}`;
    for (let row = item.entry + 1; row < close; row = tape.next(row)) {
      const cells = new Map<string, string>();
      for (let child = row + 1; child < tape.closing(row); child += 1)
        cells.set(places.key(child), this.valueAt(child));
      this.out.addText(indent + fields.map((field) => cells.get(field) ?? 'null').join(','));
    }
  }

  /** Writes the head of an array, and what stands on its line. */
  private header(item: FormItem, text: string): void {
    this.begin(item, '');
    if (item.level !== null && item.key === null) this.out.addText(' ');
    this.out.addText(text);
    this.isBegun = false;
  }

  private valueAt(entry: number): string {
    return this.value({ entry, kind: this.document.places.kind(entry) });
  }

  private value({ entry, kind }: Pick<FormItem, 'entry' | 'kind'>): string {
    if (kind === 'string') return spellString(this.string(entry));
    const spelt = this.literal({ entry, kind });
    return kind === 'number' && !/\d/.test(spelt) ? 'null' : spelt;
  }

  private begin({ key, level }: FormItem, after: string): void {
    if (level === null) return;
    if (!this.isBegun) this.out.addText(`\n${'  '.repeat(level.note)}`);
    this.out.addText(`${key === null ? '-' : spellKey(key)}${after}`);
  }
}

function spellKey(key: string): string {
  return PLAIN_KEY.test(key) ? key : quote(key);
}

function spellString(text: string): string {
  return PLAIN.test(text) && !WORDS.test(text) ? text : quote(text);
}

function quote(text: string): string {
  return `"${text.replaceAll(ESCAPES, (character) => ESCAPED.get(character) ?? asCode(character))}"`;
}

function asCode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
