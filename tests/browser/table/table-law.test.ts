// The law of the table: whatever keys are pressed, however fast, each acts on the rows and cells that the keys before it have made.
// Checked against a plain list of records, with sorting, pastes, undo, changes by another tab and dying workers in between.
// VITE_TABLE_SEEDS sets how often it is tried, VITE_TABLE_KEYS the number of actions each time, VITE_SEED the first seed, and
// VITE_TABLE_ROWS the number of rows; the seed is printed on failure.

import { afterEach, describe, expect, it } from 'vitest';
import { pressKeys, TableBox, typing } from '../support/table-box.tsx';
import { integersFrom } from '../../random.ts';

const SEEDS = Number(import.meta.env['VITE_TABLE_SEEDS'] ?? 1);
const ACTIONS = Number(import.meta.env['VITE_TABLE_KEYS'] ?? 70);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 39_004);
const ROWS = Number(import.meta.env['VITE_TABLE_ROWS'] ?? 12);
const PAUSES_MS = [0, 0, 40, 150];
const CHECK_EVERY = 10;

type Value = string | number | boolean | null;
type Rec = Record<string, Value>;
const COLUMNS = ['id', 'a', 'b', 'on'] as const;
const LAST_COLUMN = COLUMNS.length - 1;

let box: TableBox | null = null;
afterEach(() => {
  box?.close();
  box = null;
});

/** What typed text becomes in a cell. */
function entered(old: Value | undefined, text: string): Value {
  if (typeof old === 'string') return text;
  return /^-?\d+$|^(?:true|false|null)$/.test(text) ? (JSON.parse(text) as Value) : text;
}

/** The model: records, the order in which they are shown, and the selected cells. */
class Plain {
  rows: Rec[];
  /** The positions that are shown, from the top. */
  shown: number[] = [];
  direction: 'ascending' | 'descending' | null = null;
  focus = { row: 0, column: 0 };
  anchor = { row: 0, column: 0 };
  span: 'cells' | 'rows' = 'cells';
  readonly history: string[] = [];

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, id) => ({ id, a: `item ${id}`, b: id * 10, on: id % 2 === 0 }));
    this.arrange();
  }

  arrange(): void {
    const ids = this.rows.map(({ id }) => (typeof id === 'number' ? id : null));
    this.shown = [...this.rows.keys()];
    if (this.direction === null) return;
    const sign = this.direction === 'ascending' ? 1 : -1;
    this.shown.sort((x, y) => {
      const [one, other] = [ids[x] ?? null, ids[y] ?? null];
      if (one === null || other === null) return Number(one === null) - Number(other === null) || x - y;
      return sign * (one - other) || x - y;
    });
  }

  /** Whether the rows would be shown in the same order if they were ordered now. */
  get isInOrder(): boolean {
    const before = this.shown;
    this.arrange();
    const isSame = String(before) === String(this.shown);
    this.shown = before;
    return isSame;
  }

  select(row: number, column: number): void {
    this.focus = {
      row: Math.max(0, Math.min(row, this.rows.length - 1)),
      column: Math.max(0, Math.min(column, LAST_COLUMN)),
    };
    this.anchor = this.focus;
    this.span = 'cells';
  }

  get record(): Rec {
    return this.rows[this.shown[this.focus.row] ?? 0] ?? {};
  }

  get column(): string {
    return COLUMNS[this.focus.column] ?? 'a';
  }

  /** The selected rows and columns. */
  get area(): { readonly rows: number[]; readonly columns: string[] } {
    const span = (from: number, to: number): number[] =>
      Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => Math.min(from, to) + at);
    const columns = this.span === 'rows' ? [...COLUMNS.keys()] : span(this.focus.column, this.anchor.column);
    return { rows: span(this.focus.row, this.anchor.row), columns: columns.map((column) => COLUMNS[column] ?? 'a') };
  }

  /** Changes the records, as one undo step. */
  write(change: () => void): void {
    this.history.push(JSON.stringify(this.rows));
    const { length } = this.rows;
    change();
    if (this.rows.length !== length || this.direction === null) this.arrange();
  }

  undo(): void {
    const before = this.history.pop();
    if (before === undefined) return;
    const { length } = this.rows;
    this.rows = JSON.parse(before) as Rec[];
    if (this.rows.length !== length || this.direction === null) this.arrange();
  }
}

/** One action: its keys, and what they make of the model. `null` where it can't be done. */
type Action = (plain: Plain, random: (limit: number) => number) => readonly string[] | null;

const WORDS = ['x', 'new', 'two words', '7', '42', 'true', 'null', 'item 3', 'é'];

