// The dialog for going to a line, a byte or a path, in one field that describes its target.

import { useEffect, useId, useState, type FormEvent } from 'react';
import type { DocumentTarget } from '../../shared/document/target.ts';
import type { KeysAhead } from '../widgets/keys-ahead.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { GO_TO } from '../strings/panel/go-to.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { useTargetLookup, type LocateTarget } from './use-target-lookup.ts';
import fields from '../widgets/dialog/field-dialog.module.css';

export interface GoToDialogProps {
  /** Keys typed before the field was rendered. */
  readonly ahead: KeysAhead;
  /** The initial text of the field; `null` while the dialog is closed. */
  readonly asked: string | null;
  readonly look: LocateTarget;
  readonly onClose: () => void;
  readonly onGo: (target: DocumentTarget) => Promise<void>;
}

/** The dialog of Ctrl+G. */
export default function GoToDialog({ ahead, asked, look, onClose, onGo }: GoToDialogProps) {
  const [went, setWent] = useState(false);
  // After going somewhere, the focus does not return to where the dialog was opened from.
  return (
    <Dialog title={GO_TO.title} open={asked !== null} onClose={onClose} finalFocus={() => !went}>
      <Form
        ahead={ahead}
        begin={asked ?? ''}
        look={look}
        onStart={() => setWent(false)}
        onClose={onClose}
        onGo={(target) => {
          setWent(true);
          onClose();
          // In a separate task: until the dialog has closed, nothing outside it can take the focus.
          setTimeout(() => void onGo(target));
        }}
      />
    </Dialog>
  );
}

function Form({
  ahead,
  begin,
  look,
  onStart,
  onClose,
  onGo,
}: {
  readonly ahead: KeysAhead;
  readonly begin: string;
  readonly look: LocateTarget;
  readonly onStart: () => void;
  readonly onClose: () => void;
  readonly onGo: (target: DocumentTarget) => void;
}) {
  const id = useId();
  const [wanted, setWanted] = useState(begin);
  const { answer, goOnceKnown } = useTargetLookup(wanted, look, onGo);
  // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  useEffect(onStart, []);
  const isAnswered = answer.wanted === wanted;
  const isWrong = isAnswered && answer.target === null && wanted.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isAnswered && answer.target !== null) return onGo(answer.target);
    // Enter was pressed before the lookup was done.
    goOnceKnown(wanted);
  };
  /** Applies the keys typed before the field was rendered. They replace the initial text, which would have been selected. */
  const takeOver = (field: HTMLInputElement): void => {
    const { text, chooses } = ahead.take();
    if (text === '') field.select();
    else setWanted(text);
    if (chooses) goOnceKnown(text === '' ? wanted : text);
  };
  return (
    <form className={fields.form} onSubmit={submit} noValidate>
      <label htmlFor={id}>{GO_TO.label}</label>
      <input
        id={id}
        className={fields.field}
        value={wanted}
        placeholder="12:5"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onFocus={(event) => takeOver(event.currentTarget)}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={isWrong ? fields.wrong : fields.hint} role="status">
        {answer.message}
      </p>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <button type="submit" className={buttonClass('primary')} aria-disabled={!isAnswered || answer.target === null}>
          {GO_TO.go}
        </button>
      </Actions>
    </form>
  );
}
