// Finds the secrets and the personal data of a document in one walk over its tape. Most strings are passed over after a look
// at the classes of their bytes: only one that could hold something is decoded and searched.

import { toPointer, type Path } from '../../shared/document/path.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { LeakGroup } from '../../shared/protocol/leaks.ts';
import { asByte } from '../../shared/units.ts';
import { APOSTROPHE, MINUS, QUOTE } from '../../shared/bytes/ascii.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';
import { KeyReader } from '../tape/key-reader.ts';
import { hashKey } from '../tape/key-table.ts';
import type { Places } from '../tape/places.ts';
import { LINK_MASK } from '../tape/tape.ts';
import { commentBlocks } from './comment-blocks.ts';
import { decodeEscapes } from './decoded.ts';
import { bytesOf } from './find-in-text.ts';
import { LeakGroups } from './leak-groups.ts';
import { betterName } from './loose-walk.ts';
import { mayNameNumber, secretInNumber } from './named-secrets.ts';
import { classOf, isSessionCookie } from './secret-names.ts';
import { ESCAPE, featuresOf } from './text-features.ts';
import type { Secret, TextContext } from './secret.ts';
import { openPlainValues, type PlainValues } from './plain-values.ts';
import { beginsKey, isKeyLine } from './private-keys.ts';
import { secretsIn } from './text-secrets.ts';
import {
  isOfCounts,
  mayBeNamed,
  nameOfItem,
  nameOfMember,
  nameOfObject,
  NO_SIBLINGS,
  roleOf,
  saysSecret,
  type KeyRole,
  type Siblings,
} from './value-names.ts';

/** Bytes of the shortest string that may be a secret, with its quotes. */
const MIN_LENGTH = 6;
/** Digits of the shortest number that may be one. */
const MIN_DIGITS = 4;
/** Values per slice. */
const SLICE_VALUES = 1 << 13;
/** Keys that are remembered: a document with more gives up its oldest. */
const MAX_KEYS = 100_000;
/** Siblings that are looked through for one that names a value. */
const MAX_SIBLINGS = 32;
/** Values that are passed over in the time of one that is read, as a power of two. */
const SKIPPED_SHIFT = 4;
const LOWER_T = 0x74;

/** One string, number, key or comment with its secrets. */
export interface LeakPlace {
  /** `null` for a comment. */
  readonly entry: number | null;
  readonly isKey: boolean;
  /** Whether it is a key without quotes. */
  readonly isName: boolean;
  /** The text without its quotes, decoded. */
  readonly text: string;
  readonly secrets: readonly Secret[];
  /** The bytes of the value, key or comment. */
  readonly start: number;
  readonly end: number;
  /** Converts an offset in the text to one in the document. */
  byteAt(offset: number): number;
}

/** What is known of a key, by its spelling. */
interface KnownKey {
  readonly spelling: string;
  readonly text: string;
  readonly role: KeyRole;
  readonly isSecretName: boolean;
  readonly mayBeNamed: boolean;
  readonly isSessionCookie: boolean;
  readonly mayNameNumber: boolean;
  readonly secrets: readonly Secret[];
}

/** Whether only the features of a value under a key tell whether it is a secret. */
function isPlain(key: KnownKey): boolean {
  const isNamed = key.isSecretName || key.mayBeNamed || key.isSessionCookie || key.mayNameNumber || key.role.isValue;
  return !isNamed && key.secrets.length === 0 && !/cookies$/i.test(key.text);
}

interface Level {
  readonly entry: number;
  readonly close: number;
  readonly isObject: boolean;
  /** What names the container, for what is in it. */
  readonly name: string | null;
  /** Whether it lists cookies. */
  readonly isCookies: boolean;
  /** Whether the name of the container says that what is in it is secret. */
  readonly isNamed: boolean;
  /** Whether its numbers count words. */
  readonly isCounts: boolean;
  /** Whether its items are the lines of a private key, which has not ended. */
  isInKey: boolean;
  index: number;
}

/**
 * Finds the places of leaks, in the order of the document. `onPlace` is called for each. Values that can't be secrets are passed over in
 * WebAssembly, unless `isFast` is false. Cost: 2 to 6 scans.
 */
