// How a change is shown before it is carried out: every place that it touches, with its path, what is removed and all that is inserted.
// A change that does not fit into an answer is refused: nobody can agree to what they have not seen.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import { ChangeMap } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { CodedError } from '../../shared/errors.ts';
import type { JsonDocument } from '../../engine/document/document.ts';

/** Bytes of a removed text that are shown: it is in the file, below the path. */
const MAX_REMOVED = 300;
/** A scalar up to so many bytes is shown whole, and not only the part that changes. */
const MAX_WHOLE = 200;
/** Bytes by which another token is extended to its ends. */
const MAX_TOKEN = 60;
/** Places of a change, and values in a place, beyond which none can be shown. */
const MAX_PLACES = 2000;
/** What would break a line, or show a text in another order than it has. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A part of the text that changes, in bytes. */
interface Place {
  start: number;
  end: number;
  /** The splices in it. */
  readonly splices: Splice[];
}

/** A change that can be shown. */
export class ShownChange {
  private readonly text: Uint8Array;
  private readonly places: readonly Place[];
  private readonly inserted: readonly Uint8Array[];
  private readonly paths: readonly Set<string>[];

  /** To be made before the splices are applied. @throws CodedError `refused` if it has too many places */
  constructor(document: JsonDocument, splices: readonly Splice[]) {
    this.text = Uint8Array.from(document.memory.text());
    const trimmed = splices.map((splice) => trim(this.text, splice)).filter((one) => one !== null);
    if (trimmed.length > MAX_PLACES) throw tooLarge(`it has ${trimmed.length.toLocaleString('en-US')} places`);
    this.places = joinPlaces(trimmed.map((splice) => widen(document, this.text, splice)));
    this.inserted = this.places.map((place) => this.textAfter(place));
    this.paths = this.places.map(({ start, end }) => new Set(start < end ? pathsIn(document, start, end) : []));
  }

  /** Whether no byte changes. */
  get isEmpty(): boolean {
    return this.places.length === 0;
  }

  /** Takes the document after the change: values that are new have their paths there. */
  complete(document: JsonDocument): void {
    const insertOf = (index: number): Uint8Array => this.inserted[index] ?? new Uint8Array();
    const map = ChangeMap.of(this.places.map(({ start, end }, index) => ({ start, end, insert: insertOf(index) })));
    for (const [index, paths] of this.paths.entries()) {
      const { start, end } = map.insertAt(index);
      if (end > start) for (const path of pathsIn(document, start, end)) paths.add(path);
    }
  }

  /** What is shown, in at most so many bytes. @throws CodedError `refused` if it takes more */
  within(maxBytes: number): string {
    const text = this.describe();
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxBytes) return text;
    const count = (value: number): string => value.toLocaleString('en-US');
    throw tooLarge(
      `its ${count(this.places.length)} places take ${count(bytes)} bytes, and an answer has ${count(maxBytes)}`,
    );
  }

  describe(): string {
    const shown = this.places.map(({ start, end }, index) =>
      [
        `${[...(this.paths[index] ?? [])].join(', ')}, at byte ${start.toLocaleString('en-US')}`,
        ...marked('- ', this.text.subarray(start, end), MAX_REMOVED),
        ...marked('+ ', this.inserted[index] ?? new Uint8Array(), Infinity),
      ].join('\n'),
    );
    const count = shown.length === 1 ? '' : `${shown.length.toLocaleString('en-US')} places:\n`;
    return `${count}${shown.join('\n')}\nAll other bytes stay.`;
  }

  private textAfter({ start, end, splices }: Place): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = start;
    for (const splice of splices) {
      parts.push(this.text.subarray(at, splice.start), splice.insert);
      at = splice.end;
    }
    // A copy: applying a splice may use its memory.
    return Buffer.concat([...parts, this.text.subarray(at, end)]);
  }
}

function tooLarge(why: string): CodedError {
  return new CodedError(
    'refused',
    `The change is too large to show: ${why}. Nothing was changed. Make several smaller ones, or have the server started with a larger --budget.`,
  );
}

/** A splice without what it leaves the same at its ends; `null` if that is all of it. */
function trim(text: Uint8Array, { start, end, insert }: Splice): Splice | null {
  const length = Math.min(end - start, insert.length);
  let head = 0;
  while (head < length && text[start + head] === insert[head]) head += 1;
  let tail = 0;
  while (tail < length - head && text[end - 1 - tail] === insert[insert.length - 1 - tail]) tail += 1;
  if (head + tail === end - start && head + tail === insert.length) return null;
  return {
    start: (start + head) as Splice['start'],
    end: (end - tail) as Splice['end'],
    insert: insert.subarray(head, insert.length - tail),
  };
}

