// Finds the secrets and the personal data of a document in one walk over its tape. Most strings are passed over after a look
// at the classes of their bytes: only one that could hold something is decoded and searched.

import { toPointer, type Path } from '../../../shared/document/path.ts';
import { unquote } from '../../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { LeakGroup } from '../../../shared/protocol/leaks.ts';
import { asByte } from '../../../shared/units.ts';
import { MINUS } from '../../../shared/bytes/ascii.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import { KeyReader } from '../tape/key-reader.ts';
import { hashKey } from '../tape/key-table.ts';
import type { Places } from '../tape/places.ts';
import { LINK_MASK } from '../tape/tape.ts';
import { LeakGroups } from './leak-groups.ts';
import { classifyName } from './secret-names.ts';
import { ESCAPE, featuresOf } from './text-features.ts';
import type { Secret, TextContext } from './secret.ts';
import { secretInNumber, secretsIn } from './text-secrets.ts';
import { mayBeNamed, nameOfItem, nameOfMember } from './value-names.ts';

/** Bytes of the shortest string that may be a secret, with its quotes. */
const MIN_LENGTH = 7;
/** Values per slice. */
const SLICE_VALUES = 1 << 13;
/** Keys that are remembered: a document with more gives up its oldest. */
const MAX_KEYS = 100_000;
/** Siblings that are looked through for one that names a value. */
const MAX_SIBLINGS = 32;

/** One string, number or key with its secrets. */
export interface LeakPlace {
  readonly entry: number;
  readonly isKey: boolean;
  /** The text without its quotes, decoded. */
  readonly text: string;
  readonly secrets: readonly Secret[];
}

/** What is known of a key, by its spelling. */
interface KnownKey {
  readonly spelling: string;
  readonly text: string;
  readonly isSecretName: boolean;
  readonly mayBeNamed: boolean;
  readonly secrets: readonly Secret[];
}

interface Level {
  readonly entry: number;
  readonly close: number;
  readonly isObject: boolean;
  /** What names the container, for its items. */
  readonly name: string | null;
  /** Whether it lists cookies. */
  readonly isCookies: boolean;
  /** Whether it is an array whose name says that its items are secret. */
  readonly isNamed: boolean;
  index: number;
}

/** Finds the places of leaks, in the order of the document. `onPlace` is called for each. Cost: 2 to 10 scans. */
export function* findPlaces(places: Places, onPlace: (place: LeakPlace) => void): Work<void> {
  yield* new LeakSearch(places, onPlace).run();
}

/** Whether a place is one of those that are ignored, which are JSON Pointers with `*` for any position in an array. */
export function isIgnored(path: Path, ignored: ReadonlySet<string>): boolean {
  return (
    ignored.has(toPointer(path)) ||
    ignored.has(toPointer(path.map((segment) => (typeof segment === 'number' ? '*' : segment))))
  );
}

/** Finds the leaks of a document, by kind, but for those at `ignored` places. */
export function* findLeaks(places: Places, ignored: ReadonlySet<string> = new Set()): Work<readonly LeakGroup[]> {
  const groups = new LeakGroups();
  yield* findPlaces(places, ({ entry, isKey, secrets }) => {
    const path = ignored.size > 0 ? places.path(entry) : null;
    if (path !== null && isIgnored(path, ignored)) return;
    groups.add(secrets, () => {
      const { start, end } = isKey ? places.keyRange(entry) : places.range(entry);
      return { path: path ?? places.path(entry), isKey, range: { start: asByte(start), end: asByte(end) } };
    });
  });
  return groups.list;
}

class LeakSearch {
  private readonly levels: Level[] = [];
  private readonly keys: KeyReader;
  private readonly known = new Map<number, KnownKey>();
  private readonly bytes: Uint8Array;

  constructor(
    private readonly places: Places,
    private readonly onPlace: (place: LeakPlace) => void,
  ) {
    this.keys = new KeyReader(places);
    this.bytes = places.tape.memory.bytes;
  }

  *run(): Work<void> {
    const { levels, places } = this;
    const { tape } = places;
    if (tape.count === 0) return;
    this.enter(0, null, null);
    let left = SLICE_VALUES;
    for (let entry = 1, level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      left -= 1;
      if (left === 0) {
        left = SLICE_VALUES;
        yield { done: entry, total: tape.count };
      }
      if (entry >= level.close) {
        levels.pop();
        entry = level.close + 1;
        continue;
      }
      const key = level.isObject ? this.readKey(entry) : null;
      this.enter(entry, level, key);
      level.index += 1;
      entry += 1;
    }
  }

  /** Searches a key and a value. A container is entered. */
  private enter(entry: number, level: Level | null, key: KnownKey | null): void {
    const { places } = this;
    if (key !== null && key.secrets.length > 0)
      this.onPlace({ entry, isKey: true, text: key.text, secrets: key.secrets });
    const kind = places.kind(entry);
    if (kind === 'object' || kind === 'array') {
      const isCookies = key === null ? level?.isCookies === true : /cookies$/i.test(key.text);
      this.levels.push({
        entry,
        close: places.tape.closing(entry),
        isObject: kind === 'object',
        name: kind === 'array' ? (key?.text ?? level?.name ?? null) : null,
        isCookies,
        isNamed: kind === 'array' && (key?.isSecretName ?? level?.isNamed ?? false),
        index: 0,
      });
    } else if (kind === 'string') {
      this.searchString(entry, level, key);
    } else if (kind === 'number') {
      this.searchNumber(entry, level, key);
    } else if (kind === 'broken') {
      this.searchText(entry, decodeUtf8(this.slice(entry)), { name: null });
    }
  }