export function* findPlaces(places: Places, onPlace: (place: LeakPlace) => void, isFast = true): Work<void> {
  yield* new LeakSearch(places, onPlace, isFast).run();
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
  const lines = new LineCount(places);
  yield* findPlaces(places, ({ entry, isKey, secrets, start, end }) => {
    const range = { start: asByte(start), end: asByte(end) };
    if (entry === null) {
      groups.add(secrets, () => ({ path: [], isKey, isComment: true, range, line: lines.at(start) }));
      return;
    }
    const path = ignored.size > 0 ? places.path(entry) : null;
    if (path !== null && isIgnored(path, ignored)) return;
    groups.add(secrets, () => ({ path: path ?? places.path(entry), isKey, range }));
  });
  return groups.list;
}

/** Counts lines up to places that ascend. */
class LineCount {
  private line = 0;
  private counted = 0;

  constructor(private readonly places: Places) {}

  /** The line of a byte, from 0. */
  at(byte: number): number {
    const { bytes } = this.places.tape.memory;
    for (; this.counted < byte; this.counted += 1) if (bytes[TEXT_BASE + this.counted] === 0x0a) this.line += 1;
    return this.line;
  }
}

class LeakSearch {
  private readonly levels: Level[] = [];
  private readonly keys: KeyReader;
  private readonly known = new Map<number, KnownKey>();
  private readonly plain: PlainValues | null;

  constructor(
    private readonly places: Places,
    private readonly onPlace: (place: LeakPlace) => void,
    isFast: boolean,
  ) {
    this.plain = isFast ? openPlainValues(places) : null;
    this.keys = new KeyReader(places);
  }

  /** Those of the memory, which other work may grow between slices. */
  private get bytes(): Uint8Array {
    return this.places.tape.memory.bytes;
  }

  *run(): Work<void> {
    const { levels, places } = this;
    const { tape } = places;
    if (tape.count === 0) return;
    this.enter(0, null, null);
    let left = SLICE_VALUES;
    for (let entry = 1, level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      left -= 1;
      if (left <= 0) {
        left = SLICE_VALUES;
        yield { done: entry, total: tape.count };
        this.plain?.renew();
      }
      const stop = entry < level.close ? this.skip(entry, level) : null;
      if (stop !== null) {
        left -= (stop.entry - entry) >>> SKIPPED_SHIFT;
        ({ entry } = stop);
        level = levels.at(-1) ?? level;
        if (!stop.isLeft) continue;
      }
      if (entry >= level.close) {
        levels.pop();
        entry = level.close + 1;
        continue;
      }
      const key = level.isObject ? this.readKey(entry) : null;
      this.enter(entry, level, key, stop?.features);
      level.index += 1;
      entry += 1;
    }
    if (hasComments(tape.dialect)) {
      yield* commentBlocks(places.text, (start, end) =>
        this.searchBytes(null, start, end, decodeUtf8(places.text.slice(start, end)), { name: null }),
      );
    }
  }

  /** Passes over values of a level that can't be secrets, and enters the containers of the one that may be. */
  private skip(entry: number, level: Level): PlainValues | null {
    const { plain } = this;
    if (plain === null || level.isNamed || level.isCookies || level.isInKey) return null;
    if (!plain.skip(entry, level.close, level.isObject, level.index)) return null;
    let around = level;
    for (let depth = 0; depth < plain.depth; depth += 1) {
      around.index = plain.indexAround(depth);
      const container = plain.entered(depth);
      const isObject = this.places.kind(container) === 'object';
      this.enterContainer(container, isObject, around, around.isObject ? this.readKey(container) : null);
      around = this.levels.at(-1) ?? around;
    }
    around.index = plain.index;
    return plain;
  }

  /** Searches a key and a value. A container is entered. `features`: those of a string, if they are known. */
  private enter(entry: number, level: Level | null, key: KnownKey | null, features?: number): void {
    const { places } = this;
    if (key !== null && key.secrets.length > 0) this.tellKey(entry, key);
    const kind = places.kind(entry);
    if (kind === 'object' || kind === 'array') {
      this.enterContainer(entry, kind === 'object', level, key);
    } else if (kind === 'string') {
      this.searchString(entry, level, key, features);
    } else if (kind === 'number') {
      this.searchNumber(entry, level, key);
    } else if (kind === 'broken') {
      const { start, end } = places.range(entry);
      this.searchBytes(entry, start, end, decodeUtf8(this.slice(entry)), { name: null });
    }
  }

