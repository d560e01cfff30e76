// What code returns, whatever it did to its input: compared with a model that parses the text itself, remembers the text of every
// container and scalar, and compares all of it. The engine only remembers what `JSON.stringify` would not give back.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../src/engine/base/work.ts';
import { QueryInput, type ValueKind } from '../../../../src/engine/query/input.ts';
import { ExactNumber } from '../../../../src/engine/values/exact-number.ts';
import { jsonText } from '../support/documents.ts';
import { compact, inputOf, output } from './support.ts';
import { runs } from '../../../runs.ts';

/** A number that a double changes, in the model's lossless values. */
class Digits {
  constructor(readonly text: string) {}
}

type Container = unknown[] | Record<string, unknown>;

/** A container as it was read: its text, and for each key the text of the key and of the value, and the value. */
interface Source {
  readonly text: string;
  readonly isArray: boolean;
  readonly members: ReadonlyMap<string, { readonly key: string; readonly text: string; readonly value: unknown }>;
}

const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/gs;

/** Reads JSON, compacted, by recursive descent. */
class Model {
  readonly sources = new Map<object, Source>();
  readonly root: unknown;
  /** The number of numbers that a double changes. */
  inexact = 0;
  private readonly tokens: string[];
  private at = 0;

  constructor(
    text: string,
    private readonly isLossless: boolean,
  ) {
    this.tokens = text.match(TOKEN) ?? [];
    this.root = this.read().value;
  }

  /** The text of a result; undefined where there is none. @throws RangeError for a value that contains itself */
  text(value: unknown): string | undefined {
    // A scalar is only known as a whole document.
    return typeof this.root !== 'object' && isSame(value, this.root) ? this.tokens[0] : this.write(value);
  }

  private write(value: unknown, key: string | number = '', open: readonly unknown[] = []): string | undefined {
    if (open.includes(value)) throw new RangeError('circular');
    if (value instanceof Digits) return value.text;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const source = this.sources.get(value);
    if (source !== undefined && this.isUnchanged(value as Container, source)) return source.text;
    if (value instanceof Set) return this.write([...value], key, open);
    if (value instanceof Map) {
      const isObject = [...value.keys()].every((one) => typeof one === 'string');
      return this.write(isObject ? Object.fromEntries(value) : [...value], key, open);
    }
    const around = [...open, value];
    const members = Array.isArray(value)
      ? Array.from(value, (item, at) => [String(at), item] as const)
      : Object.entries(value);
    const texts = members.flatMap(([name, member]) => {
      const own = source?.isArray === Array.isArray(value) ? source.members.get(name) : undefined;
      const isOwn = own !== undefined && isSame(own.value, member) && !this.sources.has(Object(member) as object);
      const text = isOwn ? own.text : this.write(member, name, around);
      if (Array.isArray(value)) return [text ?? 'null'];
      return text === undefined ? [] : [`${own?.key ?? JSON.stringify(name)}:${text}`];
    });
    return Array.isArray(value) ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
  }

  private isUnchanged(value: Container, { members, isArray }: Source): boolean {
    if (Array.isArray(value) !== isArray || (Array.isArray(value) && value.length !== members.size)) return false;
    const keys = Object.keys(value);
    const expected = Object.keys(isArray ? [...members.keys()] : fromEntries(members));
    return (
      keys.length === expected.length &&
      expected.every((key, index) => {
        const own = members.get(key)?.value;
        const now = Reflect.get(value, key) as unknown;
        const source = this.sources.get(Object(now) as object);
        return (
          keys[index] === key &&
          isSame(own, now) &&
          (source === undefined || this.isUnchanged(now as Container, source))
        );
      })
    );
  }

