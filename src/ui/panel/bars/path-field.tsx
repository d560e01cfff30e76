// The field for typing a path, over the status line of the tree: Enter goes there, Escape closes it. A message above it says
// what the path leads to, or what is wrong with it.

import { useId, useState, type FormEvent, type KeyboardEvent } from 'react';
import { GO_TO } from '../../strings/panel/go-to.ts';
import { useTargetLookup } from '../../go-to/use-target-lookup.ts';
import type { GoToDialogProps } from '../../go-to/go-to-dialog.tsx';
import styles from './path-field.module.css';

/** Renders the field while it is open. */
export default function PathField({ asked, look, onClose, onGo }: GoToDialogProps) {
  if (asked === null) return null;
  return <Field asked={asked} look={look} onClose={onClose} onGo={onGo} />;
}

function Field({ asked, look, onClose, onGo }: Omit<GoToDialogProps, 'ahead'> & { readonly asked: string }) {
  const id = useId();
  const [wanted, setWanted] = useState(asked);
  const { answer, goOnceKnown } = useTargetLookup(wanted, look, (target) => {
    onClose();
    void onGo(target);
  });
  const isWrong = answer.wanted === wanted && answer.target === null && wanted.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    goOnceKnown(wanted);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
    onClose();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p id={`${id}-hint`} className={isWrong ? styles['wrong'] : styles['hint']} role="status">
        {answer.message}
      </p>
      <input
        className={styles['field']}
        aria-label={GO_TO.label}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        value={wanted}
        placeholder={GO_TO.example}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is there because somebody asked to type
        autoFocus
        onFocus={({ currentTarget: field }) => {
          // Selects the initial path, so that typing replaces it; a "/" that opened the field is continued.
          if (asked === '/') field.setSelectionRange(1, 1);
          else field.select();
        }}
        onChange={(event) => setWanted(event.currentTarget.value)}
        onKeyDown={key}
        onBlur={onClose}
      />
    </form>
  );
}