const ACTIONS_OF: Readonly<Record<string, Action>> = {
  move(plain, random) {
    const { row, column } = plain.focus;
    const keys = [
      'ArrowDown',
      'ArrowUp',
      'ArrowLeft',
      'ArrowRight',
      'Home',
      'End',
      'Control+ArrowDown',
      'Control+Home',
    ];
    const key = keys[random(keys.length)] ?? 'End';
    if (key === 'ArrowUp' && row === 0) return null;
    if (key === 'ArrowDown') plain.select(row + 1, column);
    else if (key === 'ArrowUp') plain.select(row - 1, column);
    else if (key === 'ArrowLeft') plain.select(row, column - 1);
    else if (key === 'ArrowRight') plain.select(row, column + 1);
    else if (key === 'Home') plain.select(row, 0);
    else if (key === 'End') plain.select(row, LAST_COLUMN);
    else if (key === 'Control+ArrowDown') plain.select(plain.rows.length - 1, column);
    else plain.select(0, 0);
    return [key];
  },
  type(plain, random) {
    const { row, column } = plain.focus;
    if (column === 0) return null;
    const word = WORDS[random(WORDS.length)] ?? 'x';
    const leave = random(2) === 0 ? 'Enter' : 'Tab';
    const { record, column: key } = plain;
    const old = record[key];
    const shown = old === undefined ? '' : String(old);
    if (word !== shown) plain.write(() => (record[key] = entered(old, word)));
    if (leave === 'Enter') plain.select(row + 1, column);
    else plain.select(row, column + 1);
    return [...typing(word), leave];
  },
  edit(plain) {
    const { row, column } = plain.focus;
    if (column === 0) return null;
    const { record, column: key } = plain;
    const old = record[key];
    plain.write(() => (record[key] = entered(old, `${old === undefined ? '' : String(old)}x`)));
    plain.select(row + 1, column);
    return ['F2', 'End', 'x', 'Enter'];
  },
  retype(plain) {
    const { row, column } = plain.focus;
    const { record, column: key } = plain;
    const old = record[key];
    if (key !== 'a' || typeof old !== 'string' || old === '' || plain.span === 'rows' || plain.anchor !== plain.focus)
      return null;
    plain.write(() => (record[key] = ''));
    plain.write(() => (record[key] = old));
    plain.select(row + 1, column);
    return ['Delete', ...typing(old), 'Enter'];
  },
  empty(plain) {
    const { rows, columns } = plain.area;
    if (columns.includes('id')) return null;
    const cells = rows.flatMap((row) => columns.map((key) => [plain.rows[plain.shown[row] ?? 0] ?? {}, key] as const));
    const there = cells.filter(([record, key]) => key in record);
    if (there.length > 0)
      plain.write(() => {
        for (const [record, key] of there) record[key] = typeof record[key] === 'string' ? '' : null;
      });
    return ['Delete'];
  },
  toggle(plain) {
    const { record, column: key } = plain;
    const old = record[key];
    if (typeof old === 'boolean') plain.write(() => (record[key] = !old));
    return [' '];
  },
  removeAndToggle(plain) {
    const { row, column } = plain.focus;
    const position = plain.shown[row] ?? 0;
    const after = plain.rows.filter((_, at) => at !== position);
    if (position === 0 || plain.area.rows.length > 1 || after.length < 3) return null;
    plain.write(() => (plain.rows = after));
    plain.select(row, plain.span === 'rows' ? 0 : column);
    const { record, column: key } = plain;
    const old = record[key];
    if (typeof old === 'boolean') plain.write(() => (record[key] = !old));
    return ['Control+Shift+Delete', ' '];
  },
  insert(plain) {
    const { focus, area } = plain;
    if (plain.direction !== null) return null;
    const at = (area.rows.at(-1) ?? 0) + 1;
    plain.write(() => plain.rows.splice(at, 0, {}));
    plain.select(at, focus.column);
    plain.span = 'rows';
    return ['Insert'];
  },
  duplicate(plain) {
    const { focus, area } = plain;
    if (plain.direction !== null || area.rows.length > 1) return null;
    const at = area.rows[0] ?? 0;
    plain.write(() => plain.rows.splice(at + 1, 0, { ...plain.rows[at] }));
    plain.select(at + 1, focus.column);
    plain.span = 'rows';
    return ['Alt+Shift+ArrowDown'];
  },
  moveRow(plain, random) {
    const { focus, area } = plain;
    const at = area.rows[0] ?? 0;
    const isUp = random(2) === 0;
    if (plain.direction !== null || area.rows.length > 1 || at === 0 || (isUp && at === 1)) return null;
    const to = isUp ? at - 1 : at + 1;
    if (to < plain.rows.length) {
      plain.write(() => plain.rows.splice(to, 0, ...plain.rows.splice(at, 1)));
      plain.select(to, focus.column);
      plain.span = 'rows';
    }
    return [isUp ? 'Alt+ArrowUp' : 'Alt+ArrowDown'];
  },
  sort(plain) {
    plain.direction = plain.direction === null ? 'ascending' : plain.direction === 'ascending' ? 'descending' : null;
    plain.arrange();
    plain.select(0, 0);
    return ['Control+Home', 'ArrowUp', 'Enter', 'ArrowDown'];
  },
  undo(plain) {
    if (plain.history.length === 0) return null;
    plain.undo();
    plain.select(0, 0);
    return ['Control+z', 'Control+Home'];
  },
};
const NAMES = Object.keys(ACTIONS_OF);

