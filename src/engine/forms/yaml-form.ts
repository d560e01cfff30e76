// Values as YAML, so that readers of 1.1 and of 1.2 read the same.

import { FormWriter, type FormItem } from './form-writer.ts';

const PLAIN = /^[\p{L}_](?:[\p{L}\p{N}_ ./-]*[\p{L}\p{N}_./-])?$/u;
const WORDS = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
/** A longer key needs a question mark. */
const LONG_KEY = 1000;
// oxlint-disable-next-line no-control-regex
const BLOCK = /^[^\s\p{C}\u2028\u2029\ufeff](?:[^\p{C}\u2028\u2029\ufeff]|[\n\t])*$/u;
/** What JSON leaves as it is, and YAML does not print. */
const UNPRINTED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Writes YAML, indented by two spaces. */
export class YamlWriter extends FormWriter {
  /** Whether the next line was begun by the dash of an array around it. */
  private isBegun = true;

  protected scalar(item: FormItem): void {
    this.begin(item);
    const { kind, entry, depth, key } = item;
    if (key !== null) this.out.addText(' ');
    if (kind === 'string') this.out.addText(spellString(this.string(entry), depth));
    else this.out.addText(kind === 'number' ? spellNumber(this.literal(item)) : this.literal(item));
    this.isBegun = false;
  }

  protected open(item: FormItem): number {
    this.begin(item);
    // The first child of a member is on a line of its own; that of an item follows the dash.
    this.isBegun = item.key === null;
    return 0;
  }

  protected close(): void {
    this.isBegun = false;
  }

  protected isWhole(item: FormItem): boolean {
    if (!this.isEmpty(item.entry)) return false;
    this.begin(item);
    this.out.addText(`${item.key === null ? '' : ' '}${item.kind === 'object' ? '{}' : '[]'}`);
    this.isBegun = false;
    return true;
  }

  private begin({ key, depth }: FormItem): void {
    if (depth === 0) return;
    const indent = '  '.repeat(depth - 1);
    if (!this.isBegun) this.out.addText(`\n${indent}`);
    if (key === null) this.out.addText('- ');
    else {
      const name = spellString(key, -1);
      this.out.addText(name.length > LONG_KEY ? `? ${name}\n${indent}:` : `${name}:`);
    }
  }
}

/** `depth` is that of the value, whose lines are indented by one more than its container; -1 for a key. */
function spellString(text: string, depth: number): string {
  if (PLAIN.test(text) && !WORDS.test(text)) return text;
  if (depth >= 0 && text.includes('\n') && BLOCK.test(text)) {
    const indent = '  '.repeat(Math.max(1, depth));
    const body = text.replace(/\n+$/, '');
    const ends = text.length - body.length;
    const mark = ends === 0 ? '-' : ends === 1 ? '' : '+';
    return `|${mark}\n${indent}${body.replaceAll(/\n(?!\n)/g, `\n${indent}`)}${'\n'.repeat(Math.max(0, ends - 1))}`;
  }
  return JSON.stringify(text).replaceAll(
    UNPRINTED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** YAML 1.1 wants a point and a sign: `1e5` would be a text. */
function spellNumber(spelt: string): string {
  if (!/\d/.test(spelt)) return spelt === 'NaN' ? '.nan' : spelt.replace('Infinity', '.inf');
  const [, digits = spelt, exponent] = /^(.*?)[eE](.*)$/.exec(spelt) ?? [];
  if (exponent === undefined) return spelt;
  return `${digits}${digits.includes('.') ? '' : '.0'}e${/^[+-]/.test(exponent) ? '' : '+'}${exponent}`;
}
