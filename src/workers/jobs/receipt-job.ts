// The receipt of a document in a job worker: what was opened, read again, beside the snapshot of what it is now, or beside what
// was sent.

import { CodedError } from '../../shared/errors.ts';
import { readFirstBytes } from '../../shared/bytes/first-bytes.ts';
import { beginsAsGzip } from '../../shared/bytes/gzip.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import type { Dialect } from '../../shared/document/dialect.ts';
import type { Receipt, ReceiptHashes, ReceiptRequest } from '../../shared/protocol/receipt.ts';
import { receiveDocument } from '../common/handover.ts';
import { unpackGzip } from '../document/gunzip.ts';
import { compileEngine } from '../../engine/base/memory.ts';
import { JsonDocument } from '../../engine/document/document.ts';
import { Encoder } from '../../engine/document/encoding.ts';
import { writeReceipt } from '../../engine/receipt/receipt.ts';
import { JobDriver } from './drive-job.ts';

/** Bytes that are scanned at once. */
const PIECE = 1 << 21;

/** The part of a job worker that writes receipts. */
export class ReceiptJob {
  private readonly module = compileEngine();
  private readonly driver = new JobDriver();
  private document: JsonDocument | null = null;

  /** @throws CodedError `refused` for a snapshot of another version, `too-large` */
  async keep(source: MessagePort): Promise<void> {
    this.document = null;
    this.document = await receiveDocument(this.module, source);
  }

  /** @throws CodedError `unreadable` when what was opened can't be read any more; `too-large`, `cancelled` */
  async write(request: ReceiptRequest, progress: MessagePort): Promise<Receipt> {
    try {
      const before = await readWhole(request.opened);
      const { after, document } = await this.after(request);
      const order = { before, dialect: request.dialect, after, document: document?.isWhole === true ? document : null };
      return await this.driver.report(writeReceipt(this.module, order), progress);
    } finally {
      progress.close();
    }
  }

  /** @throws CodedError as `write`; `refused` where the browser has no SHA-256, as in a page without https */
  async hash(request: ReceiptRequest): Promise<ReceiptHashes> {
    // It is undefined in a page without https.
    const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
    if (subtle === undefined) throw new CodedError('refused', '');
    const hex = async (bytes: Uint8Array): Promise<string> =>
      [...new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    return { before: await hex(await readWhole(request.opened)), after: await hex((await this.after(request)).after) };
  }

  private async after({ sent, isJson, dialect, encoding }: ReceiptRequest): Promise<After> {
    if (sent !== null) {
      const after = await readWhole(sent);
      return { after, document: isJson ? this.parse(after, dialect) : null };
    }
    const { document } = this;
    if (document === null) throw new RangeError('no snapshot, expected one before a receipt');
    const text = document.memory.text();
    // Its tape counts the bytes of the text, not those of the file.
    return encoding === 'utf-8'
      ? { after: text, document }
      : { after: new Encoder(encoding).encode(text, true), document: null };
  }

  private parse(bytes: Uint8Array, dialect: Dialect): JsonDocument {
    const document = new JsonDocument(this.module, bytes.length, dialect);
    for (let start = 0; start < bytes.length; start += PIECE) document.append(bytes.subarray(start, start + PIECE));
    document.complete();
    return document;
  }
}

interface After {
  readonly after: Uint8Array;
  readonly document: JsonDocument | null;
}

/** Reads all bytes of a content, unpacked. @throws CodedError `unreadable` */
async function readWhole(content: Blob): Promise<Uint8Array> {
  try {
    if (!beginsAsGzip(await readFirstBytes(content))) return new Uint8Array(await content.arrayBuffer());
    const pieces: Uint8Array[] = [];
    for await (const piece of unpackGzip(content)) pieces.push(piece.slice());
    return joinBytes(pieces);
  } catch (error) {
    throw new CodedError('unreadable', error instanceof Error ? error.message : String(error));
  }
}
