// A plain model of documents for the law of merging: values as trees, random edits of them, and what a merge of three has to hold.
// Shares no code with the engine.

import type { Integers } from '../../../random.ts';

/** A value: a scalar as it is spelt, or a container. */
export type Model =
  | { readonly kind: 'scalar'; readonly raw: string }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: Model])[] }
  | { readonly kind: 'array'; readonly items: readonly Model[] };

export const scalar = (raw: string): Model => ({ kind: 'scalar', raw });

/** Keys that break careless code. */
const KEYS = ['a', 'b', 'c', '', '__proto__', 'constructor', 'a/b', 'm~n', '10', '9', 'é', ' ', 'toString', '"q"', '-'];

/** A layout: what is between the tokens. */
export interface Style {
  readonly indent: string | null;
  readonly colon: string;
  readonly comma: string;
  readonly eol: string;
}

export const STYLES: readonly Style[] = [
  { indent: null, colon: ':', comma: ',', eol: '' },
  { indent: null, colon: ': ', comma: ', ', eol: '' },
  { indent: '  ', colon: ': ', comma: ',', eol: '\n' },
  { indent: '\t', colon: ' : ', comma: ',', eol: '\r\n' },
];

export function spell(value: Model, style: Style, around = ''): string {
  if (value.kind === 'scalar') return value.raw;
  const parts =
    value.kind === 'array'
      ? value.items.map((item) => [null, item] as const)
      : value.members.map(([key, member]) => [JSON.stringify(key), member] as const);
  const [open, close] = value.kind === 'array' ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const inner = style.indent === null ? '' : around + style.indent;
  const texts = parts.map(([key, part]) => (key === null ? '' : key + style.colon) + spell(part, style, inner));
  if (style.indent === null) return open + texts.join(style.comma) + close;
  return `${open}${style.eol}${inner}${texts.join(`,${style.eol}${inner}`)}${style.eol}${around}${close}`;
}

/** Reads JSON; scalars stay as they are spelt. */
export function read(text: string): Model {
  let at = 0;
  const space = (): void => {
    while (/\s/.test(text[at] ?? 'x')) at += 1;
  };
  const fail = (): never => {
    throw new Error(`not JSON at ${at}: ${text.slice(at, at + 20)}`);
  };
  const take = (token: string): boolean => {
    space();
    if (text[at] !== token) return false;
    at += 1;
    return true;
  };
  const raw = (): string => {
    space();
    const [found] = /^(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)/.exec(text.slice(at)) ?? fail();
    at += found.length;
    return found;
  };
  const value = (): Model => {
    if (take('[')) {
      const items: Model[] = [];
      if (take(']')) return { kind: 'array', items };
      do items.push(value());
      while (take(','));
      return take(']') ? { kind: 'array', items } : fail();
    }
    if (take('{')) {
      const members: [string, Model][] = [];
      if (take('}')) return { kind: 'object', members };
      do {
        const key = JSON.parse(raw()) as string;
        if (!take(':')) fail();
        members.push([key, value()]);
      } while (take(','));
      return take('}') ? { kind: 'object', members } : fail();
    }
    return scalar(raw());
  };
  const found = value();
  space();
  return at === text.length ? found : fail();
}

/** A value in a form that equal values share: keys sorted, duplicates in order. */
export function canonical(value: Model | undefined): string {
  if (value === undefined) return 'nothing';
  if (value.kind === 'scalar') return value.raw;
  if (value.kind === 'array') return `[${value.items.map(canonical).join(',')}]`;
  return `{${[...named(value)]
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .toSorted()
    .join(',')}}`;
}

/** The same whatever the order of items. */
export function unordered(value: Model): string {
  if (value.kind === 'scalar') return value.raw;
  if (value.kind === 'array') return `[${value.items.map(unordered).toSorted().join(',')}]`;
  return `{${[...named(value)]
    .map(([name, member]) => `${JSON.stringify(name)}:${unordered(member)}`)
    .toSorted()
    .join(',')}}`;
}

