// The document workers of a page, for tests that end one as the browser does when it runs out of memory.

import type { Page } from 'playwright';

declare global {
  /** The workers of the page's documents, the left panel's first. */
  var documentWorkers: Worker[];
}

/** Keeps the document workers that a page starts from now on. */
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

/** Ends the worker of the left panel's document, which is not told to the page. */
export function killWorker(page: Page): Promise<void> {
  // The right panel's is the second, and lives.
  return page.evaluate(() => {
    for (const [index, worker] of documentWorkers.entries()) if (index !== 1) worker.terminate();
  });
}

/** How many workers the left panel's document has had. */
export function countWorkers(page: Page): Promise<number> {
  return page.evaluate(() => documentWorkers.length - 1);
}

declare global {
  /** The call whose answers are held back, those that have come, and how to let one go. */
  var heldAnswers: { call: string | null; readonly waiting: (() => void)[] };
}

/** Lets the workers that a page starts from now on be held back by `holdAnswers`. */
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
          // What comes after all were let go is held back no more.
          if (isAskedFor && heldAnswers.call !== null) heldAnswers.waiting.push(() => listener.call(this, event));
          else listener.call(this, event);
        };
        super.addEventListener(type, type === 'message' ? hold : listener, options);
      }
    };
  });
}

/** Holds the answers to a call back from now on; answers how to wait until one has come, and how to let all go. */
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
