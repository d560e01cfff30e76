// Asks for the address of a document.

import { useId, useState, type FormEvent } from 'react';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';
import styles from './address.module.css';

export interface AddressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onOpen: (url: string) => void;
}

/** The dialog behind "From url…". */
export function AddressDialog({ open, onClose, onOpen }: AddressDialogProps) {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const close = (): void => {
    setWrong(false);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('address');
    const url = typeof value === 'string' ? value.trim() : '';
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return setWrong(true);
    close();
    onOpen(url);
  };
  return (
    <Dialog title="Open from url" open={open} onClose={close}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>Address</label>
        <input
          id={id}
          name="address"
          type="url"
          className={styles.field}
          placeholder="https://example.org/data.json"
          autoComplete="url"
          spellCheck={false}
          aria-invalid={wrong}
          aria-describedby={`${id}-hint`}
          onChange={() => setWrong(false)}
        />
        <p id={`${id}-hint`} className={wrong ? styles.wrong : styles.hint}>
          {wrong
            ? 'This is not an address. It starts with https:// or http://.'
            : 'The server has to let other pages read it.'}
        </p>
        <Actions>
          <Button look="outline" onClick={close}>
            Cancel
          </Button>
          <button type="submit" className={buttonClass('primary')}>
            Open
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
