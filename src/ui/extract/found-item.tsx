// The item of the status line for a document that was found in the text of the other panel: where, and the way back.

import type { PanelCore, PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { FOUND_LINK } from '../strings/panel/extract.ts';
import styles from '../problems/status-items.module.css';
import { useFoundPlace, writeBack } from './found-link.ts';

/** "From line 42 of app.log", and *Write back* once the document differs. */
export function FoundItem({ core }: { readonly core: PanelCore }) {
  const { content } = usePanelPart(core, partOf);
  const { place, written } = useFoundPlace(core);
  if (place === null) return null;
  const { line, file, isWritable } = place;
  return (
    <>
      <span className={styles.detail} data-hint={isWritable ? undefined : FOUND_LINK.literal}>
        {FOUND_LINK.label(line, file)}
        {!isWritable && ` · ${FOUND_LINK.readOnly}`}
      </span>
      {isWritable && content !== written && (
        <button
          type="button"
          className={styles.counts}
          data-hint={FOUND_LINK.writeHint}
          onClick={() => void writeBack(core)}
        >
          {FOUND_LINK.write}
        </button>
      )}
    </>
  );
}

function partOf({ doc: { content } }: PanelState) {
  return { content };
}
