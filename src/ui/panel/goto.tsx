// Asks where to go: a line, a byte or a path, in one field that says what it understands.

import { useEffect, useId, useState, type FormEvent } from 'react';
import { toJsonPath } from '../../shared/path.ts';
import type { Located } from '../../shared/protocol.ts';
import { parseTarget, type Target } from '../../shared/target.ts';
import type { KeysAhead } from '../store/ahead.ts';
import { messageOf } from '../store/notices.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';
import { GO_TO } from '../texts/going.ts';
import { CANCEL } from '../texts/layout.ts';
import fields from '../widgets/fielddialog.module.css';

export interface GoToDialogProps {
  /** What was typed before the field was there. */
  readonly ahead: KeysAhead;
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
export function GoToDialog({ ahead, asked, look, onClose, onGo }: GoToDialogProps) {
  const [went, setWent] = useState(false);
  // Whoever went somewhere goes on there, and not where the dialog was opened.
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
          // In a task of its own: until the dialog is gone, nothing outside of it takes the focus.
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
    goOnceKnown(wanted);
  };
  const goOnceKnown = (target: string): void => {
    void explain(target, look).then((next) => {
      setAnswer({ wanted: target, ...next });
      if (next.target !== null) onGo(next.target);
    });
  };
  /** Goes on with what was typed while the field was not there; it would have replaced what is selected. */
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

/** What going there would do; no target where it would do nothing. */
export async function explain(wanted: string, look: GoToDialogProps['look']): Promise<Omit<Answer, 'wanted'>> {
  try {
    const target = parseTarget(wanted);
    if (target === null) return { message: GO_TO.help, target };
    return describe(target, await look(target));
  } catch (error) {
    return { message: messageOf(error), target: null };
  }
}

function describe(target: Target, { isExact, offset, line, column, path }: Located): Omit<Answer, 'wanted'> {
  const place = GO_TO.place(people(line), people(column));
  if (isExact)
    return { target, message: path.length > 0 ? GO_TO.goesIn(place, cut(toJsonPath(path))) : GO_TO.goes(place) };
  switch (target.type) {
    case 'line':
      if (line === target.line) return { target, message: GO_TO.lineEnds(people(line), people(column)) };
      return { target: null, message: GO_TO.lastLine(people(line)) };
    case 'offset':
      return { target: null, message: GO_TO.bytes(offset.toLocaleString()) };
    case 'path':
      return { target: null, message: GO_TO.nothing(cut(toJsonPath(path)), place) };
  }
}

function people(index: number): string {
  return (index + 1).toLocaleString();
}

function cut(path: string): string {
  return path.length > 80 ? `${path.slice(0, 40)}…${path.slice(-36)}` : path;
}
