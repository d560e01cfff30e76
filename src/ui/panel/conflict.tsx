// Asks what to do when another tab has saved the document that is worked on here. @see requirements DOC-16

import { useState } from 'react';
import type { Conflict } from '../store/panel.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';

export interface ConflictDialogProps {
  readonly conflict: Conflict | null;
  readonly onAnswer: (how: 'overwrite' | 'copy' | 'later') => void;
  /** Shows the other version beside this one. */
  readonly onCompare: () => void;
}

/** The dialog; closing it leaves the question for later, and nothing is written until then. */
export function ConflictDialog({ conflict, onAnswer, onCompare }: ConflictDialogProps) {
  // While the dialog goes, it still says what it asked.
  const [message, setMessage] = useState('');
  if (conflict !== null && conflict.message !== message) setMessage(conflict.message);
  return (
    <Dialog title="Saved elsewhere" open={conflict?.asking === true} onClose={() => onAnswer('later')}>
      <p dir="auto">{message} Your changes are still here, and nothing was written over.</p>
      <Actions>
        <Button look="outline" onClick={onCompare}>
          Compare
        </Button>
        <Button look="outline" onClick={() => onAnswer('overwrite')}>
          Overwrite with mine
        </Button>
        <Button look="primary" onClick={() => onAnswer('copy')}>
          Save mine as a copy
        </Button>
      </Actions>
    </Dialog>
  );
}
