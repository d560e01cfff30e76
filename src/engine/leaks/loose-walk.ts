// Walks over the strings and numbers of a text that looks like JSON, whatever is wrong with it: cut, joined, with comments, inside
// of other text. Each comes with what names it. A string ends with its line at the latest, a bracket that nothing opened is passed
// over, and no character is read more than twice.

import { BACKSLASH, LF, QUOTE, APOSTROPHE } from '../../shared/bytes/ascii.ts';
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
} from './value-names.ts';
import { classOf, isSessionCookie } from './secret-names.ts';

/** A part of the text, in the units of its codes; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** What is told of each part. */
export interface LooseVisitor {
  /** Returns the text between two places, decoded. */
  read(span: TextSpan): string;
  /** A string, without its quotes. `name` is what names it. */
  onString(span: TextSpan, name: string | null, isCookie: boolean, hasEscapes: boolean): void;
  onKey(span: TextSpan): void;
  /** A number of digits alone. */
  onNumber(span: TextSpan, name: string): void;
}

interface Value extends TextSpan {
  readonly isNumber: boolean;
  readonly hasEscapes: boolean;
  readonly key: string;
  readonly role: KeyRole;
}

/** A bracket that is open. */
class Frame {
  key: string | null = null;
  /** The string before, in an array. */
  before: string | null = null;
  index = 0;
  /** What the members say of their siblings. */
  siblings = NO_SIBLINGS;
  /** Values that a later sibling may name. */
  waiting: Value[] | null = null;
  /** The second of an array, which the first names if no third comes. */
  second: (TextSpan & { readonly hasEscapes: boolean }) | null = null;

  constructor(
    readonly isObject: boolean,
    /** What names it. */
    readonly name: string | null,
    readonly isCookies: boolean,
    /** Whether its numbers count words. */
    readonly isCounts: boolean,
    /** Whether it is an object that holds what names its siblings, as DynamoDB spells it. */
    readonly namesAround: boolean,
  ) {}
}

const newRoot = (): Frame => new Frame(true, null, false, false, false);

/** Names further down are those of this depth. */
const MAX_DEPTH = 1000;
/** Longest text that names something. */
const MAX_NAME = 200;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isWordCode = (code: number): boolean =>
  isDigit(code) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x5f ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x24 ||
  code >= 0x80;

/** Walks over the codes of a text, UTF-8 or UTF-16. */
export class LooseWalk {
  /** The first code that was not read. */
  at = 0;
  /** The bracket or sign before, 0 at the start. */
  private sign = 0;
  private readonly frames: Frame[] = [newRoot()];
  /** For each kind of quote, the end of the last line on which nothing closes one. */
  private readonly unclosed = new Map<number, number>();
  /** Brackets that were opened beyond `MAX_DEPTH`. */
  private deeper = 0;
  /** The last string or word, which is a key if a colon follows. */
  private last: (TextSpan & { readonly isWord: boolean; readonly hasEscapes: boolean }) | null = null;

  constructor(
    private readonly codes: Uint8Array | Uint16Array,
    private readonly visitor: LooseVisitor,
  ) {}

  /** Walks on until all codes before `end` are read. A string that begins before it is read whole. */
  walkTo(end: number): void {
    const { codes } = this;
    while (this.at < end) {
      const code = codes[this.at] ?? 0;
      if (code === QUOTE || (code === APOSTROPHE && this.opensValue())) this.readString(code);
      else if (isWordCode(code)) this.readWord();
      else {
        this.at += 1;
        if (code <= 0x20) {
          if (code === LF) this.endLine();
        } else this.readSign(code);
      }
    }
  }

  /** Ends the walk: what waits for its siblings is told. */
  finish(): void {
    this.settle();
    while (this.frames.length > 0) this.close();
  }

  private get frame(): Frame {
    const frame = this.frames.at(-1) ?? newRoot();
    if (this.frames.length === 0) this.frames.push(frame);
    return frame;
  }

