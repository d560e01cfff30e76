// The end of a popover that writes: what would be written, what went wrong, and the button. Enter in any field writes too.

import { useState, type FormEvent, type ReactNode } from 'react';
import { buttonClass } from '../../widgets/button.tsx';
import { POPOVER } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';

export interface WritingProps {
  /** What would be written; `null` where there is nothing to write. */
  readonly json: string | null;
  readonly readOnly: boolean;
  readonly onWrite: (json: string) => Promise<string | null>;
  readonly children: ReactNode;
  /** How it is spelt then, for the eye. */
  readonly preview?: string;
}

/** A form that writes a value. */
export function Writing({ json, readOnly, onWrite, children, preview }: WritingProps) {
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
