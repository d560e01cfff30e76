// The leak guard over records, few of which hold anything; and receipts of changes, in scans.

import { compileEngine } from '../../src/engine/base/memory.ts';
import { finish } from '../../src/engine/base/work.ts';
import type { JsonDocument } from '../../src/engine/document/document.ts';
import { formatDocument } from '../../src/engine/layout/format.ts';
import { findLeaks } from '../../src/engine/leaks/find-leaks.ts';
import { listTextLeaks } from '../../src/engine/leaks/find-in-text.ts';
import { writeReceipt } from '../../src/engine/receipt/receipt.ts';
import { openDocument, scanOf } from './open.ts';
import type { Step } from './step.ts';

const LINE_FEED = 0x0a;
/** For 100 MB. */
const ALL_MS = 3000;
/** Of a receipt, without SHA-256; half of it is the count of numbers that a double does not hold. */
const RECEIPT_SCANS = 5;

/** Returns the steps on a document. */
export function* trustSteps(document: JsonDocument): Generator<Step> {
  const scanning = scanOf(document);
  const limit = { ms: Math.max(50, Math.round((ALL_MS * document.size) / 1e8)) };
  const facts = (): Record<string, number> => ({ bytes: document.size });
  yield {
    name: 'secrets and personal data',
    own: () => void finish(findLeaks(document.places)),
    beside: [scanning],
    limit,
    facts,
  };
  yield {
    name: 'secrets in a text that is not valid',
    own: () => void finish(listTextLeaks(document.memory.text())),
    beside: [scanning],
    facts,
  };
  const module = compileEngine();
  const before = document.memory.text().slice();
  const receipt = (name: string, after: JsonDocument, scans?: number): Step => ({
    name,
    own: () =>
      void finish(writeReceipt(module, { before, dialect: 'json', after: after.memory.text(), document: after })),
    beside: [scanning],
    ...(scans !== undefined && { limit: { scans } }),
    facts,
  });
  yield receipt('a receipt of three edits', openDocument(edited(before)), RECEIPT_SCANS);
  const style = document.memory.text().includes(LINE_FEED) ? 'compact' : 'format';
  const laidOut = finish(formatDocument(document, { style, indent: '  ', maxLineLength: 80 }));
  yield receipt('a receipt of a new layout', laidOut);
}

/** Changes a digit at the start, in the middle and at the end. */
function edited(bytes: Uint8Array): Uint8Array {
  const made = bytes.slice();
  for (const share of [0.1, 0.5, 0.9]) {
    const at = made.findIndex((byte, index) => index > made.length * share && byte >= 0x31 && byte <= 0x38);
    if (at >= 0) made[at] = (made[at] ?? 0) + 1;
  }
  return made;
}
