// The dialog that lists what two versions have changed differently, and asks whose edit stands.

import { useState } from 'react';
import { conflictKey, type MergeConflict } from '../../shared/protocol/jobs/merge.ts';
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
      {question !== null && <Content key={question.conflicts.map(conflictKey).join('\n')} question={question} />}
    </Dialog>
  );
}

function Content({ question: { conflicts, answer } }: { readonly question: MergeQuestion }) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(PAGE);
  const choose = (key: string, isTheirs: boolean): void => {
    const next = new Set(theirs);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setTheirs(next);
  };
  return (
    <>
      <div className={styles.head}>
        <p>{MERGE.said(conflicts.length)}</p>
        <Button look="outline" onClick={() => setTheirs(new Set())}>
          {MERGE.allMine}
        </Button>
        <Button look="outline" onClick={() => setTheirs(new Set(conflicts.map(conflictKey)))}>
          {MERGE.allTheirs}
        </Button>
      </div>
      <ol className={styles.list}>
        {conflicts.slice(0, shown).map((conflict) => {
          const key = conflictKey(conflict);
          return (
            <li key={key}>
              <Conflict conflict={conflict} isTheirs={theirs.has(key)} onChoose={(isTheirs) => choose(key, isTheirs)} />
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
        <Button look="primary" onClick={() => answer([...theirs])}>
          {MERGE.merge}
        </Button>
      </Actions>
    </>
  );
}

interface ConflictProps {
  readonly conflict: MergeConflict;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function Conflict({ conflict, isTheirs, onChoose }: ConflictProps) {
  const { path, nth = 1, kind, values } = conflict;
  const key = conflictKey(conflict);
  const place = path === '' ? MERGE.root : MERGE.place(path, nth);
  const missing = kind === 'move/move' ? MERGE.order : MERGE.none;
  const option = (label: string, value: string | null, isRight: boolean) => (
    <label className={styles.option} data-chosen={isTheirs === isRight}>
      <span>
        <input type="radio" name={key} checked={isTheirs === isRight} onChange={() => onChoose(isRight)} /> {label}
      </span>
      <Value text={value} missing={missing} />
    </label>
  );
  return (
    <fieldset className={styles.conflict}>
      <legend>
        <code dir="ltr">{place}</code> <span>{MERGE.kinds[kind]}</span>
      </legend>
      {kind !== 'add/add' && kind !== 'move/move' && (
        <div className={styles.before}>
          <span>{MERGE.before}</span>
          <Value text={values.base} missing={MERGE.noneBefore} />
        </div>
      )}
      {option(MERGE.mine, values.left, false)}
      {option(MERGE.theirs, values.right, true)}
    </fieldset>
  );
}

function Value({ text, missing }: { readonly text: string | null; readonly missing: string }) {
  return text === null ? <em>{missing}</em> : <code dir="ltr">{text}</code>;
}
