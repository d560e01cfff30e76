// A field that is open in the tree while its document is changed by somebody else, is scrolled, or is left.

import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { SideDifferences } from '../../../src/ui/compare/side-differences.ts';
import { Finder } from '../../../src/ui/find/finder.ts';
import TreeView, { type TreeHandle } from '../../../src/ui/tree/view.tsx';
import { pressAtOnce, pressKeys, typing } from '../support/table-box.tsx';
import { makeBox } from '../support/text-view.tsx';

class TreeBox {
  readonly client: DocumentClient = connectDocument();
  readonly problems: unknown[] = [];
  handle: (TreeHandle & { isEditing?(): boolean; complete?(): Promise<void> }) | null = null;
  private readonly host = makeBox('0');
  private readonly root: Root = createRoot(this.host);

  async open(value: unknown): Promise<void> {
    await this.client.open(new Blob([JSON.stringify(value, null, 1)]));
    await this.client.expand({ type: 'expand-to-level', level: 9 });
    const report = (error: unknown): void => void this.problems.push(error);
    const task = { signal: new AbortController().signal, onProgress: () => undefined };
    const none = { describe: () => Promise.resolve([]), within: () => Promise.resolve(null) };
    this.root.render(
      <TreeView
        client={this.client}
        finder={new Finder({ client: this.client, write: (_, work) => work(task), report })}
        differences={new SideDifferences('left', none)}
        readOnly={false}
        fontSize={14}
        controls="signs"
        label="tree"
        onPlace={() => undefined}
        onError={report}
        onUndo={() => undefined}
        onRedo={() => undefined}
        onSave={() => undefined}
        onGoTo={() => undefined}
        onCopyText={() => undefined}
        onTask={(_, work) => work(task)}
        ref={(handle) => {
          this.handle = handle;
        }}
      />,
    );
    await expect.poll(() => this.host.querySelectorAll('[role=row]').length).toBeGreaterThan(2);
    this.grid?.focus();
  }

  get grid(): HTMLElement | null {
    return this.host.querySelector('[role=treegrid]');
  }

  get field(): HTMLTextAreaElement | null {
    return this.host.querySelector('textarea');
  }

  async text(): Promise<string> {
    return (await this.client.read()).text();
  }

  async value(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  unmount(): void {
    this.root.unmount();
  }

  close(): void {
    this.root.unmount();
    this.client.close();
    this.host.remove();
  }
}

let box: TreeBox | null = null;
afterEach(() => {
  box?.close();
  box = null;
});

/** Opens the list of strings with the field of its item `index`, in which `mine` is typed. */
async function typeAt(index: number, items: readonly string[]): Promise<TreeBox> {
  box = new TreeBox();
  await box.open(items);
  const tree = box;
  await pressKeys(['Home', ...Array.from({ length: index + 1 }, () => 'ArrowDown'), ...typing('mine')]);
  await expect.poll(() => tree.field?.value).toBe('mine');
  return box;
}

const ITEMS = ['one', 'two', 'three', 'four'];
const replace = ({ client }: TreeBox, value: unknown): Promise<unknown> =>
  client.replace(new Blob([JSON.stringify(value, null, 1)]));

describe('a field of the tree', () => {
  it('[TRE-3] writes into its value, wherever that is by then', async () => {
    const tree = await typeAt(2, ITEMS);
    expect(tree.handle?.isEditing?.()).toBe(true);
    await replace(tree, ITEMS.slice(1));
    await pressKeys(['Enter']);
    await expect.poll(() => tree.value()).toEqual(['two', 'mine', 'four']);
    expect(tree.problems).toEqual([]);
  });

  it('[TRE-3] tells its text when its value is gone', async () => {
    const tree = await typeAt(2, ITEMS);
    await replace(tree, ['one', 'two', 'four']);
    await pressKeys(['Enter']);
    await expect.poll(() => tree.problems.map(String)).toEqual([expect.stringContaining('It was: mine')]);
    expect(await tree.value()).toEqual(['one', 'two', 'four']);
  });

  it('[TRE-3] is written when the tree is left, as by a change of the mode', async () => {
    const tree = await typeAt(1, ITEMS);
    tree.unmount();
    await expect.poll(() => tree.value()).toEqual(['one', 'mine', 'three', 'four']);
    expect(tree.problems).toEqual([]);
  });

  it('[TRE-3] is written when it is scrolled out of view, and the tree has the keys', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `item ${at}`);
    const tree = await typeAt(1, many);
    tree.grid?.scrollTo({ top: 6000 });
    await expect.poll(() => tree.field).toBeNull();
    await expect.poll(async () => ((await tree.value()) as string[])[1]).toBe('mine');
    expect(document.activeElement).toBe(tree.grid);
  });