  /** A word without quotes names what follows it on its line alone. */
  private endLine(): void {
    if (this.last?.isWord === true) this.settle();
    const { frame } = this;
    if (this.frames.length === 1 && this.last === null && this.sign !== 0x3a) frame.key = null;
  }

  private opensValue(): boolean {
    const { sign } = this;
    return (
      this.last === null &&
      (sign === 0x7b || sign === 0x5b || sign === 0x3a || sign === 0x2c || sign === 0x3d || sign === 0x28)
    );
  }

  private readString(quote: number): void {
    const { codes, unclosed } = this;
    const start = this.at + 1;
    let hasEscapes = false;
    // Behind a quote that nothing closes on its line, nothing closes another one.
    let at = start < (unclosed.get(quote) ?? 0) ? codes.length : start;
    for (; at < codes.length; at += 1) {
      const code = codes[at];
      if (code === quote || code === LF) break;
      if (code === BACKSLASH) {
        hasEscapes = true;
        at += 1;
      }
    }
    if (at >= codes.length || codes[at] === LF) {
      // Nothing closes it: the quote is a character.
      if (start >= (unclosed.get(quote) ?? 0)) unclosed.set(quote, at);
      this.at = start;
      this.last = null;
      return;
    }
    this.settle();
    this.last = { start, end: at, isWord: false, hasEscapes };
    this.at = at + 1;
  }

  private readWord(): void {
    const { codes } = this;
    const start = this.at;
    let at = start + 1;
    while (at < codes.length && isWordCode(codes[at] ?? 0)) at += 1;
    this.at = at;
    if (this.last?.isWord === false) this.settle();
    this.last = { start, end: at, isWord: true, hasEscapes: false };
  }

  private readSign(code: number): void {
    const { codes } = this;
    if (code === 0x3a || code === 0x3d) {
      if (code === 0x3d && this.frames.length > 1 && codes[this.at] !== 0x3e) return this.settle();
      this.nameNext();
    } else if (code === 0x3e && this.sign === 0x3d) {
      return;
    } else {
      this.settle();
      if (code === 0x7b || code === 0x5b) this.open(code === 0x7b);
      else if (code === 0x7d || code === 0x5d) this.close();
      else if (code === 0x2c) this.frame.key = null;
    }
    this.sign = code;
  }

  /** What was read last is a key. */
  private nameNext(): void {
    const { last, visitor, frame } = this;
    this.last = null;
    frame.key = null;
    if (last === null || last.end - last.start > MAX_NAME * 6) return;
    if (!last.isWord) visitor.onKey(last);
    frame.key = visitor.read(last);
  }

  /** What was read last is a value. */
  private settle(): void {
    const { last, frame, codes } = this;
    this.last = null;
    if (last === null) return;
    const { start, end, isWord, hasEscapes } = last;
    let isNumber = isWord && end - start <= 19;
    for (let at = start; isNumber && at < end; at += 1) isNumber = isDigit(codes[at] ?? 0);
    if (frame.key === null) {
      if (!isWord) this.tellItem(frame, last);
      else if (!frame.isObject) this.passItem(frame, isNumber ? last : null);
    } else {
      const { key } = frame;
      frame.key = null;
      const role = roleOf(key);
      this.noteSibling(frame, key, role, last);
      if (isWord && !isNumber) return;
      const value = { start, end, isNumber, hasEscapes, key, role };
      if (mayBeNamed(key, role)) (frame.waiting ??= []).push(value);
      else this.tell(frame, value);
    }
  }

