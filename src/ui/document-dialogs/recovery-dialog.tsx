// Offers the unsaved work of closed tabs at the start. @see requirements DOC-15

import { useRef } from 'react';
import type { DraftHead } from '../documents/storage/draft-record.ts';
import type { App } from '../app-model/app-model.ts';
import { useDocumentsState } from '../documents/documents.ts';
import { RECOVERY } from '../strings/documents/documents.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { MiddleCut } from '../widgets/middle-cut.tsx';
import styles from './recovery-dialog.module.css';

/** The dialog. If it is dismissed, it appears again at the next start. */
export default function RecoveryDialog({ app }: { readonly app: App }) {
  const { documents, panels } = app;
  const { drafts } = useDocumentsState(documents);
  // The button that has the focus first recovers: Enter loses nothing.
  const first = useRef<HTMLButtonElement>(null);
  const discard = async (id: string): Promise<void> => {
    documents.dropDraft(id);
    await (await documents.drafts()).delete(id);
  };
  const recover = async ({ id, side }: DraftHead): Promise<void> => {
    const { core, actions } = panels[side];
    const kept = await documents.drafts();
    const draft = await kept.read(id);
    documents.dropDraft(id);
    if (draft === null) return core.notify({ severity: 'warning', message: RECOVERY.gone });
    if (!(await actions.opening.recover(draft))) return;
    // From here on the panel has a draft of its own.
    if (await actions.autosave.drafted()) await kept.delete(id);
  };
  const close = (): void => documents.dropDraft();
  return (
    <Dialog title={RECOVERY.title} open={drafts.length > 0} onClose={close} initialFocus={first}>
      <p className={styles.text}>{RECOVERY.text}</p>
      <ul className={styles.list}>
        {drafts.map((draft) => (
          <li key={draft.id} className={styles.draft}>
            <span className={styles.name}>
              <MiddleCut text={draft.name} />
            </span>
            {draft.at !== null && (
              <time className={styles.date} dateTime={new Date(draft.at).toISOString()}>
                {new Date(draft.at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
            )}
            <span className={styles.actions}>
              <Button
                look="quiet"
                label={`${RECOVERY.discard} ${draft.name}`}
                onClick={() => void discard(draft.id).catch(panels.left.core.report)}
              >
                {RECOVERY.discard}
              </Button>
              <Button
                ref={draft === drafts[0] ? first : undefined}
                look="primary"
                label={`${RECOVERY.recover} ${draft.name}`}
                onClick={() => void recover(draft).catch(panels[draft.side].core.report)}
              >
                {RECOVERY.recover}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Actions>
        <Button look="outline" onClick={close}>
          {RECOVERY.later}
        </Button>
      </Actions>
    </Dialog>
  );
}