/** Widens a splice to whole tokens: a change from 1 to 1.5 is not one of nothing to .5. */
function widen(document: JsonDocument, text: Uint8Array, splice: Splice): Place {
  let { start, end }: { start: number; end: number } = splice;
  const first = splice.insert[0] ?? text[start];
  const last = splice.insert.at(-1) ?? text[end - 1];
  const { places } = document;
  // A scalar that begins or ends here changes if bytes of it are removed, or bytes of a token come to it.
  const isRemoved = end > start;
  for (const at of [splice.start, splice.end]) {
    const entry = places.atOffset(at);
    if (entry < 0 || places.tape.isOpening(entry)) continue;
    const range = places.range(entry);
    if (range.end - range.start > MAX_WHOLE) continue;
    const changes =
      (at > range.start && at < range.end) ||
      (at === splice.start && ((at === range.start && isRemoved) || (at === range.end && isInToken(first)))) ||
      (at === splice.end && ((at === range.end && isRemoved) || (at === range.start && isInToken(last))));
    if (!changes) continue;
    start = Math.min(start, range.start);
    end = Math.max(end, range.end);
  }
  if (start === splice.start && isInToken(first))
    for (let left = MAX_TOKEN; left > 0 && start > 0 && isInToken(text[start - 1]); left -= 1) start -= 1;
  if (end === splice.end && isInToken(last))
    for (let left = MAX_TOKEN; left > 0 && end < text.length && isInToken(text[end]); left -= 1) end += 1;
  while (start > 0 && isInCharacter(text[start])) start -= 1;
  while (end < text.length && isInCharacter(text[end])) end += 1;
  return { start, end, splices: [splice] };
}

/** Whether a byte is part of a token, and not between two. */
function isInToken(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && !',:[]{}'.includes(String.fromCharCode(byte));
}

function isInCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Joins places that overlap. */
function joinPlaces(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const place of places) {
    const before = joined.at(-1);
    if (before === undefined || place.start >= before.end) {
      joined.push(place);
      continue;
    }
    before.end = Math.max(before.end, place.end);
    before.splices.push(...place.splices);
  }
  return joined;
}

/** The paths of the outermost values in a range of bytes; of the container around them if there is none. */
function pathsIn({ places }: JsonDocument, start: number, end: number): string[] {
  const path = (entry: number): string => visible(toJsonPath(places.path(entry)));
  const [first, last] = [places.atOffset(start), places.atOffset(end - 1)];
  if (first < 0 || last < 0) return [path(0)];
  const chain = (entry: number): number[] => [...places.steps(entry).map(({ container }) => container), entry];
  const [left, right] = [chain(first), chain(last)];
  const around = left.findLast((entry, depth) => right[depth] === entry) ?? 0;
  const { tape } = places;
  const { start: from, end: to } = places.range(around);
  if (!tape.isOpening(around) || (start <= from && end >= to)) return [path(around)];
  const close = tape.closing(around);
  const near = tape.lastAtOrBefore(start);
  const paths: string[] = [];
  let child = near > around && near < close ? places.children.containing(around, near).child : around + 1;
  for (; child < close && places.itemStart(around, child) < end; child = tape.next(child)) {
    if (places.range(child).end <= start) continue;
    paths.push(path(child));
    if (paths.length > MAX_PLACES) throw tooLarge(`it has more than ${MAX_PLACES.toLocaleString('en-US')} values`);
  }
  return paths.length > 0 ? paths : [path(around)];
}

/** A text with a mark before each of its lines, so that none of them can be taken for one of ours. */
function marked(mark: string, bytes: Uint8Array, most: number): string[] {
  if (bytes.length === 0) return [];
  const isCut = bytes.length > most;
  const text = visible(decodeUtf8(isCut ? bytes.subarray(0, most) : bytes));
  const lines = text.split('\n').map((line) => `${mark}${line}`);
  if (isCut) lines.push(`${mark}… (${bytes.length.toLocaleString('en-US')} bytes)`);
  return lines;
}

function visible(text: string): string {
  return text.replaceAll(UNSEEN, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