  it('[TRE-3] takes all keys that are pressed before it is there, and moves on by Tab', async () => {
    box = new TreeBox();
    await box.open({ a: 'x', b: 'y' });
    const tree = box;
    await pressKeys([
      'Home',
      'ArrowDown',
      'Shift+F2',
      ...typing('kez'),
      'Backspace',
      'y',
      'Tab',
      ...typing('new'),
      'Enter',
    ]);
    await expect.poll(() => tree.value()).toEqual({ key: 'new', b: 'y' });
    await pressKeys(['ArrowDown', ...typing('z'), 'ArrowLeft', 'w', 'Enter']);
    await expect.poll(() => tree.value()).toEqual({ key: 'new', b: 'wz' });
    expect(tree.problems).toEqual([]);
  });

  it('[TRE-3] is written with what waits for it, by saving', async () => {
    box = new TreeBox();
    await box.open(ITEMS);
    const tree = box;
    await pressKeys(['Home', 'ArrowDown', 'F2', ...typing('mine')]);
    await tree.handle?.complete?.();
    expect(await tree.value()).toEqual(['mine', 'two', 'three', 'four']);
  });

  it('[TRE-3] is written with all keys after it, by saving, though it is not on the screen yet', async () => {
    box = new TreeBox();
    await box.open(Array.from({ length: 400 }, (_, at) => at));
    const tree = box;
    await pressKeys(['Home', 'ArrowDown', 'ArrowDown']);
    tree.grid?.scrollTo({ top: 5000 });
    await expect.poll(() => tree.grid?.querySelector('[aria-selected=true]')).toBeNull();
    pressAtOnce([...typing('13'), 'ArrowLeft', '2', 'Enter', 'ArrowDown', ...typing('45'), 'Enter']);
    await tree.handle?.complete?.();
    expect(((await tree.value()) as number[]).slice(0, 4)).toEqual([0, 123, 45, 3]);
    expect(tree.problems).toEqual([]);
  });

  it('[TRE-3] is being written while rows are removed: of the keys after it each acts where those before it lead', async () => {
    box = new TreeBox();
    await box.open(['one', 'two', 'three', 'four']);
    const tree = box;
    const { client } = tree;
    const edit = client.edit.bind(client);
    vi.spyOn(client, 'edit').mockImplementation(async (...order) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return edit(...order);
    });
    await pressKeys(['Home', 'ArrowDown', 'F2']);
    await expect.poll(() => tree.field).not.toBeNull();
    await pressKeys([...typing('x'), 'Enter', 'ArrowDown', 'Delete', 'ArrowDown']);
    await expect.poll(() => tree.value()).toEqual(['x', 'three', 'four']);
    expect(tree.problems).toEqual([]);
  });

  it('[TRE-3] that is moved on from by Tab before it is on the screen is written, and so is the next one', async () => {
    box = new TreeBox();
    await box.open(Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, at])));
    const tree = box;
    await pressKeys(['Home', 'ArrowDown']);
    tree.grid?.scrollTo({ top: 5000 });
    await expect.poll(() => tree.grid?.querySelector('[aria-selected=true]')).toBeNull();
    pressAtOnce(['Shift+F2', 'Tab', ...typing('5')]);
    await tree.handle?.complete?.();
    expect(((await tree.value()) as Record<string, number>)['k0']).toBe(5);
    expect(tree.problems).toEqual([]);
  });

  it('[TRE-3] of a value that was inserted for it is left by Escape: the next key moves on from where it was', async () => {
    box = new TreeBox();
    await box.open({ list: ['one', 'two'], end: 'last' });
    const tree = box;
    await pressKeys(['Home', 'ArrowDown', 'Insert']);
    await expect.poll(() => tree.field).not.toBeNull();
    const undo = tree.client.undo.bind(tree.client);
    vi.spyOn(tree.client, 'undo').mockImplementation(async (...order) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return undo(...order);
    });
    await pressKeys(['Escape', 'ArrowDown', ...typing('a'), 'Enter']);
    await expect.poll(() => tree.value()).toEqual({ list: ['a', 'two'], end: 'last' });
    expect(tree.problems).toEqual([]);
  });
});
