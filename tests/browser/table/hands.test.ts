// What hands that know spreadsheets do: filling, several ranges, the edges of blocks, Tab and Enter, the handle, nested tables.

import { afterEach, describe, expect, it } from 'vitest';
import { pressKeys, TableBox, typing } from '../support/table-box.tsx';
import { useClipboardAlone } from '../support/clipboard.ts';

useClipboardAlone();

let box: TableBox | null = null;
afterEach(() => {
  box?.close();
  box = null;
});
async function open(value: unknown): Promise<TableBox> {
  box = new TableBox();
  await box.open(value);
  return box;
}

const grid = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(Array.from({ length: columns }, (_cell, column) => [`c${column}`, row * 10 + column])),
  );
const column = (value: unknown, name = 'c0') => (value as Record<string, unknown>[]).map((row) => row[name] ?? null);

/** Presses the mouse on an element, moves it to another one, and lets it go. */
async function drag(from: Element | null, to: Element | null, init: PointerEventInit = {}): Promise<void> {
  const at = (element: Element | null): PointerEventInit => {
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    const place = { clientX: left + width / 2, clientY: top + height / 2 };
    return { ...place, bubbles: true, button: 0, pointerId: 1, pointerType: 'mouse', ...init };
  };
  from?.dispatchEvent(new PointerEvent('pointerdown', at(from)));
  if (to !== from) dispatchEvent(new PointerEvent('pointermove', at(to)));
  dispatchEvent(new PointerEvent('pointerup', at(to)));
  await Promise.resolve();
}