/** Members by key and occurrence. */
function named(value: Model | undefined): Map<string, Model> {
  const found = new Map<string, Model>();
  const counts = new Map<string, number>();
  for (const [key, member] of value?.kind === 'object' ? value.members : []) {
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    found.set(`${nth} ${key}`, member);
  }
  return found;
}

/** What tells the items of an array: their `id`, or themselves if all are scalars; `null` if that is not unique. */
function identityOf(items: readonly Model[]): string[] | null {
  const names = items.map((item) => {
    if (item.kind === 'scalar') return item.raw;
    const id = item.kind === 'object' ? item.members.find(([key]) => key === 'id')?.[1] : undefined;
    return id?.kind === 'scalar' ? `id ${id.raw}` : null;
  });
  return names.includes(null) || new Set(names).size < names.length ? null : (names as string[]);
}

/** Makes random documents, and edits them as a person or a program does. */
export class Maker {
  private count = 0;

  /** `side` marks every scalar that is made. Documents with duplicate keys have renamed members, too. */
  constructor(
    private readonly random: Integers,
    private readonly side: string,
    private readonly hasDuplicates: boolean,
    private readonly hasRenames = hasDuplicates,
  ) {}

  fresh(): Model {
    this.count += 1;
    const { random, side, count } = this;
    const forms = [
      `"${side}${count}"`,
      `"${side}\\u00e9${count}"`,
      `${side.length}${count}.${count}0`,
      `"${side} ${count}\\/"`,
    ];
    // Numbers of one side only: those of both would be equal.
    return scalar(forms[side === 'B' ? random(4) : ([0, 1, 3][random(3)] ?? 0)] ?? '');
  }

  value(depth: number): Model {
    const { random } = this;
    const kind = depth <= 0 ? 0 : random(7);
    if (kind < 3) return this.fresh();
    if (kind === 3) return this.object(depth - 1);
    if (kind === 4) return { kind: 'array', items: this.several(4, () => this.record(depth - 1)) };
    if (kind === 5) return { kind: 'array', items: this.several(5, () => this.fresh()) };
    return { kind: 'array', items: this.several(4, () => this.value(depth - 1)) };
  }

  object(depth: number): Model {
    const members: [string, Model][] = [];
    for (const key of this.several(5, () => this.key()))
      if (this.hasDuplicates || !members.some(([known]) => known === key)) members.push([key, this.value(depth)]);
    return { kind: 'object', members };
  }

  private key(): string {
    return KEYS[this.random(KEYS.length)] ?? '';
  }

  private record(depth: number): Model {
    this.count += 1;
    const id = scalar(`${this.count * 3 + (this.side === 'B' ? 0 : this.side === 'L' ? 1 : 2)}`);
    const rest: [string, Model][] = [
      ['n', this.fresh()],
      ['t', this.value(depth - 1)],
    ];
    return { kind: 'object', members: [['id', id], ...rest.slice(0, 1 + this.random(2))] };
  }

