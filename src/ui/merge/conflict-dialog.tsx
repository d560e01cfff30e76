// Asks what to do when the document was saved elsewhere since it was opened here. @see requirements DOC-16

import { useState } from 'react';
import type { App, Panel } from '../app-model/app-model.ts';
import { startMerge } from './start-merge.ts';
import { isShelved } from '../model/origin.ts';
import type { Conflict } from '../panel-core/panel-document.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { MERGE } from '../strings/documents/merge.ts';
import { CONFLICT } from '../strings/panel/panel.ts';
import { otherSide } from '../../shared/side.ts';

export interface ConflictDialogProps {
  readonly app: Pick<App, 'documents' | 'panels' | 'comparing'>;
  readonly panel: Panel;
  readonly conflict: Conflict | null;
}

/** The dialog. Closing it postpones the decision; nothing is saved until then. */
export default function ConflictDialog({ app, panel, conflict }: ConflictDialogProps) {
  const { core, actions } = panel;
  const onAnswer = (how: 'overwrite' | 'copy' | 'later'): void => void actions.autosave.resolveConflict(how);
  const merge = async (): Promise<void> => {
    await actions.autosave.resolveConflict('later');
    await startMerge(core, app.documents);
  };
  // Shows the other version beside this one.
  const compare = async (): Promise<void> => {
    await actions.autosave.resolveConflict('later');
    const { origin } = core.state.document;
    if (isShelved(origin)) await app.panels[otherSide(core.side)].actions.opening.openShelved(origin.key);
    if (!app.comparing.state.on) app.comparing.toggle();
  };
  // The message stays while the dialog fades out.
  const [message, setMessage] = useState('');
  if (conflict !== null && conflict.message !== message) setMessage(conflict.message);
  return (
    <Dialog title={CONFLICT.title} open={conflict?.asking === true} onClose={() => onAnswer('later')}>
      <p dir="auto">
        {message} {CONFLICT.kept}
      </p>
      <Actions>
        <Button look="outline" onClick={() => void compare()}>
          {CONFLICT.compare}
        </Button>
        <Button look="outline" onClick={() => onAnswer('overwrite')}>
          {CONFLICT.overwrite}
        </Button>
        <Button look="outline" onClick={() => onAnswer('copy')}>
          {CONFLICT.copy}
        </Button>
        <Button look="primary" onClick={() => void merge()}>
          {MERGE.action}
        </Button>
      </Actions>
    </Dialog>
  );
}