  private searchString(entry: number, level: Level | null, key: KnownKey | null): void {
    const { tape } = this.places;
    const length = tape.scalarLength(entry);
    // Shorter ones are no secrets.
    if (length < MIN_LENGTH) return;
    const start = TEXT_BASE + tape.start(entry);
    const end = length < LINK_MASK ? start + length : TEXT_BASE + this.places.range(entry).end;
    const features = featuresOf(this.bytes, start + 1, end - 1);
    const needsName = key === null ? this.isNamedItem(entry, level) : key.isSecretName || key.mayBeNamed;
    if (features === 0 && !needsName) return;
    const spelt = decodeUtf8(this.bytes.subarray(start, end));
    const isPlain = (features & ESCAPE) === 0;
    this.searchText(entry, isPlain ? spelt.slice(1, -1) : unquote(spelt), {
      name: this.nameOf(entry, level, key),
      isCookie: level?.isCookies === true && key?.mayBeNamed === true,
      ...(isPlain ? { features } : {}),
    });
  }

  /** Whether the item of an array may be secret by a name: of the array, of the first of two, or of an option before it. */
  private isNamedItem(entry: number, level: Level | null): boolean {
    if (level === null) return false;
    return (
      level.isNamed ||
      level.index === 1 ||
      (level.index > 0 && this.bytes[TEXT_BASE + this.places.tape.start(entry - 1) + 1] === MINUS)
    );
  }

  private searchNumber(entry: number, level: Level | null, key: KnownKey | null): void {
    const { start, end } = this.places.range(entry);
    const length = end - start;
    if (length < 8 || length > 19) return;
    if (length < 13 && key !== null && !key.isSecretName && !key.mayBeNamed) return;
    const digits = decodeUtf8(this.slice(entry));
    if (!/^\d+$/.test(digits)) return;
    const secret = secretInNumber(digits, this.nameOf(entry, level, key));
    if (secret !== null) this.onPlace({ entry, isKey: false, text: digits, secrets: [secret] });
  }

  private searchText(entry: number, text: string, context: TextContext): void {
    const secrets = secretsIn(text, context);
    if (secrets.length > 0) this.onPlace({ entry, isKey: false, text, secrets });
  }

  private nameOf(entry: number, level: Level | null, key: KnownKey | null): string | null {
    const { places } = this;
    if (level === null) return null;
    if (key !== null) {
      if (!key.mayBeNamed) return key.text;
      return nameOfMember(key.text, (sibling) => this.readSibling(level, sibling));
    }
    const before = level.index > 0 ? this.readString(entry - 1) : null;
    const isSecond = level.index === 1 && places.tape.next(entry) === level.close;
    return nameOfItem(before, level.index, isSecond ? 2 : 0, level.name);
  }

  private readSibling({ entry, close }: Level, name: string): string | null {
    const { tape } = this.places;
    let left = MAX_SIBLINGS;
    for (let member = entry + 1; member < close && left > 0; member = tape.next(member), left -= 1)
      if (this.readKey(member).text === name) return this.readString(member);
    return null;
  }

  private readString(entry: number): string | null {
    if (this.places.tape.isClosing(entry) || this.places.kind(entry) !== 'string') return null;
    const { start, end } = this.places.range(entry);
    return end - start > 200 ? null : unquote(decodeUtf8(this.slice(entry)));
  }

  private slice(entry: number): Uint8Array {
    const { start, end } = this.places.range(entry);
    return this.bytes.subarray(TEXT_BASE + start, TEXT_BASE + end);
  }

  /** Reads a key. Most keys of a document are the same few. */
  private readKey(member: number): KnownKey {
    const { keys, known, bytes } = this;
    keys.read(member);
    const [start, end] = [TEXT_BASE + keys.start, TEXT_BASE + keys.end];
    const hash = hashKey(bytes, start, end);
    const before = known.get(hash);
    if (before !== undefined && isSpelt(bytes, start, end, before.spelling)) return before;
    const spelling = decodeUtf8(bytes.subarray(start, end));
    const text = keys.hasEscapes || this.places.tape.dialect !== 'json' ? this.places.key(member) : spelling;
    const made: KnownKey = {
      spelling,
      text,
      isSecretName: classifyName(text) !== null,
      mayBeNamed: mayBeNamed(text),
      secrets: secretsIn(text, { name: null }).filter((secret) => !isNameOnly(secret, text)),
    };
    if (known.size >= MAX_KEYS) known.clear();
    known.set(hash, made);
    return made;
  }
}

/** Whether a key is a secret only because it reads like an assignment, as a selector or a condition does. */
function isNameOnly({ kind }: Secret, text: string): boolean {
  return (kind === 'password' || kind === 'token') && /^\w+[=:]/.test(text);
}

/** Whether bytes are a text in ASCII. */
function isSpelt(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}
