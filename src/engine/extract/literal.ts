// The literals of languages that quote their strings, as JSON: JavaScript, Python, Ruby, Go (%#v), Rust, PHP (var_export) and
// MongoDB's shell. One grammar reads them all, since logs mix them and prints differ by version; what was read tells the language.
// Code is refused: shorthand members, functions, expressions, names that stand for a value.

import {
  AMPERSAND,
  BACKTICK,
  BRACE,
  BRACE_END,
  BRACKET,
  BRACKET_END,
  COLON,
  COMMA,
  EQUALS,
  GREATER,
  LESS,
  LF,
  MINUS,
  PAREN,
  PAREN_END,
  PLUS,
  POINT,
  SLASH,
  SPACE,
  STAR,
} from '../../shared/bytes/ascii.ts';
import { isDigit, isQuoteByte } from '../base/json-tokens.ts';
import { LiteralTokens, noSigns, quoted } from './literal-tokens.ts';
import { CONSTANTS, isCallable, readCall, type Argument } from './calls.ts';
import { isTypeName } from './type-name.ts';
import { unreadEnd, unreadText } from './unread-value.ts';

/** Containers within containers; literals that people print are far from it, and hostile brackets end here. */
const DEEPEST = 300;

/** The text of what stands alone in brackets, and belongs to them. */
const BRACKETED = /^"\u27e8(?:\.\.\.|\w+[: ])/;

/** What a container turned out to be. */
export type Shape = 'object' | 'array' | 'set' | 'tuple';

/** The language that a literal was written in. */
export type LiteralKind = 'js' | 'python' | 'ruby' | 'go' | 'rust' | 'php' | 'mongo';

/** Reads literals of languages that quote their strings. */
export class LiteralReader extends LiteralTokens {
  /** The shape of the container that was read last. */
  shape: Shape = 'object';
  /** Number of members or items of the container that was read last. */
  count = 0;
  private depth = 0;
  private rustDepth = 0;
  /** Calls around what is read: what can't be read within belongs to the call. */
  private callDepth = 0;
  /** Number of values that were kept as text. */
  private unread = 0;
  /** Whether the key that was read last is a name without quotes. */
  private isBareKey = false;

  /** Reads a literal that starts here. Leaves `at` behind it. */
  read(start: number): string | null {
    this.at = start;
    this.depth = 0;
    this.rustDepth = 0;
    this.unread = 0;
    this.callDepth = 0;
    this.signs = noSigns();
    const json = this.value();
    // In what may be JSON with a fault, a fault is no value.
    return this.unread > 0 && !this.isForeign ? null : json;
  }

  /** Whether something was read that is not JSON. */
  private get isForeign(): boolean {
    const { python, ruby, rust, go, php, mongo, javascript, none, hasSingleQuotes } = this.signs;
    return python || ruby || rust || go || php || mongo || javascript || none || hasSingleQuotes;
  }

  /** A value within a container; where none can be read, its text with marks. */
  private part(closer: number, isBareKey: boolean): string | null {
    this.skip();
    const start = this.at;
    const { unread } = this;
    const signs = { ...this.signs };
    const value = this.value();
    if (value !== null) {
      const end = this.at;
      this.skip();
      const byte = this.byte();
      if (byte === COMMA || byte === closer || byte === 0) return value;
      this.at = end;
    }
    if (this.callDepth > 0 || this.steps >= this.budget) return null;
    const end = unreadEnd(this.bytes, start, this.limit, closer);
    this.steps += (end < 0 ? -1 - end : end) - start;
    const text = end < 0 ? null : unreadText(this.bytes, start, end, isBareKey);
    if (text === null) return null;
    // Behind a key without quotes, only prints of Node are kept.
    this.signs = isBareKey && !signs.go && this.rustDepth === 0 ? { ...signs, javascript: true } : signs;
    this.unread = unread + 1;
    this.at = end;
    return quoted(text);
  }

  get kind(): LiteralKind {
    const { signs } = this;
    if (signs.mongo) return 'mongo';
    if (signs.php) return 'php';
    if (signs.go) return 'go';
    if (signs.python || (signs.none && signs.hasSingleQuotes)) return 'python';
    if (signs.ruby) return 'ruby';
    if (signs.rust || signs.none) return 'rust';
    return 'js';
  }

