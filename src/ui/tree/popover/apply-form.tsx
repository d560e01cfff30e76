// The form around a popover's editor: a preview of what would be written, an error, and the button. Enter in a field submits
// it.

import { useState, type FormEvent, type ReactNode } from 'react';
import { buttonClass } from '../../widgets/button.tsx';
import { POPOVER } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';

export interface WritingProps {
  /** The JSON to write; `null` when nothing has changed or the input is not valid. */
  readonly json: string | null;
  readonly readOnly: boolean;
  readonly onWrite: (json: string) => Promise<string | null>;
  readonly children: ReactNode;
  /** The spelling that is shown beside the button. */
  readonly preview?: string;
}

/** A form that writes a value. */
export function ApplyForm({ json, readOnly, onWrite, children, preview }: WritingProps) {
  const [problem, setProblem] = useState<{ readonly of: string; readonly text: string } | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (json === null || readOnly) return;
    void onWrite(json).then((text) => text !== null && setProblem({ of: json, text }));
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      {children}
      {problem !== null && problem.of === json && (
        <p className={styles['wrong']} role="alert">
          {problem.text}
        </p>
      )}
      {!readOnly && (
        <div className={styles['end']}>
          <code className={styles['spelt']}>{preview}</code>
          <button type="submit" className={buttonClass('primary')} aria-disabled={json === null}>
            {POPOVER.apply}
          </button>
        </div>
      )}
    </form>
  );
}
