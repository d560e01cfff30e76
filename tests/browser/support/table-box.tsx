// Table mode over a real worker without the rest of the app, with the keys of a real keyboard.

import { createRoot, type Root } from 'react-dom/client';
import { cdp } from 'vitest/browser';
import { expect } from 'vitest';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { Finder } from '../../../src/ui/find/finder.ts';
import { NO_PROBLEMS } from '../../../src/ui/problem-marks/problem-source.ts';
import { createSettings } from '../../../src/ui/settings/browser-settings.ts';
import type { NestedCell } from '../../../src/ui/table/commands/table-commands.ts';
import type { TableHandle } from '../../../src/ui/table/table-props.ts';
import TableView from '../../../src/ui/table/view.tsx';
import { makeBox } from './text-view.tsx';

/** A table in a box on the page. */
export class TableBox {
  private readonly workers: Worker[] = [];
  readonly client: DocumentClient = connectDocument(() => {
    const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
    const worker = new Worker(url, { type: 'module' });
    this.workers.push(worker);
    return worker;
  });
  /** Errors that the table has reported. */
  readonly problems: unknown[] = [];
  /** What changes out of view have said. */
  readonly written: string[] = [];
  /** Questions that it has asked, and the answer to them. */
  readonly questions: string[] = [];
  answer = true;
  /** Whether there are columns for what is in nested objects. */
  flatten = true;
  readonly notes: string[] = [];
  /** The value that was opened in the editor of nested values. */
  nested: NestedCell | null = null;
  handle: TableHandle | null = null;
  private readonly host: HTMLElement = makeBox('0');
  private readonly root: Root = createRoot(this.host);

  async open(value: unknown): Promise<void> {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    await this.client.open(new Blob([text]));
    const finder = new Finder({
      client: this.client,
      write: (_, work) => work({ signal: new AbortController().signal, onProgress: () => undefined }),
      report: (error) => void this.problems.push(error),
    });
    const run = <T,>(
      _: string,
      work: (task: { signal: AbortSignal; onProgress: () => void }) => Promise<T>,
    ): Promise<T> => work({ signal: new AbortController().signal, onProgress: () => undefined });
    this.host.style.display = 'flex';
    this.root.render(
      <TableView
        host={{
          client: this.client,
          settings: createSettings(() => sessionStorage),
          flatten: this.flatten,
          documentName: 'test',
          standpoint: null,
          runTask: run,
          confirm: (question) => {
            this.questions.push(question.text);
            return Promise.resolve(this.answer);
          },
          onError: (error) => void this.problems.push(error),
          onWritten: (said) => void this.written.push(said),
          onNote: (message) => void this.notes.push(message),
        }}
        finder={finder}
        problems={NO_PROBLEMS}
        readOnly={false}
        fontSize={14}
        controls="signs"
        label="table"
        onPlace={() => undefined}
        onUndo={() => void this.undo()}
        onRedo={() => void this.undo('redo')}
        onSave={() => undefined}
        onCopyText={() => undefined}
        onGoTo={() => undefined}
        onFlatten={() => undefined}
        onOpenRows={() => undefined}
        onLeave={() => undefined}
        onNested={(cell) => {
          this.nested = cell;
          return Promise.resolve();
        }}
        ref={(handle) => {
          this.handle = handle;
        }}
      />,
    );
    await expect.poll(() => this.grid?.querySelector('[data-column="0"][role=gridcell][data-kind]')).toBeTruthy();
    this.grid?.focus();
  }

  /** Undoes or redoes as the panel does. */
  async undo(what: 'undo' | 'redo' = 'undo'): Promise<void> {
    const { handle } = this;
    handle?.hold();
    try {
      const result = await this.client[what]();
      if (result !== null) handle?.reveal(result);
    } finally {
      handle?.release();
    }
  }

  get grid(): HTMLElement | null {
    return this.host.querySelector('[role=grid]');
  }

  get field(): HTMLTextAreaElement | null {
    return this.host.querySelector('[role=grid] textarea');
  }

  cell(row: number, column: number): HTMLElement | null {
    return this.host.querySelector(`[data-row="${row}"] [role=gridcell][data-column="${column}"]`);
  }

  /** Moves the focus to a cell by a press of the mouse. */
  async click(row: number, column: number): Promise<void> {
    await expect
      .poll(() => this.cell(row, column)?.dataset['kind'] ?? this.cell(row, column)?.dataset['missing'])
      .toBeTruthy();
    const options = { bubbles: true, button: 0, pointerType: 'mouse', pointerId: 1 };
    this.cell(row, column)?.dispatchEvent(new PointerEvent('pointerdown', options));
    dispatchEvent(new PointerEvent('pointerup', options));
    this.grid?.focus();
    await expect.poll(() => this.cell(row, column)?.dataset['focused']).toBe('true');
  }