  private enterContainer(entry: number, isObject: boolean, level: Level | null, key: KnownKey | null): void {
    const around = level?.name ?? null;
    const own = isObject ? nameOfObject(key?.text ?? null, around) : (key?.text ?? around);
    // `{"name": {"S": "DB_PASSWORD"}, "value": {"S": "…"}}`
    const siblings = level !== null && key?.role.isValue === true ? this.readSiblings(level) : NO_SIBLINGS;
    const isNamed = isObject && around === null && siblings.name !== null;
    const name = siblings.isSecret ? 'secrets' : isNamed ? siblings.name : own;
    this.levels.push({
      entry,
      close: this.places.tape.closing(entry),
      isObject,
      name,
      isCookies: key === null ? level?.isCookies === true : /cookies$/i.test(key.text),
      isNamed: name !== null && classOf(name) !== null,
      isCounts: key === null ? level?.isCounts === true : isOfCounts(key.text),
      isInKey: false,
      index: 0,
    });
  }

  private searchString(entry: number, level: Level | null, key: KnownKey | null, known?: number): void {
    const { tape } = this.places;
    const length = tape.scalarLength(entry);
    if (level?.isInKey === true && this.readKeyLine(entry, level)) return;
    // Shorter ones are no secrets.
    if (length < MIN_LENGTH) return;
    const start = TEXT_BASE + tape.start(entry);
    const end = length < LINK_MASK ? start + length : TEXT_BASE + this.places.range(entry).end;
    const features = known ?? featuresOf(this.bytes, start + 1, end - 1);
    const needsName =
      level?.isNamed === true ||
      (key === null
        ? this.isNamedItem(entry, level)
        : key.isSecretName || key.mayBeNamed || (level?.isCookies === true && key.isSessionCookie));
    if (features === 0 && !needsName) return;
    const spelt = decodeUtf8(this.bytes.subarray(start + 1, end - 1));
    this.searchBytes(
      entry,
      start + 1 - TEXT_BASE,
      end - 1 - TEXT_BASE,
      spelt,
      {
        name: this.nameOf(entry, level, key),
        isCookie: level?.isCookies === true && (key?.mayBeNamed === true || key?.isSessionCookie === true),
        ...((features & ESCAPE) === 0 ? { features } : {}),
      },
      level,
    );
  }

  /** Takes an item for a line of the private key that one before it has begun. Returns whether it looks like one. */
  private readKeyLine(entry: number, level: Level): boolean {
    const { start, end } = this.places.range(entry);
    const spelt = decodeUtf8(this.bytes.subarray(TEXT_BASE + start + 1, TEXT_BASE + end - 1));
    const { text } = decodeEscapes(spelt);
    level.isInKey = isKeyLine(text) && !text.includes('-----END ');
    if (!isKeyLine(text)) return false;
    const secret: Secret = { kind: 'private-key', severity: 'high', start: 0, end: text.length, text };
    const byteAt = (offset: number): number => (offset === 0 ? start + 1 : end - 1);
    if (text.trim() !== '')
      this.onPlace({ entry, isKey: false, isName: false, text, secrets: [secret], start, end, byteAt });
    return true;
  }

  /** Whether the item of an array may be secret by a name: of the array, of the first of two, or of an option before it. */
  private isNamedItem(entry: number, level: Level | null): boolean {
    if (level === null) return false;
    return (
      level.index === 1 || (level.index > 0 && this.bytes[TEXT_BASE + this.places.tape.start(entry - 1) + 1] === MINUS)
    );
  }

  private searchNumber(entry: number, level: Level | null, key: KnownKey | null): void {
    const { start, end } = this.places.range(entry);
    const length = end - start;
    if (length < MIN_DIGITS || length > 19) return;
    const isNamed = level?.isNamed === true || key?.mayNameNumber === true;
    if (length < 13 && !isNamed && key !== null && !key.isSecretName && !key.role.isValue) return;
    if (length < 8 && !isNamed && key?.role.isValue !== true) return;
    if (length < 13 && level?.isCounts === true) return;
    for (let at = TEXT_BASE + start; at < TEXT_BASE + end; at += 1) if (!isDigit(this.bytes[at])) return;
    const digits = decodeUtf8(this.slice(entry));
    const secret = secretInNumber(digits, this.nameOf(entry, level, key));
    if (secret === null) return;
    const byteAt = (offset: number): number => start + offset;
    this.onPlace({ entry, isKey: false, isName: false, text: digits, secrets: [secret], start, end, byteAt });
  }