describe('hands in the table', () => {
  it('[TAB-2] fill down by Ctrl+D and right by Ctrl+R, each as one step, with numbers as they are spelt', async () => {
    const table = await open('[{"a":1.10,"b":"x"},{"a":2,"b":3},{"b":4}]');
    await table.click(0, 0);
    await pressKeys(['Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d']);
    expect(await table.value()).toEqual(Array.from({ length: 3 }, () => ({ a: 1.1, b: 'x' })));
    expect(await table.text()).toContain('"a":1.10}]');
    await pressKeys(['Control+z']);
    await expect.poll(() => table.text()).toBe('[{"a":1.10,"b":"x"},{"a":2,"b":3},{"b":4}]');
    // A single cell takes the one above, or to the left.
    await table.click(1, 1);
    await pressKeys(['Control+d']);
    await table.click(2, 1);
    await pressKeys(['Control+r']);
    expect(await table.value()).toEqual([{ a: 1.1, b: 'x' }, { a: 2, b: 'x' }, {}]);
  });

  it('[TAB-2] type into the cell where a range was begun, and fill the range by Ctrl+Enter', async () => {
    const table = await open(grid(3, 2));
    await table.click(0, 0);
    await pressKeys(['Shift+ArrowDown', ...typing('x'), 'Enter']);
    expect(column(await table.value())).toEqual(['x', 10, 20]);
    await table.click(0, 0);
    await pressKeys(['Shift+ArrowDown', ...typing('y'), 'Control+Enter']);
    expect(column(await table.value())).toEqual(['y', 'y', 20]);
    await table.click(1, 1);
    await pressKeys(['Shift+ArrowDown', 'Control+Enter']);
    expect(column(await table.value(), 'c1')).toEqual([1, 11, 11]);
  });

  it('[TAB-2] return by Enter to the column where Tab began', async () => {
    const table = await open(grid(3, 3));
    await table.click(0, 0);
    await pressKeys([...typing('a'), 'Tab', ...typing('b'), 'Tab', ...typing('c'), 'Enter', ...typing('d'), 'Enter']);
    expect(await table.value()).toEqual([{ c0: 'a', c1: 'b', c2: 'c' }, { ...grid(2, 3)[1], c0: 'd' }, grid(3, 3)[2]]);
  });

  it('[TAB-2] add ranges by Ctrl+click, which are emptied as one step, and not copied apart', async () => {
    const table = await open(grid(4, 2));
    await table.click(0, 0);
    await drag(table.cell(2, 1), table.cell(3, 1), { ctrlKey: true });
    await expect.poll(() => table.cell(0, 0)?.getAttribute('aria-selected')).toBe('true');
    expect(table.cell(2, 1)?.getAttribute('aria-selected')).toBe('true');
    table.grid?.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true }));
    await expect.poll(() => table.problems.map(String)).toEqual([expect.stringContaining('Several ranges')]);
    await pressKeys(['Delete']);
    const value = await table.value();
    expect([column(value), column(value, 'c1')]).toEqual([
      [null, 10, 20, 30],
      [1, 11, null, null],
    ]);
    await pressKeys(['Control+z']);
    await expect.poll(async () => JSON.parse(await table.text()) as unknown).toEqual(grid(4, 2));
  });

  it('[TAB-2] fill by the handle: dragged, and down to the end by a double click', async () => {
    const table = await open(grid(5, 2));
    await table.click(0, 0);
    const handle = (): Element | null => table.grid?.querySelector('[data-fill]') ?? null;
    await drag(handle(), table.cell(2, 0));
    expect(column(await table.value())).toEqual([0, 0, 0, 30, 40]);
    await table.click(0, 1);
    handle()?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    await expect.poll(async () => column(await table.value(), 'c1')).toEqual([1, 1, 1, 1, 1]);
    expect(table.problems).toEqual([]);
  });

  it('[TAB-2] go to the edge of a block of cells by Ctrl and an arrow', async () => {
    const holes = [1, 2, null, null, 5, 6, 7].map((a, row) => ({ a, ...(row !== 1 && { b: row }), c: row }));
    const table = await open(holes);
    await table.click(0, 0);
    const at = async (): Promise<string | undefined> => {
      await table.handle?.complete();
      return table.grid?.getAttribute('aria-activedescendant')?.split('-').slice(-2).join(',');
    };
    const visited: (string | undefined)[] = [];
    for (const key of ['Down', 'Down', 'Down', 'Up', 'Up', 'Right', 'Left', 'Up']) {
      await pressKeys([`Control+Arrow${key}`]);
      visited.push(await at());
    }
    expect(visited).toEqual(['1,0', '4,0', '6,0', '4,0', '1,0', '1,2', '1,0', '0,0']);
  });

  it('[TAB-2] come back from a nested table to the cell that holds it', async () => {
    const table = await open([{ a: 1 }, { a: 2, list: [{ x: 1 }, { x: 2 }] }]);
    await table.click(1, 1);
    await pressKeys(['Alt+Enter']);
    await expect.poll(() => table.cell(1, 0)?.textContent).toBe('2');
    document.querySelector<HTMLElement>('[aria-label="Back to root"]')?.click();
    await expect.poll(() => table.cell(1, 1)?.dataset['focused']).toBe('true');
    expect(table.cell(1, 0)?.textContent).toBe('2');
  });

  it('[TAB-2] find a document with one array open at once', async () => {
    const table = await open({ total: 2, items: [{ x: 7 }, { x: 8 }] });
    await expect.poll(() => table.cell(1, 0)?.textContent).toBe('8');
  });

  it('[TAB-2] paste beyond the table after a sentence, as one step, or not at all', async () => {
    const table = await open(grid(2, 2));
    const paste = async (text: string): Promise<void> => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      table.grid?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      await table.value();
    };
    table.answer = false;
    await table.click(1, 1);
    await paste('a\tb\nc\td');
    expect(table.questions).toEqual(['The cells reach beyond the table. 1 row and 1 column are added at its end.']);
    expect(await table.value()).toEqual(grid(2, 2));
    table.answer = true;
    await paste('a\tb\nc\td');
    expect(await table.value()).toEqual([
      { c0: 0, c1: 1 },
      { c0: 10, c1: 'a', 'column 3': 'b' },
      { c1: 'c', 'column 3': 'd' },
    ]);
    await expect.poll(() => table.cell(1, 2)?.textContent).toBe('b');
    await pressKeys(['Control+z']);
    await expect.poll(async () => JSON.parse(await table.text()) as unknown).toEqual(grid(2, 2));
  });

  it('[TAB-2] see a border around the copied cells until Escape', async () => {
    const table = await open(grid(3, 3));
    await table.click(0, 0);
    await pressKeys(['Shift+ArrowRight', 'Shift+ArrowDown']);
    table.grid?.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true }));
    await expect.poll(() => table.cell(0, 0)?.dataset['edges']).toBe('top left');
    expect(table.cell(1, 1)?.dataset['edges']).toBe('bottom right');
    expect(table.cell(2, 2)?.dataset['edges']).toBeUndefined();
    await pressKeys(['Escape']);
    await expect.poll(() => table.cell(0, 0)?.dataset['edges']).toBeUndefined();
  });

  it('[TAB-2] continue numbers and dates by the menu, and name columns by the first row', async () => {
    const table = await open('[[1,"2024-01-30","x"],[1.5,"2024-01-31","y"],[0,0,0],[0,0,0]]');
    await table.click(0, 0);
    await pressKeys(['Control+a']);
    await table.menu(['Fill', 'Fill series down'], table.cell(1, 1));
    await expect
      .poll(() => table.text())
      .toBe('[[1,"2024-01-30","x"],[1.5,"2024-01-31","y"],[2.0,"2024-02-01","x"],[2.5,"2024-02-02","y"]]');
    await table.client.replace(new Blob(['[["id","","id"],[1,2,3,4],[5]]']));
    await expect.poll(() => table.cell(0, 0)?.textContent).toBe('id');
    await table.menu(
      ['Change the column', 'Use first row as names'],
      table.grid?.querySelector('[role=columnheader][data-column="0"]'),
    );
    await expect.poll(() => table.text()).toBe('[{"id":1,"column 2":2,"id 2":3,"column 4":4},{"id":5}]');
    await expect.poll(() => table.cell(0, 1)?.textContent).toBe('2');
    await pressKeys(['Control+z']);
    await expect.poll(() => table.text()).toBe('[["id","","id"],[1,2,3,4],[5]]');
  });

  it('[TAB-2] copy cells below the names of their columns', async () => {
    const table = await open(grid(2, 2));
    await table.click(0, 0);
    await pressKeys(['Shift+ArrowRight']);
    await navigator.clipboard.writeText('before');
    await table.menu(['Copy in another form', 'Copy with column names'], table.cell(0, 0));
    await expect.poll(() => navigator.clipboard.readText()).toBe('c0\tc1\n0\t1');
  });

  it('[TAB-2] insert a column to the left and to the right of another one', async () => {
    const table = await open(grid(2, 2));
    for (const [entry, name] of [
      ['Insert column left…', 'before'],
      ['Insert column right…', 'behind'],
    ] as const) {
      await table.menu(['Change the column', entry], table.grid?.querySelector('[role=columnheader][aria-label="c1"]'));
      await expect.poll(() => document.activeElement?.matches('[data-modal] input')).toBe(true);
      await pressKeys([...typing(name), 'Enter']);
      await expect.poll(() => table.grid?.querySelector(`[role=columnheader][aria-label="${name}"]`)).toBeTruthy();
    }
    const names = (): (string | null)[] =>
      Array.from(table.grid?.querySelectorAll('[role=columnheader][data-column]') ?? [], (one) =>
        one.getAttribute('aria-label'),
      );
    await expect.poll(names).toEqual(['c0', 'before', 'c1', 'behind']);
  });

  it('[TAB-2] fit a column by a press on its border', async () => {
    const table = await open([{ a: 'x'.repeat(300), b: 1 }]);
    const head = (): HTMLElement | null => table.grid?.querySelector('[role=columnheader][aria-label="b"]') ?? null;
    const edge = (): Element | null => head()?.querySelector('[data-edge]') ?? null;
    const before = head()?.offsetWidth ?? 0;
    await drag(edge(), edge());
    await expect.poll(() => head()?.offsetWidth).not.toBe(before);
  });
});
