// Values as a literal of JavaScript or Python.

import { isPlainNumber } from '../../shared/bytes/literals.ts';
import type { TextBuffer } from '../base/text-buffer.ts';
import type { JsonDocument } from '../document/document.ts';
import { FormWriter, type FormItem, type Level } from './form-writer.ts';

/** How one language spells what differs from JSON. */
export interface CodeStyle {
  key(name: string): string;
  readonly words: Readonly<Record<string, string>>;
  number(spelt: string): string;
}

const NAME = /^[A-Za-z_$][\w$]*$/;

/** A whole number that JavaScript would round is a BigInt. */
export const JAVASCRIPT: CodeStyle = {
  key: (name) => (name === '__proto__' ? '["__proto__"]' : NAME.test(name) ? name : JSON.stringify(name)),
  words: {},
  number: (spelt) => (/^-?\d{16,}$/.test(spelt) && !Number.isSafeInteger(Number(spelt)) ? `${spelt}n` : spelt),
};

export const PYTHON: CodeStyle = {
  key: (name) => JSON.stringify(name),
  words: { true: 'True', false: 'False', null: 'None' },
  number: (spelt) =>
    isPlainNumber(spelt) ? spelt : `float("${spelt.replace('Infinity', 'inf').replace('NaN', 'nan')}")`,
};

/** Writes a literal, indented by two spaces. */
export class CodeWriter extends FormWriter {
  constructor(
    document: JsonDocument,
    out: TextBuffer,
    private readonly style: CodeStyle,
  ) {
    super(document, out);
  }

  protected scalar(item: FormItem): void {
    this.begin(item);
    const { kind, entry } = item;
    // A well-formed JSON string is one in both languages.
    if (kind === 'string') this.out.addText(JSON.stringify(this.string(entry)));
    else {
      const spelt = this.literal(item);
      this.out.addText(kind === 'number' ? this.style.number(spelt) : (this.style.words[spelt] ?? spelt));
    }
  }

  protected open(item: FormItem): number {
    this.begin(item);
    this.out.addText(item.kind === 'object' ? '{' : '[');
    return 0;
  }

  protected close({ isObject }: Level): void {
    this.out.addText(`\n${'  '.repeat(this.levels.length)}${isObject ? '}' : ']'}`);
  }

  protected isWhole(item: FormItem): boolean {
    if (!this.isEmpty(item.entry)) return false;
    this.begin(item);
    this.out.addText(item.kind === 'object' ? '{}' : '[]');
    return true;
  }

  private begin({ key, index, depth }: FormItem): void {
    if (depth === 0) return;
    this.out.addText(`${index > 0 ? ',' : ''}\n${'  '.repeat(depth)}`);
    if (key !== null) this.out.addText(`${this.style.key(key)}: `);
  }
}
