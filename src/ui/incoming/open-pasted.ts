// Opens a pasted text as a document. If it is an address, or JSON inside a string, loading or unescaping it is offered too.

import type { Panel } from '../app-model/app-model.ts';
import { documentOf, findCopied } from '../widgets/clipboard.ts';
import { sameDocument } from '../panel-core/shown-document.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { PASTED } from '../strings/documents/pasted.ts';

const loadCsv = loadWithRetry(() => import('../documents/csv/open-csv.ts'));

/** Longest text that is recognised as an address, in characters. */
const MAX_ADDRESS_LENGTH = 4096;
/** How many characters are inspected at each end of a text. */
const GLANCE = 200;

/** What else a pasted text may be. */
export type PastedContent = 'address' | 'escaped' | null;

/** Classifies a text. The cost does not depend on its length. */
export function pastedAs(text: string): PastedContent {
  if (text.length <= MAX_ADDRESS_LENGTH) {
    const address = text.trim();
    if (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address)) return 'address';
  }
  const isOpened = /^\s*"(?:\s|\\[nrt])*[[{]/.test(text.slice(0, GLANCE));
  return isOpened && /[\]}](?:\s|\\[nrt])*"\s*$/.test(text.slice(-GLANCE)) ? 'escaped' : null;
}

/** Longest beginning of a text by which it is taken for a table, in characters. */
const MAX_SAMPLE_LENGTH = 4096;

/**
 * Whether a text that is not JSON is plainly a table: one separator splits its first lines, two at least, into the same number of
 * cells. Whether it splits all of them is found out when it is read.
 */
export function isPlainlyTable(text: string): boolean {
  if (/^\s*[[{"]/.test(text.slice(0, GLANCE)) && !/^\s*"[^"\r\n]*"[\t,;|]/.test(text.slice(0, MAX_SAMPLE_LENGTH)))
    return false;
  const lines = text.slice(0, MAX_SAMPLE_LENGTH).split(/\r\n|[\r\n]/);
  // The last one may be cut.
  if (text.length > MAX_SAMPLE_LENGTH) lines.pop();
  const rows = lines.filter((line) => line !== '').map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '""'));
  if (rows.length < 2) return false;
  return ['\t', ';', '|', ','].some((separator) => {
    const count = rows[0]?.split(separator).length ?? 0;
    // Lines of JavaScript all end with a comma.
    const isEnd = rows.every((row) => row.trimEnd().endsWith(separator) && separator !== '\t');
    return count > 1 && !isEnd && rows.every((row) => row.split(separator).length === count);
  });
}

/** Opens a pasted text in a panel. */
export async function openPasted({ core, actions }: Panel, text: string): Promise<void> {
  const copied = findCopied(text);
  if (copied === null && isPlainlyTable(text)) {
    const { openTableText } = await loadCsv();
    if (await openTableText(core, actions.opening, text)) return;
  }
  if (
    !(await (copied === null
      ? actions.opening.openText(text)
      : actions.opening.openText(copied.json ?? documentOf(text, copied), copied.dialect)))
  )
    return;
  // The offer is for this text, not for one that is opened before the user answers.
  const isSame = sameDocument(core);
  const meant = pastedAs(text);
  if (meant === 'address') {
    const action = { label: PASTED.load, run: () => void (isSame() && actions.opening.openUrl(text.trim())) };
    core.notify({ severity: 'info', message: PASTED.address, action });
  } else if (meant === 'escaped') {
    const action = {
      label: PASTED.unescape,
      run: () => void (isSame() && actions.editing.format('unescape', 'document')),
    };
    core.notify({ severity: 'info', message: PASTED.escaped, action });
  }
}