  private value(): string | null {
    this.skip();
    const byte = this.byte();
    if (byte === BRACE) return this.container(() => this.braces());
    if (byte === BRACKET) return this.container(() => this.brackets());
    if (byte === PAREN) return this.container(() => this.parentheses());
    if (isQuoteByte(byte)) return this.strings();
    if (byte === SLASH && this.depth > 0) return this.regularExpression();
    if (byte === COLON) return this.symbol();
    if (byte === AMPERSAND) return this.reference();
    if (byte === LESS) return this.angle();
    if (isDigit(byte) || byte === POINT)
      return this.bareDate() ?? this.number() ?? (this.rustDepth > 0 ? this.duration() : null);
    if (byte === MINUS || byte === PLUS) {
      for (const name of ['Infinity', 'inf', 'nan', 'NaN']) {
        if (!this.startsWith(name, this.at + 1)) continue;
        this.at += 1 + name.length;
        return quoted((byte === MINUS ? '-' : '') + name);
      }
      return this.number();
    }
    return this.word();
  }

  /** Reads a container, unless it is known to fail. */
  private container(read: () => string | null): string | null {
    const start = this.at;
    if (this.failed.has(start)) return null;
    if (this.depth >= DEEPEST) {
      this.failed.add(start);
      return null;
    }
    this.depth += 1;
    const value = read();
    this.depth -= 1;
    if (value === null) this.failed.add(start);
    return value;
  }

  /** One string, or several that Python joins, or the lines of one that Node prints. */
  private strings(): string | null {
    let text = this.string();
    if (text === null) return null;
    for (;;) {
      const end = this.at;
      this.skip();
      if (this.byte() === PLUS && this.isLineEnd(this.at + 1)) {
        this.at += 1;
        this.skip();
        const next = isQuoteByte(this.byte()) ? this.string() : null;
        if (next === null) return null;
        this.signs.javascript = true;
        text += next;
        continue;
      }
      if (!isQuoteByte(this.byte()) || !this.signs.hasSingleQuotes) {
        this.at = end;
        return quoted(text);
      }
      const more = this.string();
      if (more === null) return null;
      this.signs.python = true;
      text += more;
    }
  }

  /** A pointer of Go. */
  private reference(): string | null {
    this.at += 1;
    this.signs.go = true;
    return this.byte() === BRACE ? null : this.word();
  }

  private braces(): string | null {
    this.at += 1;
    this.skip();
    if (this.byte() === BRACE_END) {
      this.at += 1;
      return this.done('object', 0, '{}');
    }
    const first = this.at;
    const key = this.key();
    if (key !== null && this.separator()) return this.members(BRACE_END, key);
    this.at = first;
    return this.items(BRACE_END, 'set');
  }

  private brackets(): string | null {
    const type = this.goType(this.at);
    if (type > this.at + 2 && this.byte(type) === BRACE) {
      this.signs.go = true;
      this.at = type;
      return this.braces();
    }
    if (type > this.at + 2 && this.startsWith('(nil)', type)) return this.nilAfter(type);
    if (this.startsWith('[Object: null prototype] {')) {
      this.signs.javascript = true;
      this.at += 25;
      return this.braces();
    }
    const mark = this.depth > 1 ? this.nodeMark() : null;
    if (mark !== null) return mark;
    this.at += 1;
    this.skip();
    if (this.byte() === BRACKET_END) {
      this.at += 1;
      return this.done('array', 0, '[]');
    }
    const first = this.at;
    const key = isQuoteByte(this.byte()) || isDigit(this.byte()) ? this.key() : null;
    if (key !== null && this.separator('=>')) {
      this.signs.php = true;
      return this.members(BRACKET_END, key);
    }
    this.at = first;
    return this.items(BRACKET_END, 'array');
  }

