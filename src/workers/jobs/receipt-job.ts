// The receipt of a document in a job worker: what was opened, read again, beside the snapshot of what it is now, or beside what
// was sent.

import { CodedError } from '../../shared/errors.ts';
import type { Receipt, ReceiptHashes, ReceiptRequest } from '../../shared/protocol/receipt.ts';
import type { Snapshots } from './snapshots.ts';
import { readBytes } from '../document/source.ts';
import { compileEngine } from '../../engine/base/memory.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import { Encoder } from '../../engine/document/encoding.ts';
import { writeReceipt } from '../../engine/receipt/receipt.ts';
import { JobDriver } from './drive-job.ts';

/** The part of a job worker that writes receipts. */
export class ReceiptJob {
  private readonly module = compileEngine();
  private readonly driver = new JobDriver();

  constructor(private readonly snapshots: Snapshots) {}

  /** @throws CodedError `unreadable` when what was opened can't be read any more; `too-large`, `cancelled` */
  async writeReceipt(request: ReceiptRequest, progress: MessagePort): Promise<Receipt> {
    const before = await readBytes(request.opened);
    const { after, document } = await this.after(request);
    const order = { before, dialect: request.dialect, after, document: document?.isWhole === true ? document : null };
    return await this.driver.report(writeReceipt(this.module, order), progress);
  }

  /** @throws CodedError as `write`; `refused` where the browser has no SHA-256, as in a page without https */
  async hashReceipt(request: ReceiptRequest): Promise<ReceiptHashes> {
    // It is undefined in a page without https.
    const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
    if (subtle === undefined) throw new CodedError('refused', '');
    const hex = async (bytes: Uint8Array): Promise<string> =>
      [...new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    return { before: await hex(await readBytes(request.opened)), after: await hex((await this.after(request)).after) };
  }

  private async after({ sent, isJson, dialect, encoding }: ReceiptRequest): Promise<After> {
    if (sent !== null) {
      const after = await readBytes(sent);
      return { after, document: isJson ? loadDocument(after, dialect) : null };
    }
    const document = this.snapshots.get();
    const text = document.memory.text();
    // Its tape counts the bytes of the text, not those of the file.
    return encoding === 'utf-8'
      ? { after: text, document }
      : { after: new Encoder(encoding).encode(text, true), document: null };
  }
}

interface After {
  readonly after: Uint8Array;
  readonly document: JsonDocument | null;
}
