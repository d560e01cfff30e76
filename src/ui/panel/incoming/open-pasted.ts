// Opens a pasted text as a document. If it is an address, or JSON inside a string, loading or unescaping it is offered too.

import type { Panel } from '../../app/app-model.ts';
import { documentOf, findCopied } from '../../widgets/copied-values.ts';
import { sameDocument } from '../shown-document.ts';
import { PASTED } from '../../strings/documents/pasted.ts';

/** Longest text that is recognised as an address, in characters. */
const LONGEST_ADDRESS = 4096;
/** How many characters are inspected at each end of a text. */
const GLANCE = 200;

/** What else a pasted text may be. */
export type PastedAs = 'address' | 'escaped' | null;

/** Classifies a text. The cost does not depend on its length. */
export function pastedAs(text: string): PastedAs {
  if (text.length <= LONGEST_ADDRESS) {
    const address = text.trim();
    if (/^https?:\/\/\S+$/i.test(address) && URL.canParse(address)) return 'address';
  }
  const isOpened = /^\s*"(?:\s|\\[nrt])*[[{]/.test(text.slice(0, GLANCE));
  return isOpened && /[\]}](?:\s|\\[nrt])*"\s*$/.test(text.slice(-GLANCE)) ? 'escaped' : null;
}

/** Opens a pasted text in a panel. */
export async function openPasted({ core, actions }: Panel, text: string): Promise<void> {
  const copied = findCopied(text);
  if (!(await (copied === null ? actions.openText(text) : actions.openText(documentOf(text, copied), copied.dialect))))
    return;
  // The offer is for this text, not for one that is opened before the user answers.
  const isSame = sameDocument(core);
  const meant = pastedAs(text);
  if (meant === 'address') {
    const action = { label: PASTED.load, run: () => void (isSame() && actions.openUrl(text.trim())) };
    core.notify({ severity: 'info', message: PASTED.address, action });
  } else if (meant === 'escaped') {
    const action = { label: PASTED.unescape, run: () => void (isSame() && actions.format('unescape', 'document')) };
    core.notify({ severity: 'info', message: PASTED.escaped, action });
  }
}