  private read(): { value: unknown; text: string } {
    const from = this.at;
    const token = this.tokens[this.at] ?? '';
    this.at += 1;
    if (token !== '[' && token !== '{') {
      const value: unknown = JSON.parse(token);
      const isChanged = typeof value === 'number' && !isExactly(token, value);
      if (isChanged) this.inexact += 1;
      return { value: isChanged && this.isLossless ? new Digits(token) : value, text: token };
    }
    const isArray = token === '[';
    const members = new Map<string, { key: string; text: string; value: unknown }>();
    while (this.tokens[this.at] !== ']' && this.tokens[this.at] !== '}') {
      if (this.tokens[this.at] === ',') this.at += 1;
      let key = '';
      if (!isArray) {
        key = this.tokens[this.at] ?? '';
        this.at += 2;
      }
      const { value, text } = this.read();
      members.set(isArray ? String(members.size) : (JSON.parse(key) as string), { key, text, value });
    }
    this.at += 1;
    const value = isArray ? Array.from(members.values(), (one) => one.value) : fromEntries(members);
    const text = this.tokens.slice(from, this.at).join('');
    this.sources.set(value, { text, isArray, members });
    return { value, text };
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a instanceof Digits && b instanceof Digits ? a.text === b.text : Object.is(a, b);
}

function fromEntries(members: ReadonlyMap<string, { readonly value: unknown }>): Record<string, unknown> {
  return Object.fromEntries(Array.from(members, ([key, { value }]) => [key, value]));
}

/** Whether a double has exactly the value of a number as it is written back, by whole numbers alone. */
function isExactly(token: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const read = (text: string): { readonly digits: bigint; readonly power: number } => {
    const [, sign = '', whole = '', fraction = '', power = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
    return { digits: BigInt(sign + whole + fraction), power: Number(power) - fraction.length };
  };
  const [one, other] = [read(token), read(String(value))];
  if (one.digits === 0n || other.digits === 0n) return one.digits === other.digits;
  const low = Math.min(one.power, other.power);
  if (Math.max(one.power, other.power) - low > 2000) return false;
  return one.digits * 10n ** BigInt(one.power - low) === other.digits * 10n ** BigInt(other.power - low);
}

type Step = readonly [what: number, one: number, other: number, place: number];

function containersOf(root: unknown): Container[] {
  const found: Container[] = [];
  const waiting = [root];
  for (let value = waiting.shift(); waiting.length > 0 || value !== undefined; value = waiting.shift()) {
    if (typeof value !== 'object' || value === null || value instanceof Digits || ExactNumber.textOf(value) !== null)
      continue;
    found.push(value as Container);
    waiting.push(...Object.values(value));
  }
  return found;
}

function put(target: Container, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A program of code: the same steps on the engine's values and on the model's. */
function program(root: unknown, steps: readonly Step[], result: Step): unknown {
  const all = containersOf(root);
  const pick = (at: number): Container => all[at % all.length] ?? [];
  for (const [what, one, other, place] of all.length === 0 ? [] : steps) {
    const target = pick(one);
    const keys = Object.keys(target);
    const key = keys[place % (keys.length || 1)] ?? '0';
    const value: unknown = Reflect.get(target, key);
    if (what === 0) put(target, key, pick(other));
    else if (what === 1 && Array.isArray(target)) target.reverse();
    else if (what === 1) {
      Reflect.deleteProperty(target, key);
      put(target, key, value);
    } else if (what === 2) put(target, Array.isArray(target) ? String(target.length) : '__proto__', pick(other));
    else if (what === 3 && typeof value !== 'object') put(target, key, value === 1 ? 2 : 1);
    else if (what === 3 && Array.isArray(target))
      target.sort((a, b) => Number(typeof a === 'object') - Number(typeof b === 'object'));
    else if (what === 4 && Array.isArray(value)) put(target, key, [...(value as unknown[])]);
    else if (what === 4)
      put(
        target,
        key,
        typeof value === 'object' && ExactNumber.textOf(value) === null && !(value instanceof Digits) && value !== null
          ? { ...value }
          : value,
      );
    else if (what === 5) put(target, key, new Map<unknown, unknown>([[place % 2 === 0 ? 'm' : 1, pick(other)]]));
    else if (what === 6) put(target, key, new Set([pick(other), value]));
    else if (what === 7) Reflect.deleteProperty(target, key);
  }
  const [what, one, other] = result;
  if (what < 4) return root;
  if (what === 4) return { moved: pick(one), __proto__: null, b: [pick(other)] };
  if (what === 5) return new Map([['a', pick(one)]]);
  if (what === 6) return new Set(all);
  return Object.values(pick(one));
}

/** Records with the same keys, nearly: some twice, some in another spelling, some that JavaScript moves. */
const records = fc
  .array(
    fc.array(
      fc.tuple(
        fc.constantFrom(
          'a',
          'b',
          'ab',
          'a',
          'b',
          '1',
          '\\u0061',
          'é',
          '\\u00e9',
          '__proto__',
          '\\ud800',
          '\\n',
          '\\u000a',
          '\\u001f',
        ),
        fc.constantFrom(
          '1',
          '1.5',
          '-0',
          '1.50',
          '1e2',
          '0.0000001',
          '0.000001',
          '9007199254740993',
          '9007199254740992',
          '1e400',
          '114.18251900000001',
          '0.12345678901234567890',
          '123456789012345678',
          '-1.0',
          '"x"',
          '"\\/"',
          '"\\u001f\\b\\""',
          '"\\u001F"',
          '"\\udc00"',
          '"\\ud83d\\ude00"',
          '"é"',
          '{"a":1}',
          '{"a":1.0}',
          '[]',
          '[1.0]',
          '[[2,{"b":1,"b":1}]]',
          '{"2":1,"1":{"x":[]}}',
          'null',
          'true',
        ),
      ),
      { maxLength: 4 },
    ),
    { maxLength: 6 },
  )
  .map(
    (items) =>
      `[${items.map((members) => `{${members.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`).join(',')}]`,
  );

const step = fc.tuple(fc.nat(7), fc.nat(40), fc.nat(40), fc.nat(6));
const kinds: readonly ValueKind[] = ['native', 'guarded'];

const places = fc.constantFrom<Place>('whole', 'inside', 'cut');

/** Where the value is: the whole document, inside one, or cut out of one, as the sandbox gets it. */
type Place = 'whole' | 'inside' | 'cut';

function inputAt(text: string, place: Place): QueryInput {
  if (place === 'whole') return inputOf(text);
  const inside = inputOf(`{"a":1.50,"b":[{"1":9007199254740993},{"b":-0,"b":${text}}]}`, ['b', 1, 'b']);
  if (place === 'inside') return inside;
  const cut = QueryInput.of(inside.cut(), []);
  cut.useRespelt(finish(inside.respelt()));
  return cut;
}

describe('[TRF-2] [PAR-2] what code returns', () => {
  it.each(kinds)('in %s numbers is what a model gives that remembers every text', (kind) => {
    fc.assert(
      fc.property(
        fc.oneof(jsonText, records),
        places,
        fc.array(step, { maxLength: 4 }),
        step,
        (text, place, steps, result) => {
          const model = new Model(text, kind === 'guarded');
          const { inexact } = model;
          const input = inputAt(text, place);
          const value = finish(input.value(kind));
          finish(input.respeltNodes());
          let expected: string | null;
          try {
            expected = model.text(program(model.root, steps, result)) ?? null;
          } catch {
            expected = 'refused';
          }
          let written: string | null;
          try {
            const made = output(input, program(value, steps, result), 'checked');
            written = made === null ? null : compact(made);
          } catch {
            written = 'refused';
          }
          expect(written).toBe(expected);
          expect(finish(input.inexact())?.count ?? 0).toBe(inexact);
        },
      ),
      { numRuns: runs(4000) },
    );
  });
});
