// The dialog *Copy as*: all forms with an estimate of their tokens, and the beginning of the chosen one.

import { useId, useState, type KeyboardEvent } from 'react';
import type { FormText, ValueForm } from '../../shared/protocol/forms.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { COPY_AS, FORM_HINTS, FORM_NAMES } from '../strings/editors/forms.ts';
import { Button } from '../widgets/button.tsx';
import { refusal } from '../widgets/begin-copy.ts';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { copyForm } from './copy-as.ts';
import { FORM_GROUPS } from './copy-as-entries.ts';
import { writeForm, type CopySource } from './form-jobs.ts';
import { useForms, type Written } from './use-forms.ts';
import styles from './copy-as.module.css';

export interface CopyAsDialogProps {
  readonly core: PanelCore;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog "Copy as". @see requirements NEW-11 */
export default function CopyAsDialog({ core, open, onClose }: CopyAsDialogProps) {
  return (
    <Dialog title={COPY_AS.title} open={open} onClose={onClose} wide>
      {open && <Content core={core} onClose={onClose} />}
    </Dialog>
  );
}

function Content({ core, onClose }: Omit<CopyAsDialogProps, 'open'>) {
  const name = useId();
  const [form, setForm] = useState<ValueForm>('json');
  const { source, problem, written } = useForms(core, form);
  const shown = written.get(form);
  const canCopy = source !== null && !(shown !== undefined && 'problem' in shown);
  const copy = (): void => {
    if (source === null || !canCopy) return;
    onClose();
    const known = shown !== undefined && 'content' in shown ? shown : null;
    const writing = known === null ? writeAgain(core, source, form) : Promise.resolve(known);
    copyForm(core, form, writing).catch((error: unknown) => core.report(refusal(COPY_AS.refused, error)));
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') copy();
  };
  const lost = shown !== undefined && 'loss' in shown ? COPY_AS.lost(form, shown.loss) : '';
  return (
    <div className={styles.content}>
      <fieldset className={styles.forms}>
        <legend className={styles.legend}>{COPY_AS.form}</legend>
        {FORM_GROUPS.map(({ label, forms }) => (
          <div key={label} role="group" aria-label={label} className={styles.group}>
            <p className={styles.kind}>{label}</p>
            {forms.map((one) => (
              <label key={one} className={styles.form} data-chosen={one === form}>
                <input
                  type="radio"
                  name={name}
                  checked={one === form}
                  onChange={() => setForm(one)}
                  onKeyDown={onKey}
                />
                <span>
                  {FORM_NAMES[one]} <small>{FORM_HINTS[one]}</small>
                </span>
                <span className={styles.tokens}>{tokensOf(written.get(one))}</span>
              </label>
            ))}
          </div>
        ))}
      </fieldset>
      <div className={styles.shown}>
        <textarea
          className={styles.preview}
          readOnly
          aria-label={COPY_AS.preview}
          dir="ltr"
          value={shown !== undefined && 'preview' in shown ? shown.preview : ''}
        />
        <p className={styles.said} role="status">
          {problem !== '' ? problem : shown === undefined ? COPY_AS.reading : 'problem' in shown ? shown.problem : lost}
        </p>
        <p className={styles.faint}>{COPY_AS.estimate}</p>
      </div>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <Button look="primary" disabled={!canCopy} onClick={copy}>
          {COPY_AS.copy}
        </Button>
      </Actions>
    </div>
  );
}

/** Writes a form that was not written for the preview yet, with its progress in the panel. */
function writeAgain(core: PanelCore, source: CopySource, form: ValueForm): Promise<FormText> {
  return core.run(COPY_AS.working, (task) => writeForm(source, form, task));
}

function tokensOf(written: Written | undefined): string {
  return written !== undefined && 'tokens' in written ? COPY_AS.tokens(written.tokens) : '';
}
