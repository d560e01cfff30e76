// Asks where to go: a line, a byte or a path, in one field that says what it understands.

import { useEffect, useId, useState, type FormEvent } from 'react';
import { toJsonPath } from '../../shared/path.ts';
import type { Located } from '../../shared/protocol.ts';
import { parseTarget, type Target } from '../../shared/target.ts';
import { messageOf } from '../store/notices.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';
import fields from '../widgets/fielddialog.module.css';

export interface GoToDialogProps {
  /** What the field begins with; `null` while the dialog is closed. */
  readonly asked: string | null;
  readonly look: (target: Target) => Promise<Located>;
  readonly onClose: () => void;
  readonly onGo: (target: Target) => Promise<void>;
}

/** What a text in the field would do. */
export interface Answer {
  readonly wanted: string;
  readonly message: string;
  readonly target: Target | null;
}

/** The dialog behind Ctrl+G. */
export function GoToDialog({ asked, look, onClose, onGo }: GoToDialogProps) {
  const [went, setWent] = useState(false);
  // Whoever went somewhere goes on there, and not where the dialog was opened.
  return (
    <Dialog title="Go to" open={asked !== null} onClose={onClose} finalFocus={() => !went}>
      <Form
        begin={asked ?? ''}
        look={look}
        onStart={() => setWent(false)}
        onClose={onClose}
        onGo={(target) => {
          setWent(true);
          onClose();
          // In a task of its own: until the dialog is gone, nothing outside of it takes the focus.
          setTimeout(() => void onGo(target));
        }}
      />
    </Dialog>
  );
}

function Form({
  begin,
  look,
  onStart,
  onClose,
  onGo,
}: {
  readonly begin: string;
  readonly look: GoToDialogProps['look'];
  readonly onStart: () => void;
  readonly onClose: () => void;
  readonly onGo: (target: Target) => void;
}) {
  const id = useId();
  const [wanted, setWanted] = useState(begin);
  const [answer, setAnswer] = useState<Answer>({ wanted: '', message: '', target: null });
  // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  useEffect(onStart, []);
  useEffect(() => {
    let isLatest = true;
    void explain(wanted, look).then((next) => {
      if (isLatest) setAnswer({ wanted, ...next });
    });
    return () => {
      isLatest = false;
    };
  }, [wanted, look]);
  const isAnswered = answer.wanted === wanted;
  const isWrong = isAnswered && answer.target === null && wanted.trim() !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isAnswered && answer.target !== null) return onGo(answer.target);
    // Enter came before the answer did.
    void explain(wanted, look).then((next) => {
      setAnswer({ wanted, ...next });
      if (next.target !== null) onGo(next.target);
    });
  };
  return (
    <form className={fields.form} onSubmit={submit} noValidate>
      <label htmlFor={id}>Line, byte or path</label>
      <input
        id={id}
        className={fields.field}
        value={wanted}
        placeholder="12:5"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className={isWrong ? fields.wrong : fields.hint} role="status">
        {answer.message}
      </p>
      <Actions>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <button type="submit" className={buttonClass('primary')} aria-disabled={!isAnswered || answer.target === null}>
          Go
        </button>
      </Actions>
    </form>
  );
}

const HELP = 'Line 12, line and column 12:5, byte @1234, or a path: $.a[3], /a/3 or a[3].';

/** What going there would do; no target where it would do nothing. */
export async function explain(wanted: string, look: GoToDialogProps['look']): Promise<Omit<Answer, 'wanted'>> {
  try {
    const target = parseTarget(wanted);
    if (target === null) return { message: HELP, target };
    return describe(target, await look(target));
  } catch (error) {
    return { message: messageOf(error), target: null };
  }
}

function describe(target: Target, { isExact, offset, line, column, path }: Located): Omit<Answer, 'wanted'> {
  const place = `line ${people(line)}, column ${people(column)}`;
  if (isExact) return { target, message: `Goes to ${place}${path.length > 0 ? `, in ${cut(toJsonPath(path))}` : ''}.` };
  switch (target.type) {
    case 'line':
      if (line === target.line) return { target, message: `Line ${people(line)} ends at column ${people(column)}.` };
      return { target: null, message: `The document ends with line ${people(line)}.` };
    case 'offset':
      return { target: null, message: `The document has ${offset.toLocaleString()} bytes.` };
    case 'path':
      return {
        target: null,
        message: `There is nothing at this path. It leads as far as ${cut(toJsonPath(path))}, on ${place}.`,
      };
  }
}

function people(index: number): string {
  return (index + 1).toLocaleString();
}

function cut(path: string): string {
  return path.length > 80 ? `${path.slice(0, 40)}…${path.slice(-36)}` : path;
}
