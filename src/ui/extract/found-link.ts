// Where a document was found in the text of the other panel, and the way back: the changed value is written where it stood, as one
// undo step of that text.

import { proxy, ref, useSnapshot } from 'valtio';
import { CodedError } from '../../shared/errors.ts';
import type { RecordIdentity } from '../../shared/protocol/extract.ts';
import { asByte } from '../../shared/units.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { FeatureSlot } from '../model/slot.ts';
import { usePanelDocument } from '../panel-core/use-panel-part.ts';
import { FOUND_LINK } from '../strings/panel/extract.ts';
import { extractionOf } from './extraction.ts';

/** The place of a find in a text. */
export interface FoundPlace {
  /** The panel with the text, and its document. */
  readonly source: PanelCore;
  readonly sourceDocument: PanelDocument;
  readonly file: string;
  readonly line: number;
  readonly record: RecordIdentity;
  readonly isWritable: boolean;
}

interface LinkEntry {
  place: FoundPlace | null;
  /** `content` of the document when the text had the same value. */
  written: number;
}

const LINK = new FeatureSlot<PanelDocument, LinkEntry>(() => proxy<LinkEntry>({ place: null, written: -1 }));

/** Notes where the document of a panel was found. */
export function noteFound(core: PanelCore, place: FoundPlace): void {
  Object.assign(LINK.of(core.document), { place: ref(place), written: core.client.state.content });
}

/** Where a panel's document was found, if it was; re-renders when that changes. */
export function useFoundPlace(core: PanelCore): { place: FoundPlace | null; written: number } {
  const { place, written } = useSnapshot(LINK.of(usePanelDocument(core)));
  return { place: place as FoundPlace | null, written };
}

/** Whether a panel's document was found in the text of the other one, and differs from what stands there. */
export function canWriteBack(core: PanelCore): boolean {
  const { place, written } = LINK.of(core.document);
  return place?.isWritable === true && core.client.state.content !== written;
}

/** Writes a changed document back where it was found. Reports errors to the user. */
export async function writeBack(core: PanelCore): Promise<void> {
  const entry = LINK.of(core.document);
  const { place } = entry;
  if (place === null) return;
  const { source, sourceDocument, file, line, record } = place;
  try {
    await core.view?.complete?.();
    await core.client.caughtUp();
    const { validity, content } = core.client.state;
    if (validity !== 'valid') throw new CodedError('refused', FOUND_LINK.invalid);
    if (source.document !== sourceDocument) throw new CodedError('refused', FOUND_LINK.closed(file));
    const json = await core.client.read();
    let isSame = true;
    await source.write(FOUND_LINK.writing, async (task) => {
      const { text, revision } = await source.client.readVersion(task);
      const change = await extractionOf(source).plan(text, record, json);
      isSame = change.start === change.end && change.insert.length === 0;
      if (isSame) return null;
      const splice = { start: asByte(change.start), end: asByte(change.end), insert: change.insert };
      const done = await source.client.apply(revision, [splice], 'alone');
      // Only now: a write that was refused leaves the text as it was.
      entry.place = ref({ ...place, record: change.record });
      return done;
    });
    entry.written = content;
    // The text has it: closing this document loses nothing.
    if (core.client.state.content === content) core.state.document.savedContent = content;
    core.notify({ severity: 'success', message: isSame ? FOUND_LINK.same : FOUND_LINK.done(line, file) });
  } catch (error) {
    core.report(error);
  }
}