  /** Opens the menu of an element, and chooses an entry through its submenus. */
  async menu(entries: string | readonly string[], element: Element | null | undefined): Promise<void> {
    const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
    const at = { clientX: left + 5, clientY: top + 5 };
    element?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
    for (const entry of typeof entries === 'string' ? [entries] : entries) await this.choose(entry);
  }

  /** Chooses an entry of the menu that is open. */
  async choose(entry: string): Promise<void> {
    const find = (): HTMLElement | undefined =>
      Array.from(document.querySelectorAll<HTMLElement>('[role^=menuitem]')).find(({ textContent }) =>
        textContent.startsWith(entry),
      );
    await expect.poll(find).toBeTruthy();
    find()?.click();
  }

  /** Waits until all input has been carried out, and returns the document. */
  async value(): Promise<unknown> {
    await this.handle?.complete();
    return JSON.parse(await this.text());
  }

  async text(): Promise<string> {
    return (await this.client.read()).text();
  }

  /** Replaces the document, as the save of another tab does. */
  async replace(value: unknown): Promise<void> {
    await this.client.replace(new Blob([JSON.stringify(value, null, 1)]));
  }

  /** Terminates the document worker, like a browser that is short of memory. */
  killWorker(): void {
    if (!this.client.isRecovering) this.workers.at(-1)?.terminate();
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

const NAMES: Readonly<Record<string, readonly [code: string, keyCode: number]>> = {
  Enter: ['Enter', 13],
  Escape: ['Escape', 27],
  Tab: ['Tab', 9],
  Delete: ['Delete', 46],
  Backspace: ['Backspace', 8],
  ArrowUp: ['ArrowUp', 38],
  ArrowDown: ['ArrowDown', 40],
  ArrowLeft: ['ArrowLeft', 37],
  ArrowRight: ['ArrowRight', 39],
  Home: ['Home', 36],
  End: ['End', 35],
  Insert: ['Insert', 45],
  F2: ['F2', 113],
  ' ': ['Space', 32],
};
const MODIFIERS = { Alt: 1, Control: 2, Shift: 8 } as const;

/** Presses keys all at once: nothing that takes a moment can be done between two of them. */
export function pressAtOnce(keys: readonly string[]): void {
  for (const name of keys) {
    const { key, code, modifiers } = readKey(name);
    const target = document.activeElement ?? document.body;
    const has = (one: number): boolean => (modifiers & one) !== 0;
    const init = { key, code, altKey: has(1), ctrlKey: has(2), shiftKey: has(8), bubbles: true, cancelable: true };
    target.dispatchEvent(new KeyboardEvent('keydown', init));
  }
}

function readKey(name: string): {
  readonly key: string;
  readonly code: string;
  readonly modifiers: number;
  readonly keyCode: number;
} {
  const parts = name === '+' ? ['+'] : name.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).reduce((sum, one) => sum | MODIFIERS[one as keyof typeof MODIFIERS], 0);
  const [code, keyCode] = NAMES[key] ?? [
    /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : '',
    key.toUpperCase().charCodeAt(0),
  ];
  return { key, code, keyCode, modifiers };
}

/** Presses keys such as `F2`, `x` or `Control+Enter`, without waiting for what they do. `pauseMs` is between two keys. */
export async function pressKeys(keys: readonly string[], pauseMs = 0): Promise<void> {
  const session = cdp() as unknown as { send(method: string, parameters: unknown): Promise<unknown> };
  for (const name of keys) {
    const { key, code, keyCode, modifiers } = readKey(name);
    const text = key === 'Enter' ? '\r' : key.length === 1 && (modifiers & ~8) === 0 ? key : undefined;
    const event = { key, code, windowsVirtualKeyCode: keyCode, modifiers, ...(text === undefined ? {} : { text }) };
    // One after the other: messages that are sent together may arrive in another order.
    await session.send('Input.dispatchKeyEvent', { ...event, type: text === undefined ? 'rawKeyDown' : 'keyDown' });
    await session.send('Input.dispatchKeyEvent', {
      key,
      code,
      windowsVirtualKeyCode: keyCode,
      modifiers,
      type: 'keyUp',
    });
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Returns the keys that type a text. */
export const typing = (text: string): string[] => [...text];