  private several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.random(most + 1) }, make);
  }

  /** The value with some random edits: values replaced, children added, removed, moved and renamed. */
  edit(value: Model, edits: number): Model {
    let edited = value;
    for (let count = 0; count < edits; count += 1) edited = this.editOnce(edited, 4);
    return edited;
  }

  private editOnce(value: Model, depth: number): Model {
    const { random } = this;
    if (value.kind === 'scalar') return random(6) === 0 ? this.value(1) : this.fresh();
    const isArray = value.kind === 'array';
    const count = isArray ? value.items.length : value.members.length;
    const at = count === 0 ? 0 : random(count);
    if (count > 0 && depth > 0 && random(2) === 0) {
      if (isArray) return { kind: 'array', items: value.items.with(at, this.editInside(value.items[at], depth)) };
      const [key, member] = value.members[at] ?? ['', undefined];
      return { kind: 'object', members: value.members.with(at, [key, this.editInside(member, depth)]) };
    }
    const kind = count === 0 ? 0 : random(5);
    if (isArray)
      return { kind: 'array', items: this.editList(value.items, kind, at, () => this.itemLike(value.items)) };
    if (kind === 3 && this.hasRenames) {
      const key = this.key();
      const [, member] = value.members[at] ?? [];
      if (member !== undefined && (this.hasDuplicates || !value.members.some(([known]) => known === key)))
        return { kind: 'object', members: value.members.with(at, [key, member]) };
    }
    const added = (): readonly [string, Model] | null => {
      const key = this.key();
      const isTaken = !this.hasDuplicates && value.members.some(([known]) => known === key);
      return isTaken ? null : [key, this.value(2)];
    };
    return { kind: 'object', members: this.editList(value.members, kind, at, added) };
  }

  /** Records keep their identity. */
  private editInside(value: Model | undefined, depth: number): Model {
    if (value === undefined) return this.fresh();
    const edited = this.editOnce(value, depth - 1);
    const id = value.kind === 'object' ? value.members.find(([key]) => key === 'id') : undefined;
    if (id === undefined) return edited;
    if (edited.kind !== 'object') return value;
    return {
      kind: 'object',
      members: [id, ...edited.members.filter(([key, { kind }]) => key !== 'id' || kind !== 'scalar')],
    };
  }

  private itemLike(items: readonly Model[]): Model {
    if (items.some((item) => item.kind === 'object' && item.members[0]?.[0] === 'id')) return this.record(1);
    return items.every(({ kind }) => kind === 'scalar') && items.length > 0 ? this.fresh() : this.value(1);
  }

  private editList<T>(list: readonly T[], kind: number, at: number, make: () => T | null): T[] {
    const { random } = this;
    const made = kind === 0 || kind === 3 ? make() : null;
    if (made !== null) return list.toSpliced(random(list.length + 1), 0, made);
    if (kind === 1) return list.toSpliced(at, 1);
    const rest = list.toSpliced(at, 1);
    const item = list[at];
    return item === undefined ? [...list] : rest.toSpliced(random(rest.length + 1), 0, item);
  }
}

/** Where a merge said that both sides conflict. */
export interface Said {
  readonly path: string;
  readonly nth?: number;
  readonly kind: string;
}

const segment = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * Returns what is wrong with a merge in which left's edit stands wherever a conflict was said: an edit that is neither there nor
 * in a conflict, or something that nobody has made.
 */
