// Asks for the size of the letters in text, tree and table.

import { useId, useState, type FormEvent } from 'react';
import { readFontSize } from '../../shared/fontsize.ts';
import fields from '../panel/address.module.css';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';

export interface FontSizeDialogProps {
  readonly open: boolean;
  readonly value: string;
  readonly onClose: () => void;
  /** Applies a text; answers whether it is a size. */
  readonly onApply: (text: string) => boolean;
}

/** The dialog behind "Font size…". @see requirements TXT-1 */
export function FontSizeDialog({ open, value, onClose, onApply }: FontSizeDialogProps) {
  const id = useId();
  const [wrong, setWrong] = useState(false);
  const close = (): void => {
    setWrong(false);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('size');
    if (typeof text !== 'string' || readFontSize(text) === undefined) return setWrong(true);
    if (onApply(text)) close();
  };
  return (
    <Dialog title="Font size" open={open} onClose={close}>
      <form className={fields.form} onSubmit={submit} noValidate>
        <label htmlFor={id}>Size of the text</label>
        <input
          id={id}
          name="size"
          className={fields.field}
          defaultValue={value}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={wrong}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={() => setWrong(false)}
        />
        <p id={`${id}-hint`} className={wrong ? fields.wrong : fields.hint} role={wrong ? 'alert' : undefined}>
          {wrong
            ? 'This is not a font size, so nothing was changed. Write two digits and px or pt, such as 14px.'
            : 'Two digits and px or pt, such as 14px. Ctrl and the wheel over the text change it too.'}
        </p>
        <Actions>
          <Button look="outline" onClick={close}>
            Cancel
          </Button>
          <button type="submit" className={buttonClass('primary')}>
            Apply
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