  private parentheses(): string | null {
    if (this.byte(this.at + 1) === STAR) {
      // (*main.User)(nil)
      const type = this.goType(this.at + 1);
      if (type > 0 && this.byte(type) === PAREN_END) {
        this.signs.go = true;
        if (this.startsWith('(nil)', type + 1)) return this.nilAfter(type + 1);
        const near = this.text(this.at, Math.min(this.limit, type + 24));
        const pointer = /\)\(0x[\da-f]+\)/.exec(near);
        if (pointer === null) return null;
        const spelt = near.slice(0, pointer.index + pointer[0].length);
        this.at += spelt.length;
        return quoted(spelt);
      }
    }
    if (this.startsWith('(object) array')) {
      this.at += 9;
      return this.word();
    }
    this.at += 1;
    this.skip();
    if (this.byte() === PAREN_END) {
      this.at += 1;
      return this.done('tuple', 0, '[]');
    }
    return this.items(PAREN_END, 'tuple');
  }

  /** The key of a member as JSON; `null` if none starts here. */
  private key(): string | null {
    const byte = this.byte();
    this.isBareKey = false;
    if (isQuoteByte(byte)) {
      const text = this.string();
      return text === null || byte === BACKTICK ? null : quoted(text);
    }
    if (byte === COLON) return this.symbol();
    if (byte === PAREN) {
      const start = this.at;
      this.isBareKey = true;
      return this.container(() => this.parentheses()) === null ? null : quoted(this.text(start, this.at));
    }
    if (byte === BRACKET && isQuoteByte(this.byte(this.at + 1))) {
      // A computed name of JavaScript: ["__proto__"]
      this.at += 1;
      const text = this.string();
      this.skip();
      if (text === null || this.byte() !== BRACKET_END) return null;
      this.at += 1;
      this.signs.javascript = true;
      return quoted(text);
    }
    if (byte === BRACKET) {
      // A symbol of Node: [Symbol(x)]
      const near = this.text(this.at, Math.min(this.limit, this.at + 80));
      const found = /^\[Symbol\([\w.$ ]*\)\]/.exec(near);
      if (found === null) return null;
      this.at += found[0].length;
      return quoted(found[0]);
    }
    if (isDigit(byte) || byte === MINUS) {
      const start = this.at;
      return this.number() === null ? null : quoted(this.text(start, this.at));
    }
    const name = this.plainName();
    this.isBareKey = true;
    return name === '' ? null : quoted(name);
  }

  /** Skips `:` or `=>`. */
  private separator(only?: '=>'): boolean {
    this.skip();
    if (this.byte() === EQUALS && this.byte(this.at + 1) === GREATER) {
      this.at += 2;
      return true;
    }
    if (only !== undefined || this.byte() !== COLON || this.byte(this.at + 1) === COLON) return false;
    this.at += 1;
    return true;
  }

  /** Reads members up to a closer, the first key of which was read. */
  private members(closer: number, firstKey: string): string | null {
    const isArrow = this.byte(this.at - 1) === GREATER;
    const parts: string[] = [];
    const keys: string[] = [];
    let key: string | null = firstKey;
    for (;;) {
      const value = this.part(closer, this.isBareKey);
      if (value === null || key === null) return null;
      keys.push(key);
      parts.push(value);
      this.skip();
      const byte = this.byte();
      if (byte === COMMA) this.at += 1;
      else if (byte !== closer) return null;
      this.skip();
      const rest = this.more();
      if (rest !== null) {
        keys.push('"..."');
        parts.push(rest);
        this.skip();
      }
      if (this.byte() === closer) break;
      if (rest !== null) return null;
      const start = this.at;
      key = this.key();
      if (key === null || this.at === start || !this.separator()) return null;
    }
    this.at += 1;
    if (isArrow && !this.signs.php && closer === BRACE_END) this.signs.ruby ||= !this.signs.javascript;
    if (this.signs.php && keys.every((name, index) => name === `"${index}"`))
      return this.done('array', parts.length, `[${parts.join(',')}]`);
    return this.done('object', parts.length, `{${parts.map((part, index) => `${keys[index]}:${part}`).join(',')}}`);
  }

  /** Reads items up to a closer. */
  private items(closer: number, shape: Shape): string | null {
    const parts: string[] = [];
    let hasComma = false;
    const canHaveText = shape === 'array' || (shape === 'tuple' && this.depth > 1);
    for (;;) {
      const value = this.more() ?? (canHaveText ? this.part(closer, false) : this.value());
      if (value === null) return null;
      parts.push(value);
      this.skip();
      const byte = this.byte();
      if (byte === COMMA) {
        this.at += 1;
        hasComma = true;
      } else if (byte !== closer) return null;
      this.skip();
      if (this.byte() === closer) break;
    }
    this.at += 1;
    // `[...]`, `[Error: it failed]` are no lists.
    if (shape === 'array' && parts.length === 1 && this.depth > 1 && BRACKETED.test(parts[0] ?? '')) return null;
    if (shape === 'tuple' && !hasComma) return null;
    if (shape === 'tuple' && this.rustDepth === 0) this.signs.python = true;
    return this.done(shape, parts.length, `[${parts.join(',')}]`);
  }

  private done(shape: Shape, count: number, json: string): string {
    this.shape = shape;
    this.count = count;
    return json;
  }

  /** A constant, a prefixed string, a call, or a container with a type name before it. */
  private word(from = this.at): string | null {
    const start = this.at;
    const map = this.startsWith('map[') ? this.goType(start) : -1;
    if (map > 0) {
      if (this.startsWith('(nil)', map)) return this.nilAfter(map);
      if (this.byte(map) !== BRACE) return null;
      this.at = map;
      this.signs.go = true;
      return this.container(() => this.braces());
    }
    if (this.startsWith('interface {}(nil)')) return this.nilAfter(start + 12);
    if (this.startsWith('struct {')) {
      const end = this.goType(start);
      if (end < 0 || this.byte(end) !== BRACE) return null;
      this.at = end;
      this.signs.go = true;
      return this.container(() => this.braces());
    }
    const name = this.name();
    if (name === '') return null;
    const next = this.byte();
    if (isQuoteByte(next) && /^(?:[bu]|[bu]?r|rb)$/i.test(name)) {
      this.signs.python = true;
      const text = this.string(/r/i.test(name));
      return text === null ? null : quoted(text);
    }
    if (name === 'new' && next === SPACE) {
      this.at += 1;
      return this.word(from);
    }
    if (next === PAREN) return this.afterName(name, from);
    if (next === BRACE) return this.named(name, false);
    if (next === SPACE || next === LF) {
      const end = this.at;
      this.skip();
      const opener = this.byte();
      if (opener === BRACE && next === SPACE && isTypeName(name)) return this.named(name, true);
      if (opener === PAREN && /^array$/i.test(name)) return this.afterName(name, from);
      this.at = end;
    }
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) {
      const { sign } = constant;
      if (sign !== undefined) this.signs[sign] = true;
      return constant.json;
    }
    if (this.rustDepth > 0 && /^[A-Z]\w*(?:::[A-Z]\w*)*$/.test(name)) return quoted(name);
    if (name === 'datetime.timezone.utc') {
      this.signs.python = true;
      return quoted(name);
    }
    return null;
  }

  /** `Name {…}` of Rust and Node, `main.Name{…}` of Go. */
  private named(name: string, hasSpace: boolean): string | null {
    if (!isTypeName(name) && !name.includes('.')) return null;
    if (!hasSpace) this.signs.go = true;
    if (hasSpace) this.rustDepth += 1;
    const value = this.container(() => this.braces());
    if (hasSpace) this.rustDepth -= 1;
    // A set has no name before its braces.
    if (hasSpace && value !== null && this.shape === 'set') return null;
    if (hasSpace && value !== null && !this.signs.go) this.signs.rust = true;
    return value;
  }

  private afterName(name: string, start: number): string | null {
    // NumPy has brackets within, and PHP keys or items.
    if (/^array$/i.test(name) && !(name === 'array' && this.byte(this.at + 1) === BRACKET)) {
      this.signs.php = true;
      return this.container(() => this.phpArray());
    }
    if (name.endsWith('::__set_state')) {
      this.signs.php = true;
      this.at += 1;
      const value = this.value();
      this.skip();
      if (value === null || this.byte() !== PAREN_END) return null;
      this.at += 1;
      return value;
    }
    const sized = /^\((\d+)\) ?(?=[{[])/.exec(this.text(this.at, Math.min(this.limit, this.at + 16)));
    if (sized !== null) {
      this.signs.javascript = true;
      this.at += sized[0].length;
      return this.value();
    }
    if (this.startsWith('(nil)')) return this.nilAfter(this.at);
    if (!isCallable(name, this.rustDepth > 0, this.signs)) return null;
    return this.container(() => {
      this.callDepth += 1;
      const args = this.arguments();
      this.callDepth -= 1;
      if (args === null) return null;
      return readCall(name, args, this.text(start, this.at), this.rustDepth > 0, this.signs);
    });
  }

  private phpArray(): string | null {
    this.at += 1;
    this.skip();
    if (this.byte() === PAREN_END) {
      this.at += 1;
      return this.done('array', 0, '[]');
    }
    const first = this.at;
    const key = this.key();
    if (key !== null && this.separator('=>')) return this.members(PAREN_END, key);
    this.at = first;
    return this.items(PAREN_END, 'array');
  }

  /** The arguments of a call, up to its parenthesis. */
  private arguments(): Argument[] | null {
    const list: Argument[] = [];
    this.at += 1;
    this.skip();
    while (this.byte() !== PAREN_END) {
      const start = this.at;
      const name = this.plainName();
      let key: string | null = null;
      if (name !== '' && this.byte() === EQUALS && this.byte(this.at + 1) !== EQUALS) {
        key = name;
        this.at += 1;
      } else this.at = start;
      const valueAt = this.at;
      const json = this.value() ?? (key === 'dtype' ? this.typeName(valueAt) : null);
      if (json === null) return null;
      list.push({ key, json, isContainer: /^[[{]/.test(json), shape: this.shape });
      this.skip();
      if (this.byte() === COMMA) this.at += 1;
      else if (this.byte() !== PAREN_END) return null;
      this.skip();
    }
    this.at += 1;
    return list;
  }
}