/** A whole run of the law; one page does all of it. */
async function run(seed: number): Promise<void> {
  const random = integersFrom(seed);
  const plain = new Plain(ROWS);
  const table = new TableBox();
  box = table;
  await table.open(plain.rows);
  await table.click(0, 0);
  const trace: string[] = [];
  const where = (): string => `seed ${seed}: ${trace.join(' ')}`;
  const check = async (): Promise<void> => {
    const value = await table.value();
    expect(table.problems, where()).toEqual([]);
    expect(value, where()).toEqual(plain.rows);
    expect(table.problems, where()).toEqual([]);
    const { row, column } = plain.focus;
    await expect.poll(() => table.cell(row, column)?.dataset['focused'], { message: where() }).toBe('true');
  };

  const paste = (): boolean => {
    const { row, column } = plain.focus;
    const height = 1 + random(3);
    const width = Math.min(1 + random(2), LAST_COLUMN + 1 - column);
    if (column === 0 || plain.span === 'rows' || plain.anchor !== plain.focus || height * width === 1) return false;
    if (row + height > plain.rows.length && plain.direction !== null) return false;
    const cells = Array.from({ length: height }, () =>
      Array.from({ length: width }, () => WORDS[random(WORDS.length)] ?? ''),
    );
    plain.write(() => {
      for (const [down, line] of cells.entries()) {
        const record = row + down < plain.shown.length ? plain.rows[plain.shown[row + down] ?? 0] : undefined;
        const into = record ?? {};
        for (const [right, text] of line.entries()) into[COLUMNS[column + right] ?? 'a'] = entered(null, text);
        if (record === undefined) plain.rows.push(into);
      }
    });
    plain.anchor = { row: row + height - 1, column: column + width - 1 };
    const data = new DataTransfer();
    data.setData('text/plain', cells.map((line) => line.join('\t')).join('\n'));
    table.grid?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    return true;
  };

  /** Another tab saves the document with a row more or less; a field may be open meanwhile. */
  const other = async (hasField: boolean): Promise<boolean> => {
    if (plain.direction !== null || (hasField && plain.focus.column === 0)) return false;
    const at = 1 + random(plain.rows.length - 1);
    const isRemoved = random(2) === 0 && plain.rows.length > 4;
    const { record, column: key, focus } = plain;
    // The row of the selection stays, and can be told from all others.
    const isAlone = plain.rows.filter((row) => JSON.stringify(row) === JSON.stringify(record)).length === 1;
    if (!isAlone || plain.area.rows.length > 1 || (isRemoved && plain.rows[at] === record)) return false;
    await table.handle?.complete();
    // A worker that has died is replaced first: a text that replaces the document is not sent twice.
    await table.text();
    if (hasField) {
      await pressKeys(typing('mine'));
      await expect.poll(() => table.field?.value).toBe('mine');
    }
    plain.write(() =>
      isRemoved ? plain.rows.splice(at, 1) : plain.rows.splice(at, 0, { id: 900 + random(90), a: 'other' }),
    );
    const replaced = table.replace(plain.rows);
    const row = plain.rows.indexOf(record);
    const { span } = plain;
    plain.select(row, focus.column);
    plain.span = span;
    if (hasField) {
      await replaced;
      const old = record[key];
      plain.write(() => (record[key] = entered(old, 'mine')));
      plain.select(row + 1, focus.column);
      await pressKeys(['Enter']);
    }
    await replaced;
    return true;
  };

  for (let step = 0; step < ACTIONS; step += 1) {
    const dice = random(100);
    if (dice < 8) {
      if (paste()) trace.push('paste');
    } else if (dice < 14) {
      if (await other(dice < 11)) trace.push(dice < 11 ? 'other+field' : 'other');
    } else if (dice < 16) {
      // Another worker orders the rows anew: they have to be in order.
      if (!plain.isInOrder) continue;
      // A change by another tab has been followed: a worker that dies before leaves nothing to follow it by.
      await check();
      trace.push('kill');
      table.killWorker();
      // Another worker starts its history anew.
      plain.history.length = 0;
    } else {
      const name = NAMES[random(NAMES.length)] ?? 'move';
      const keys = ACTIONS_OF[name]?.(plain, random) ?? null;
      if (keys !== null) {
        const pause = PAUSES_MS[random(PAUSES_MS.length)] ?? 0;
        trace.push(`${name}(${keys.join(' ')}${pause === 0 ? '' : ` @${pause}`})`);
        await pressKeys(keys, pause);
      }
    }
    if (step % CHECK_EVERY === CHECK_EVERY - 1) await check();
  }
  await check();
  table.close();
  box = null;
}

describe('keys in the table', () => {
  for (let index = 0; index < SEEDS; index += 1) {
    it(`[TAB-2] act on what the keys before them have made (${index + 1})`, { timeout: 60_000 + ACTIONS * 2000 }, () =>
      run(SEED + index),
    );
  }
});
