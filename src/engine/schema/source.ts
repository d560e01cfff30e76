// One file of a schema, read from its tape. Numbers keep their spelling, and nothing recurses into nested values.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { isPlainNumber, plainNumber, unquote } from '../../shared/bytes/literals.ts';
import type { RowKind } from '../../shared/protocol/rows.ts';
import type { JsonDocument } from '../document/document.ts';
import type { Places } from '../tape/places.ts';

/** A valid document that holds a schema. It must not change. */
export class SchemaSource {
  readonly places: Places;
  private readonly known = new Map<number, ReadonlyMap<string, number>>();

  /** `uri` is the file's address, without a fragment. */
  constructor(
    readonly document: JsonDocument,
    readonly uri: string,
  ) {
    this.places = document.places;
  }

  kind(entry: number): RowKind {
    return this.places.kind(entry);
  }

  /** The members of an object by key; of duplicate keys the last one. Empty for any other value. */
  members(entry: number): ReadonlyMap<string, number> {
    const known = this.known.get(entry);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    if (this.kind(entry) === 'object')
      for (const child of this.children(entry)) found.set(this.places.key(child), child);
    this.known.set(entry, found);
    return found;
  }

  /** The items of an array; `null` for any other value. */
  items(entry: number | undefined): number[] | null {
    return entry === undefined || this.kind(entry) !== 'array' ? null : [...this.children(entry)];
  }

  /** The characters of a string; `null` for any other value. */
  string(entry: number | undefined): string | null {
    return entry === undefined || this.kind(entry) !== 'string' ? null : unquote(this.spelling(entry));
  }

  /** The strings in an array; `null` for any other value. */
  strings(entry: number | undefined): string[] | null {
    return this.items(entry)?.flatMap((item) => this.string(item) ?? []) ?? null;
  }

  /** A number in JSON notation; `null` for any other value. */
  number(entry: number | undefined): string | null {
    if (entry === undefined || this.kind(entry) !== 'number') return null;
    const number = plainNumber(this.spelling(entry));
    return isPlainNumber(number) ? number : null;
  }

  /** A number that is not negative; `null` for any other value. */
  count(entry: number | undefined): number | null {
    const number = this.number(entry);
    return number === null || Number(number) < 0 ? null : Number(number);
  }

  isTrue(entry: number | undefined): boolean {
    return entry !== undefined && this.kind(entry) === 'true';
  }

  /** The child that a segment of a JSON Pointer leads to; -1 when there is none. */
  step(entry: number, segment: string): number {
    if (this.kind(entry) !== 'array') return this.members(entry).get(segment) ?? -1;
    return this.places.child(entry, segment);
  }

  /** The bytes of a value as text. */
  spelling(entry: number): string {
    const { start, end } = this.places.range(entry);
    return decodeUtf8(this.places.text.slice(start, end));
  }

  private *children(entry: number): Generator<number> {
    const { tape } = this.places;
    const close = tape.closing(entry);
    for (let child = entry + 1; child < close; child = tape.next(child)) yield child;
  }
}