  /** Searches what a value or a comment spells between two bytes. */
  private searchBytes(
    entry: number | null,
    start: number,
    end: number,
    spelt: string,
    context: TextContext,
    level: Level | null = null,
  ): void {
    const decoded =
      entry === null || this.places.kind(entry) === 'broken'
        ? { text: spelt, placeOf: (unit: number) => unit }
        : decodeEscapes(spelt);
    const secrets = secretsIn(decoded.text, context);
    if (secrets.length === 0) return;
    if (level?.isObject === false && secrets.some(({ kind }) => kind === 'private-key'))
      level.isInKey = beginsKey(decoded.text);
    const toByte = bytesOf(this.bytes, TEXT_BASE + start, TEXT_BASE + end);
    const range = entry === null ? { start, end } : this.places.range(entry);
    const byteAt = (offset: number): number => toByte(decoded.placeOf(offset)) - TEXT_BASE;
    this.onPlace({ entry, isKey: false, isName: false, text: decoded.text, secrets, ...range, byteAt });
  }

  private tellKey(entry: number, { secrets, text }: KnownKey): void {
    const range = this.places.keyRange(entry);
    const quote = this.bytes[TEXT_BASE + range.start];
    const isName = quote !== QUOTE && quote !== APOSTROPHE;
    const [start, end] = isName ? [range.start, range.end] : [range.start + 1, range.end - 1];
    const decoded = decodeEscapes(decodeUtf8(this.bytes.subarray(TEXT_BASE + start, TEXT_BASE + end)));
    const toByte = bytesOf(this.bytes, TEXT_BASE + start, TEXT_BASE + end);
    const byteAt = (offset: number): number => toByte(decoded.placeOf(offset)) - TEXT_BASE;
    this.onPlace({ entry, isKey: true, isName, text, secrets, ...range, byteAt });
  }

  private nameOf(entry: number, level: Level | null, key: KnownKey | null): string | null {
    const { places } = this;
    if (level === null) return null;
    if (key !== null) {
      if (!key.mayBeNamed && !level.isNamed) return key.text;
      return nameOfMember(key.text, key.role, level.name, () => this.readSiblings(level));
    }
    const before = level.index > 0 ? this.readString(entry - 1) : null;
    const isSecond = level.index === 1 && places.tape.next(entry) === level.close;
    return nameOfItem(before, level.index, isSecond ? 2 : 0, level.name);
  }

  /** What the members of an object say of each other, the first ones of it. */
  private readSiblings({ entry, close }: Level): Siblings {
    const { tape } = this.places;
    let { name, isSecret, keyType, hasUser, isRandom } = NO_SIBLINGS;
    let left = MAX_SIBLINGS;
    for (let member = entry + 1; member < close && left > 0; member = tape.next(member), left -= 1) {
      const { role, text } = this.readKey(member);
      hasUser ||= role.beside === 'user';
      isRandom ||= role.beside === 'random';
      if (!role.isName && !role.isFlag && text !== 'kty') continue;
      const said = this.readString(member) ?? this.readOnly(member);
      if (said === null) isSecret ||= role.isFlag && this.bytes[TEXT_BASE + tape.start(member)] === LOWER_T;
      else {
        if (role.isName) name = betterName(name, said);
        isSecret ||= role.isFlag && saysSecret(said);
        if (text === 'kty') keyType = said;
      }
    }
    return { name, isSecret, keyType, hasUser, isRandom };
  }

  /** The string in an object that has no other member, as DynamoDB spells one. */
  private readOnly(entry: number): string | null {
    const { tape } = this.places;
    if (this.places.kind(entry) !== 'object' || tape.closing(entry) !== entry + 2) return null;
    return this.readString(entry + 1);
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
    const role = roleOf(text);
    const made: KnownKey = {
      spelling,
      text,
      role,
      isSecretName: classOf(text) !== null,
      mayBeNamed: mayBeNamed(text, role),
      isSessionCookie: isSessionCookie(text),
      mayNameNumber: mayNameNumber(text),
      secrets: secretsIn(text, { name: null }).filter((secret) => !isNameOnly(secret, text)),
    };
    if (known.size >= MAX_KEYS) known.clear();
    known.set(hash, made);
    if (!keys.hasEscapes && isPlain(made)) this.plain?.know(bytes.slice(start, end));
    return made;
  }
}

/** Whether a key is a secret only because it reads like an assignment, as a selector or a condition does. */
function isNameOnly({ kind, text: secret }: Secret, text: string): boolean {
  const isMixed = /[A-Z]/.test(secret) && /[a-z]/.test(secret) && /\d/.test(secret);
  return (kind === 'password' || kind === 'token') && !isMixed && /^\w+[=:](?!\/\/)/.test(text);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether bytes are a text in ASCII. */
function isSpelt(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}
