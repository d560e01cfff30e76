// The document workers of a page, for tests that terminate one like a browser that is out of memory.

import type { Page } from 'playwright';

declare global {
  /** The workers of the page's documents, the left panel's first. */
  var documentWorkers: Worker[];
}

/** Collects the document workers that a page starts from now on. */
export async function keepWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.documentWorkers = [];
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name === 'document') documentWorkers.push(this);
      }
    };
  });
}

/** Terminates the worker of the left panel's document without notice to the page. */
export function killWorker(page: Page): Promise<void> {
  // The second worker is the right panel's, and is not terminated.
  return page.evaluate(() => {
    for (const [index, worker] of documentWorkers.entries()) if (index !== 1) worker.terminate();
  });
}

/** Returns how many workers the left panel's document has had. */
export function countWorkers(page: Page): Promise<number> {
  return page.evaluate(() => documentWorkers.length - 1);
}

declare global {
  /** The call whose replies are held, and the functions that deliver the held replies. */
  var heldAnswers: { call: string | null; readonly waiting: (() => void)[] };
}

/** Enables `holdAnswers` for the workers that a page starts from now on. */
export async function prepareToHold(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.heldAnswers = { call: null, waiting: [] };
    globalThis.Worker = class extends Worker {
      private readonly held = new Set<string>();

      override postMessage(
        message: { id: string; path?: string[] },
        given?: Transferable[] | StructuredSerializeOptions,
      ) {
        if (heldAnswers.call !== null && message.path?.at(-1) === heldAnswers.call) this.held.add(message.id);
        super.postMessage(message, given as StructuredSerializeOptions);
      }

      override addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
        const hold = (event: Event): void => {
          const { id } = (event as MessageEvent<{ id?: string } | null>).data ?? {};
          const isAskedFor = id !== undefined && this.held.delete(id);
          // Replies that arrive after the release are delivered immediately.
          if (isAskedFor && heldAnswers.call !== null) heldAnswers.waiting.push(() => listener.call(this, event));
          else listener.call(this, event);
        };
        super.addEventListener(type, type === 'message' ? hold : listener, options);
      }
    };
  });
}

/** Holds the replies to a call from now on. Returns functions that wait for the first reply and release all of them. */
export async function holdAnswers(page: Page, call: string) {
  await page.evaluate((name) => {
    heldAnswers.call = name;
  }, call);
  return {
    come: async (): Promise<void> => {
      await page.waitForFunction(() => heldAnswers.waiting.length > 0);
    },
    release: (): Promise<void> =>
      page.evaluate(() => {
        heldAnswers.call = null;
        for (const tell of heldAnswers.waiting.splice(0)) tell();
      }),
  };
}
