// The receipt of a panel's document, for the card that shows it. What the panel opened is read again and compared; where it is
// gone, there is none.

import { useEffect, useState } from 'react';
import { hasCode } from '../../shared/errors.ts';
import type { Receipt, ReceiptHashes, ReceiptRequest } from '../../shared/protocol/receipt.ts';
import type { Task } from '../client/document.ts';
import { ReceiptWriter } from '../client/receipt-writer.ts';
import { writeDocumentAsCsv } from '../documents/csv/csv-jobs.ts';
import { csvOf } from '../documents/csv/csv-state.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { RECEIPT } from '../strings/panel/receipt.ts';

/** What is known so far. */
export interface WrittenReceipt {
  readonly receipt: Receipt | null;
  /** Why there is none. */
  readonly problem: string | null;
  /** Share of the texts that was compared, 0 to 1. */
  readonly share: number;
  /** Computes SHA-256 of both texts. */
  readonly hash: () => Promise<ReceiptHashes>;
}

/** Writes the receipt of the document that a panel has now, or of a copy of it that was `sent`. */
export function useReceipt(core: PanelCore, sent: Blob | null): WrittenReceipt {
  const [written, setWritten] = useState<Omit<WrittenReceipt, 'hash'>>({ receipt: null, problem: null, share: 0 });
  const [work, setWork] = useState<{ readonly writer: ReceiptWriter; readonly request: ReceiptRequest } | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const writer = new ReceiptWriter(core.client);
    const onProgress = (done: number, total: number): void =>
      setWritten((before) => ({ ...before, share: total === 0 ? 0 : done / total }));
    const run = async (): Promise<void> => {
      const request = await requestOf(core, sent, { signal });
      if (signal.aborted) return;
      if (typeof request === 'string') return setWritten({ receipt: null, problem: request, share: 0 });
      setWork({ writer, request });
      const receipt = await writer.write(request, { signal, onProgress });
      setWritten({ receipt, problem: null, share: 1 });
    };
    run().catch((error: unknown) => {
      if (isWithdrawn(error) || signal.aborted) return;
      const problem = hasCode(error, 'unreadable') ? RECEIPT.unreadable : messageOf(error);
      setWritten({ receipt: null, problem, share: 0 });
    });
    return () => {
      closing.abort();
      writer.close();
    };
  }, [core, sent]);
  return {
    ...written,
    hash: () => (work === null ? Promise.reject(new RangeError('no receipt yet')) : work.writer.hash(work.request)),
  };
}

/** What to compare; a sentence where that is not known. */
async function requestOf(core: PanelCore, sent: Blob | null, task: Task): Promise<ReceiptRequest | string> {
  const {
    client,
    document: { opened },
  } = core;
  // A new document began with nothing.
  if (opened === null || opened.content.size === 0) return RECEIPT.noOriginal;
  if (opened.draft !== undefined) return RECEIPT.recovered;
  await client.caughtUp();
  const { dialect, encoding } = client.state;
  const csv = sent === null ? csvOf(core) : null;
  if (csv !== null) {
    const how = { source: csv.source, options: csv.options };
    const { content } = await writeDocumentAsCsv(client, how, task);
    return { opened: csv.file, dialect, sent: content, isJson: false, encoding };
  }
  const content = client.journal.readable(opened.content);
  return { opened: content, dialect: opened.dialect, sent, isJson: true, encoding };
}
