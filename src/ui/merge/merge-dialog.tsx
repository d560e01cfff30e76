// The dialog that lists what two versions have changed differently, and asks what stands.

import { useEffect, useRef, useState } from 'react';
import { conflictKey, MAX_CONFLICT_VALUE, type MergeAnswer, type MergeConflict } from '../../shared/protocol/merge.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { MERGE } from '../strings/documents/merge.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import type { MergeQuestion } from './merge-state.ts';
import styles from './merge-dialog.module.css';

/** Conflicts that are listed at first, and added at a time. */
const PAGE = 50;

export interface MergeDialogProps {
  /** `null` while nothing is asked. */
  readonly question: MergeQuestion | null;
}

/** The dialog "Merge both versions". Closing it merges nothing. @see requirements NEW-12 */
export default function MergeDialog({ question }: MergeDialogProps) {
  return (
    <Dialog title={MERGE.title} open={question !== null} onClose={() => question?.answer(null)} wide>
      {question !== null && (
        <Content key={[question.problem, ...question.conflicts.map(conflictKey)].join('\n')} question={question} />
      )}
    </Dialog>
  );
}

function Content({ question }: { readonly question: MergeQuestion }) {
  const { conflicts, problem, answer } = question;
  const [answers, setAnswers] = useState<ReadonlyMap<string, MergeAnswer>>(question.answers);
  const [shown, setShown] = useState(PAGE);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const choose = (key: string, chosen: MergeAnswer): void => setAnswers(new Map(answers).set(key, chosen));
  const chooseAll = (chosen: MergeAnswer): void =>
    setAnswers(new Map(conflicts.map((conflict) => [conflictKey(conflict), chosen])));
  useEffect(() => {
    const walk = (event: KeyboardEvent): void => {
      if (event.key !== 'F7' || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      // In the page, F7 goes through differences.
      event.stopPropagation();
      focusNext(list.current, event.shiftKey ? -1 : 1);
    };
    const dialog = content.current?.closest<HTMLElement>('[role=dialog]');
    dialog?.addEventListener('keydown', walk);
    return () => dialog?.removeEventListener('keydown', walk);
  }, []);
  return (
    <div ref={content}>
      <div className={styles.head}>
        <p>{MERGE.said(conflicts.length)}</p>
        <Button look="outline" onClick={() => chooseAll('left')}>
          {MERGE.allMine}
        </Button>
        <Button look="outline" onClick={() => chooseAll('right')}>
          {MERGE.allTheirs}
        </Button>
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <ol className={styles.list} ref={list}>
        {conflicts.slice(0, shown).map((conflict) => {
          const key = conflictKey(conflict);
          return (
            <li key={key}>
              <Conflict
                conflict={conflict}
                answer={answers.get(key) ?? 'left'}
                onChoose={(chosen) => choose(key, chosen)}
              />
            </li>
          );
        })}
      </ol>
      {conflicts.length > shown && (
        <Button look="outline" onClick={() => setShown(shown + PAGE)}>
          {MERGE.more(conflicts.length - shown)}
        </Button>
      )}
      <Actions>
        <Button look="outline" onClick={() => answer(null)}>
          {CANCEL}
        </Button>
        <Button look="primary" onClick={() => answer(answers)}>
          {MERGE.merge}
        </Button>
      </Actions>
    </div>
  );
}

/** Focuses the chosen option of the next or the previous conflict, round from the last to the first. */
function focusNext(list: HTMLElement | null, by: 1 | -1): void {
  const conflicts = [...(list?.querySelectorAll('fieldset') ?? [])];
  const at = conflicts.findIndex((conflict) => conflict.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : conflicts.length - 1) : (at + by + conflicts.length) % conflicts.length;
  conflicts[next]?.querySelector<HTMLElement>('input:checked')?.focus();
  conflicts[next]?.scrollIntoView({ block: 'nearest' });
}

interface ConflictProps {
  readonly conflict: MergeConflict;
  readonly answer: MergeAnswer;
  readonly onChoose: (answer: MergeAnswer) => void;
}

function Conflict({ conflict, answer, onChoose }: ConflictProps) {
  const { path, jsonPath, nth = 1, kind, isRename = false, takesBoth, values } = conflict;
  const key = conflictKey(conflict);
  const place = path === '' ? MERGE.root : MERGE.place(jsonPath, nth);
  const written = typeof answer === 'object' ? answer.text : null;
  const draft = kind === 'comment' || isRename ? null : (values.left ?? values.right);
  // Only the beginning of a long value is known here.
  const isShort = [values.left, values.right].every((text) => (text?.length ?? 0) <= MAX_CONFLICT_VALUE);
  const radio = (label: string, chosen: MergeAnswer, isChosen: boolean) => (
    <span>
      <input type="radio" name={key} checked={isChosen} onChange={() => onChoose(chosen)} /> {label}
    </span>
  );
  const option = (label: string, value: string | null, side: 'left' | 'right') => (
    <label className={styles.option} data-chosen={answer === side}>
      {radio(label, side, answer === side)}
      <Value text={value} missing={MERGE.none} />
    </label>
  );
  return (
    <fieldset className={styles.conflict}>
      <legend>
        <code dir="ltr">{place}</code> <span>{isRename ? MERGE.renames[kind] : MERGE.kinds[kind]}</span>
      </legend>
      {kind !== 'add/add' && (
        <div className={styles.before}>
          <span>{MERGE.before}</span>
          <Value text={values.base} missing={MERGE.noneBefore} />
        </div>
      )}
      {option(MERGE.mine, values.left, 'left')}
      {option(MERGE.theirs, values.right, 'right')}
      <div className={styles.others}>
        {takesBoth && <label>{radio(MERGE.both, 'both', answer === 'both')}</label>}
        {draft !== null && isShort && <label>{radio(MERGE.write, { text: written ?? draft }, written !== null)}</label>}
        {written !== null && (
          <textarea
            className={styles.written}
            aria-label={MERGE.writtenFor(place)}
            dir="ltr"
            spellCheck={false}
            rows={Math.min(8, written.split('\n').length)}
            value={written}
            onChange={({ target }) => onChoose({ text: target.value })}
          />
        )}
      </div>
    </fieldset>
  );
}

function Value({ text, missing }: { readonly text: string | null; readonly missing: string }) {
  return text === null ? <em>{missing}</em> : <code dir="ltr">{text}</code>;
}