export function faultsOf(base: Model, left: Model, right: Model, merged: Model, said: readonly Said[]): string[] {
  const faults: string[] = [];
  const isSaid = (
    path: string,
    nth: number,
    kinds: (kind: string) => boolean = (kind) => kind !== 'move/move',
  ): boolean => said.some((one) => kinds(one.kind) && one.path === path && (one.nth ?? 1) === nth);
  const check = (
    b: Model | undefined,
    l: Model | undefined,
    r: Model | undefined,
    m: Model | undefined,
    path: string,
    nth: number,
    /** The path in the left document, at which additions of both conflict. */
    leftPath: string,
  ): void => {
    const [before, ours, theirs, found] = [b, l, r, m].map(canonical);
    const isAdded = b === undefined && isSaid(leftPath, nth, (kind) => kind === 'add/add');
    if (isAdded || isSaid(path, nth)) {
      if (found !== ours && found !== 'nothing') faults.push(`${path}: conflict, but not left's: ${found}`);
      return;
    }
    if (ours === theirs || before === theirs) {
      if (found !== ours) faults.push(`${path}: left's is ${ours}, merged ${found}`);
      return;
    }
    if (before === ours) {
      if (found !== theirs) faults.push(`${path}: right's is ${theirs}, merged ${found}`);
      return;
    }
    const kinds = new Set([b ?? l, l, r, m].map((value) => value?.kind));
    if (kinds.size > 1 || kinds.has('scalar') || kinds.has(undefined)) {
      faults.push(`${path}: both have changed ${before}: ${ours}, ${theirs}, merged ${found}, no conflict`);
    } else if (l?.kind === 'object') checkMembers(b, l, r, m, path, leftPath);
    else if (b === undefined) faults.push(`${path}: both have added an array: ${ours}, ${theirs}, merged ${found}`);
    else if (b.kind === 'array' && l?.kind === 'array' && r?.kind === 'array' && m?.kind === 'array')
      checkItems(b.items, l.items, r.items, m.items, path, leftPath);
  };
  const checkMembers = (
    b: Model | undefined,
    l: Model | undefined,
    r: Model | undefined,
    m: Model | undefined,
    path: string,
    leftPath: string,
  ): void => {
    const [bs, ls, rs, ms] = [b, l, r, m].map(named) as [
      Map<string, Model>,
      Map<string, Model>,
      Map<string, Model>,
      Map<string, Model>,
    ];
    for (const name of new Set([...bs.keys(), ...ls.keys(), ...rs.keys(), ...ms.keys()])) {
      const [nth = '', ...key] = name.split(' ');
      const below = path + segment(key.join(' '));
      // What stands under another key may be in a conflict at its old one, which then is on neither side.
      const isRenamed =
        !bs.has(name) &&
        [...bs.keys()].some(
          (old) =>
            !ls.has(old) &&
            !rs.has(old) &&
            isSaid(path + segment(old.slice(old.indexOf(' ') + 1)), Number.parseInt(old, 10)),
        );
      if (!isRenamed)
        check(
          bs.get(name),
          ls.get(name),
          rs.get(name),
          ms.get(name),
          below,
          Number(nth),
          leftPath + segment(key.join(' ')),
        );
    }
  };
  const checkItems = (
    b: readonly Model[],
    l: readonly Model[],
    r: readonly Model[],
    m: readonly Model[],
    path: string,
    leftPath: string,
  ): void => {
    const [bs, ls, rs, ms] = [b, l, r, m].map(identityOf);
    if (bs == null || ls == null || rs == null) return;
    if (ms == null) {
      faults.push(`${path}: an item stands twice: ${m.map(canonical).join(', ')}`);
      return;
    }
    const at = (names: readonly string[], items: readonly Model[], name: string): Model | undefined =>
      items[names.indexOf(name)];
    // What stands in the place of an item that the other side has replaced or removed, too, is a conflict there.
    const inConflict = (name: string): boolean => bs.includes(name) && isSaid(path + segment(bs.indexOf(name)), 1);
    const isReplaced = bs.some(inConflict);
    for (const name of new Set([...bs, ...ls, ...rs, ...ms])) {
      const index = bs.indexOf(name);
      if (index < 0 && isReplaced) continue;
      const below = path + segment(index >= 0 ? index : ls.indexOf(name));
      const [one, two, three, four] = [at(bs, b, name), at(ls, l, name), at(rs, r, name), at(ms, m, name)];
      check(one, two, three, four, below, 1, leftPath + segment(ls.indexOf(name)));
    }
    if (said.some(({ kind, path: where }) => kind === 'move/move' && where === path)) return;
    const shared = ms.filter((name) => bs.includes(name) && ls.includes(name) && rs.includes(name));
    for (const [index, one] of shared.entries()) {
      for (const other of shared.slice(index + 1)) {
        const [before, ours, theirs] = [bs, ls, rs].map((names) => names.indexOf(one) < names.indexOf(other));
        const isRight = before === ours ? theirs : ours;
        if (isRight !== true) faults.push(`${path}: ${one} is before ${other}`);
      }
    }
    const isMoved = (names: readonly string[]): boolean =>
      names.filter((name) => bs.includes(name)).join() !== bs.filter((name) => names.includes(name)).join();
    if (isMoved(ls) || isMoved(rs)) return;
    for (const names of [ls, rs]) {
      const order = ms.filter((name) => names.includes(name)).join();
      const wanted = names.filter((name) => ms.includes(name)).join();
      const isBoth = names.some((name) => !bs.includes(name) && ls.includes(name) && rs.includes(name));
      if (order !== wanted && !isBoth) faults.push(`${path}: the order is ${order}, not ${wanted}`);
    }
  };
  check(base, left, right, merged, '', 1, '');
  return faults;
}

/** How often each scalar and key stands in a value. */
export function countTokens(value: Model, counts = new Map<string, number>()): Map<string, number> {
  if (value.kind === 'scalar') counts.set(value.raw, (counts.get(value.raw) ?? 0) + 1);
  else if (value.kind === 'array') for (const item of value.items) countTokens(item, counts);
  else for (const [, member] of value.members) countTokens(member, counts);
  return counts;
}