  private noteSibling(frame: Frame, key: string, role: KeyRole, span: TextSpan): void {
    const isType = key === 'kty';
    const isNested = key === 'S' && frame.namesAround;
    if (role.beside !== null)
      frame.siblings = {
        ...frame.siblings,
        hasUser: frame.siblings.hasUser || role.beside === 'user',
        isRandom: frame.siblings.isRandom || role.beside === 'random',
      };
    if ((!role.isName && !role.isFlag && !isType && !isNested) || span.end - span.start > MAX_NAME) return;
    const said = this.visitor.read(span);
    const around = this.frames.at(-2);
    if (isNested && around !== undefined)
      around.siblings = { ...around.siblings, name: betterName(around.siblings.name, said) };
    const { siblings } = frame;
    frame.siblings = {
      ...siblings,
      name: role.isName ? betterName(siblings.name, said) : siblings.name,
      isSecret: siblings.isSecret || (role.isFlag && saysSecret(said)),
      keyType: isType ? said : siblings.keyType,
    };
  }

  private tell(
    { name: around, siblings, isCookies, isCounts }: Frame,
    { key, role, isNumber, hasEscapes, start, end }: Value,
  ): void {
    const name = nameOfMember(key, role, around, () => siblings);
    if (isNumber && isCounts) return;
    if (isNumber) this.visitor.onNumber({ start, end }, name);
    else this.visitor.onString({ start, end }, name, isCookies && (role.isValue || isSessionCookie(key)), hasEscapes);
  }

  private tellItem(frame: Frame, item: TextSpan & { readonly hasEscapes: boolean }): void {
    const { visitor } = this;
    const index = frame.index;
    frame.index += 1;
    this.tellSecond(frame, 3);
    if (frame.isObject) return visitor.onString(item, null, false, item.hasEscapes);
    if (index === 1) frame.second = item;
    else visitor.onString(item, nameOfItem(frame.before, index, 0, frame.name), false, item.hasEscapes);
    if (index !== 1) frame.before = item.end - item.start > MAX_NAME ? null : visitor.read(item);
  }

  /** An item that is no string. */
  private passItem(frame: Frame, number: TextSpan | null): void {
    frame.index += 1;
    this.tellSecond(frame, 3);
    frame.before = null;
    if (number !== null && frame.name !== null && !frame.isCounts) this.visitor.onNumber(number, frame.name);
  }

  /** Tells the second item, once it is known how many there are. */
  private tellSecond(frame: Frame, length: number): void {
    const { second } = frame;
    if (second === null) return;
    frame.second = null;
    this.visitor.onString(second, nameOfItem(frame.before, 1, length, frame.name), false, second.hasEscapes);
    frame.before = second.end - second.start > MAX_NAME ? null : this.visitor.read(second);
  }

  private open(isObject: boolean): void {
    if (this.frames.length >= MAX_DEPTH) {
      this.deeper += 1;
      return;
    }
    const { frame } = this;
    this.tellSecond(frame, 3);
    frame.index += 1;
    const { key } = frame;
    frame.key = null;
    const name = isObject ? nameOfObject(key, frame.name) : (key ?? frame.name);
    // `{"name": {"S": "DB_PASSWORD"}, "value": {"S": "…"}}`
    const isNamed = isObject && key !== null && roleOf(key).isValue && frame.siblings.name !== null;
    const isCookies = key === null ? frame.isCookies : /cookies$/i.test(key);
    this.frames.push(
      new Frame(
        isObject,
        isNamed ? frame.siblings.name : name,
        isCookies,
        key === null ? frame.isCounts : isOfCounts(key),
        key !== null && roleOf(key).isName,
      ),
    );
  }

  private close(): void {
    if (this.deeper > 0) {
      this.deeper -= 1;
      return;
    }
    const frame = this.frames.pop();
    if (frame === undefined) return;
    this.tellSecond(frame, frame.index);
    if (frame.waiting !== null) for (const value of frame.waiting) this.tell(frame, value);
  }
}

/** Of two texts that name a value: the one that says something, else the first. */
export function betterName(first: string | null, next: string): string {
  return first === null || (classOf(first) === null && classOf(next) !== null) ? next : first;
}
