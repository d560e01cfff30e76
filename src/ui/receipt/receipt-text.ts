// A receipt as text, to be copied.

import type { Receipt, ReceiptHashes } from '../../shared/protocol/receipt.ts';
import { RECEIPT } from '../strings/panel/receipt.ts';

/** What a receipt is about. */
export interface ReceiptSubject {
  readonly name: string;
  /** When it was asked for. */
  readonly at: Date;
  /** Whether it is of a copy that was sent. */
  readonly isSent: boolean;
  readonly notes: readonly string[];
}

/** The lines of a receipt. `hashes`: `null` where the browser can't compute them. */
export function receiptText(
  receipt: Receipt,
  hashes: ReceiptHashes | null,
  { name, at, isSent, notes }: ReceiptSubject,
): string {
  const { bytesBefore, bytesAfter, by, spans, spanCount } = receipt;
  const line = (label: string, size: number, hash: string | undefined): string =>
    `${label}: ${RECEIPT.bytes(size)}${hash === undefined ? '' : `, SHA-256 ${hash}`}`;
  return [
    RECEIPT.head(name, at),
    line(RECEIPT.opened, bytesBefore, hashes?.before),
    line(isSent ? RECEIPT.sent : RECEIPT.now, bytesAfter, hashes?.after),
    ...(hashes === null ? [RECEIPT.noHash] : []),
    ...RECEIPT.said(receipt),
    ...(by === 'bytes' ? spans.map((span) => RECEIPT.span(span)) : []),
    ...(by === 'bytes' && spanCount > spans.length ? [RECEIPT.moreSpans(spanCount - spans.length)] : []),
    ...notes,
    '',
  ].join('\n');
}
