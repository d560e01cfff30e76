// Asks what to do when the document was saved elsewhere since it was opened here. @see requirements DOC-16

import { useState } from 'react';
import type { Conflict } from '../panel-core.ts';
import { Button } from '../../widgets/button.tsx';
import { Actions, Dialog } from '../../widgets/dialog/dialog.tsx';
import { CONFLICT } from '../../strings/panel/panel.ts';

export interface ConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly onAnswer: (how: 'overwrite' | 'copy' | 'later') => void;
  /** Shows the other version beside this one. */
  readonly onCompare: () => void;
}

/** The dialog. Closing it postpones the decision; nothing is saved until then. */
export default function ConflictDialog({ conflict, onAnswer, onCompare }: ConflictDialogProps) {
  // The message stays while the dialog fades out.
  const [message, setMessage] = useState('');
  if (conflict !== null && conflict.message !== message) setMessage(conflict.message);
  return (
    <Dialog title={CONFLICT.title} open={conflict?.asking === true} onClose={() => onAnswer('later')}>
      <p dir="auto">
        {message} {CONFLICT.kept}
      </p>
      <Actions>
        <Button look="outline" onClick={onCompare}>
          {CONFLICT.compare}
        </Button>
        <Button look="outline" onClick={() => onAnswer('overwrite')}>
          {CONFLICT.overwrite}
        </Button>
        <Button look="primary" onClick={() => onAnswer('copy')}>
          {CONFLICT.copy}
        </Button>
      </Actions>
    </Dialog>
  );
}
