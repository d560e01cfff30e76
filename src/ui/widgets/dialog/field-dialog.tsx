// A dialog that asks for one line of text. A refused text stays in the field, with a sentence that says why.

import { useId, useState, type FormEvent } from 'react';
import { Button, buttonClass } from '../button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { CANCEL } from '../../strings/app/layout.ts';
import styles from './field-dialog.module.css';

export interface FieldDialogProps {
  readonly title: string;
  readonly label: string;
  /** Shown below the field while there is no error. */
  readonly hint: string;
  /** The label of the submit button. */
  readonly yes: string;
  readonly open: boolean;
  readonly value?: string;
  readonly placeholder?: string;
  /** Selects the on-screen keyboard of phones. */
  readonly type?: 'text' | 'url';
  readonly onClose: () => void;
  /** Accepts the text; returns an error message, or `null` if it was accepted. */
  readonly onText: (text: string) => string | null;
}

/** The dialog. It closes once its text is accepted. */
export function FieldDialog({ title, open, onClose, onText, ...field }: FieldDialogProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const close = (): void => {
    setProblem(null);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('text');
    const wrong = onText(typeof text === 'string' ? text : '');
    if (wrong === null) close();
    else setProblem(wrong);
  };
  return (
    <Dialog title={title} open={open} onClose={close}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>{field.label}</label>
        <input
          id={id}
          name="text"
          type={field.type ?? 'text'}
          className={styles.field}
          dir={field.type === 'url' ? 'ltr' : 'auto'}
          defaultValue={field.value}
          placeholder={field.placeholder}
          autoComplete={field.type === 'url' ? 'url' : 'off'}
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={() => setProblem(null)}
        />
        <p
          id={`${id}-hint`}
          className={problem === null ? styles.hint : styles.wrong}
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? field.hint}
        </p>
        <Actions>
          <Button look="outline" onClick={close}>
            {CANCEL}
          </Button>
          <button type="submit" className={buttonClass('primary')}>
            {field.yes}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
