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
