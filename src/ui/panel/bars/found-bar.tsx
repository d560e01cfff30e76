// A document that was found in the text of the other panel: where, and the way back. Below the content.

import { CornerDownLeft } from 'lucide-react';
import { useFoundPlace, writeBack } from '../../extract/found-link.ts';
import type { PanelCore, PanelState } from '../../panel-core/panel-core.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { FOUND_LINK } from '../../strings/panel/extract.ts';
import { Button } from '../../widgets/button.tsx';
import styles from './file-change.module.css';

/** "From line 42 of app.log", and *Write back* once the document differs. */
export function FoundBar({ core }: { readonly core: PanelCore }) {
  const { content } = usePanelPart(core, partOf);
  const { place, written } = useFoundPlace(core);
  if (place === null) return null;
  const { line, file, isWritable } = place;
  return (
    <div className={styles.bar}>
      <CornerDownLeft size={16} aria-hidden className={styles.sign} />
      <span className={styles.words} data-hint={isWritable ? undefined : FOUND_LINK.literal}>
        {FOUND_LINK.label(line, file)}
        {!isWritable && ` · ${FOUND_LINK.readOnly}`}
      </span>
      {isWritable && content !== written && (
        <span className={styles.actions}>
          <Button look="outline" tooltip={FOUND_LINK.writeHint} onClick={() => void writeBack(core)}>
            {FOUND_LINK.write}
          </Button>
        </span>
      )}
    </div>
  );
}

function partOf({ doc: { content } }: PanelState) {
  return { content };
}
