// Text mode over a real worker without the rest of the app, and its keyboard input.

import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Dialect } from '../../../src/shared/document/dialect.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { EditResult } from '../../../src/shared/protocol/protocol.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { Finder } from '../../../src/ui/find/finder.ts';
import { monaco } from '../../../src/ui/text/editor/editor.ts';
import { sessionOf } from '../../../src/ui/text/commands/overrides.ts';
import type { TextSession } from '../../../src/ui/text/session/session.ts';
import TextView, { type TextHandle } from '../../../src/ui/text/view.tsx';
import type { Limits } from '../../../src/ui/text/window/window-sizing.ts';

/** A view of a document, in a box on the page. */
export class View {
  private readonly workers: Worker[] = [];
  readonly client: DocumentClient = connectDocument(() => {
    const url = new URL('../../../src/workers/document.worker.ts', import.meta.url);
    const worker = new Worker(url, { type: 'module' });
    this.workers.push(worker);
    return worker;
  });
  readonly finder: Finder;
  /** Set once the view is open. */
  session!: TextSession;
  /** Errors that the view has reported. */
  readonly problems: unknown[] = [];
  private readonly host: HTMLElement;
  private readonly root: Root;
  private handle: TextHandle | null = null;

  /** `limits` of the windows; the production limits by default. */
  constructor(
    left: string,
    private readonly limits?: Limits,
  ) {
    this.host = makeBox(left);
    this.root = createRoot(this.host);
    this.finder = new Finder({
      client: this.client,
      write: async (_, work) => {
        const result = await work({ signal: new AbortController().signal, onProgress: () => undefined });
        if (result !== null) this.handle?.reveal(result);
        return result;
      },
      report: (error) => void this.problems.push(error),
    });
  }

  /** Opens a content and focuses the editor. */
  async open(content: Blob, dialect: Dialect = 'json'): Promise<void> {
    await this.client.open(content, { dialect });
    this.root.render(
      <TextView
        client={this.client}
        finder={this.finder}
        theme="light"
        fontSize={14}
        {...(this.limits === undefined ? {} : { limits: this.limits })}
        label="window"
        onPlace={() => undefined}
        onError={(error) => this.problems.push(error)}
        onUndo={() => void this.undo()}
        onRedo={() => undefined}
        ref={(handle) => {
          this.handle = handle;
        }}
      />,
    );
    this.session = await vi.waitFor(() => {
      const editor = monaco.editor.getEditors().find((one) => this.host.contains(one.getContainerDomNode()));
      const session = editor === undefined ? undefined : sessionOf(editor);
      if (session === undefined) throw new Error('no session yet');
      return session;
    }, 10_000);
    await this.settled();
    this.session.editor.focus();
  }

  async undo(): Promise<boolean> {
    return (await this.write(() => this.client.undo())) !== null;
  }

  /** Writes the document from outside the view, as a panel does. */
  async write<T extends EditResult | null>(work: () => Promise<T>): Promise<T> {
    this.handle?.hold();
    const result = await work();
    if (result !== null) this.handle?.reveal(result);
    this.handle?.release();
    return result;
  }

  /** Waits until the window shows the current document. */
  async settled(limitMs = 10_000): Promise<void> {
    const end = performance.now() + limitMs;
    for (let calm = 0; calm < 2;) {
      if (performance.now() > end) throw new Error('the text view does not come to rest');
      calm = this.session.isSettled ? calm + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Terminates the document worker, like a browser that is short of memory. */
  killWorker(): void {
    // Before it holds its lock its end could not be detected.
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

/** Creates a box for an editor. */
export function makeBox(left: string): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = `position: fixed; top: 0; left: ${left}; width: 600px; height: 400px`;
  document.body.append(element);
  return element;
}

/** Presses keys, in the notation of `userEvent`. */
export const keys = (text: string): Promise<void> => userEvent.keyboard(text);

/** Returns the keys that type a text. */
export const spell = (text: string): string => text.replaceAll('{', '{{').replaceAll('[', '[[');

/** Pastes into the focused element. */
export function paste(text: string): void {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
}
