// The dialog that asks what to show of a document.

import { useId, useState, type FormEvent } from 'react';
import { useSnapshot } from 'valtio';
import { CodedError, hasCode } from '../../shared/errors.ts';
import type { NarrowingKind } from '../../shared/protocol/narrowing.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { matchesOf } from '../find/only-matches.ts';
import { messageOf } from '../notices/notices.ts';
import { showOnlyOf, type OnlySource } from '../show-only/show-only.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { SHOW_ONLY } from '../strings/editors/show-only.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import fields from '../widgets/dialog/field-dialog.module.css';
import { changesOf, pathOf, problemsOf } from './show-only-sources.ts';
import styles from './show-only-dialog.module.css';

export interface ShowOnlyDialogProps {
  readonly app: PageModel;
  readonly panel: Panel;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog. It closes once something is shown. */
export default function ShowOnlyDialog(props: ShowOnlyDialogProps) {
  return (
    <Dialog title={SHOW_ONLY.dialog} open={props.open} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

const KINDS: readonly NarrowingKind[] = ['matches', 'problems', 'differences', 'changes', 'path'];

function Form({ app, panel, onClose }: ShowOnlyDialogProps) {
  const id = useId();
  const { core, finder } = panel;
  const { client } = core;
  const { problems, doc } = useSnapshot(core.state);
  const comparing = useSnapshot(app.comparing.state);
  const search = finder.getState();
  /** Why something can't be shown now; `null` if it can. */
  const reasons: Readonly<Record<NarrowingKind, string | null>> = {
    matches: search.open && search.count > 0 ? null : SHOW_ONLY.noMatches,
    problems: (problems?.groups.length ?? 0) > 0 ? null : SHOW_ONLY.noProblems,
    differences: comparing.phase === 'ready' && comparing.count > 0 ? null : SHOW_ONLY.noDifferences,
    changes: null,
    path: null,
  };
  // What has changed is found only by comparing: it is not the first choice.
  const [kind, setKind] = useState(() => KINDS.find((one) => one !== 'changes' && reasons[one] === null) ?? 'path');
  const [path, setPath] = useState(() => (doc.narrowed?.kind === 'path' ? doc.narrowed.detail : '$.'));
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);

  const sourceOf = (): OnlySource => {
    if (kind === 'matches') return matchesOf(finder, client);
    if (kind === 'problems') return problemsOf(core);
    if (kind === 'changes') return changesOf(core, app.spawn, app.preferences);
    return pathOf(client, path, () => app.querier());
  };
  const show = async (): Promise<void> => {
    if (kind === 'differences') return app.comparing.showOnly(true);
    await core.run(SHOW_ONLY.working, (task) => showOnlyOf(client, core.report).show(sourceOf(), task));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWorking) return;
    const reason = reasons[kind];
    if (reason !== null) return setProblem(reason);
    setProblem(null);
    setIsWorking(true);
    show()
      .then(
        () => {
          onClose();
          // A table has its own filters.
          if (core.state.mode === 'table') panel.actions.editing.setMode('tree');
          // In a separate task: until the dialog has closed, nothing outside it can take the focus.
          setTimeout(() => core.view?.focus());
        },
        (error: unknown) => {
          if (hasCode(error, 'cancelled')) return;
          if (error instanceof CodedError) setProblem(messageOf(error));
          else core.report(error);
        },
      )
      .finally(() => setIsWorking(false));
  };

  return (
    <form className={fields.form} onSubmit={submit} noValidate>
      <fieldset className={styles.choices} aria-label={SHOW_ONLY.choices}>
        {KINDS.map((one) => (
          <label key={one} className={styles.choice} data-off={reasons[one] !== null}>
            <input
              type="radio"
              name={`${id}-kind`}
              checked={one === kind}
              onChange={() => {
                setKind(one);
                setProblem(null);
              }}
            />
            <span>
              {SHOW_ONLY[one]}
              {reasons[one] !== null && <span className={styles.reason}>{reasons[one]}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <input
        className={fields.field}
        aria-label={SHOW_ONLY.path}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== null && kind === 'path'}
        value={path}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        // Not by the focus: Tab passes here on its way to the button.
        onPointerDown={() => setKind('path')}
        onChange={(event) => {
          setKind('path');
          setPath(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <p id={`${id}-hint`} className={problem === null ? fields.hint : fields.wrong} role="status">
        {problem ?? SHOW_ONLY.pathHint}
      </p>
      <Actions>
        {doc.narrowed !== null && (
          <Button
            look="outline"
            onClick={() => {
              showOnlyOf(client, core.report).end().catch(core.report);
              onClose();
            }}
          >
            {SHOW_ONLY.everything}
          </Button>
        )}
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <button type="submit" className={buttonClass('primary')} aria-disabled={isWorking || reasons[kind] !== null}>
          {SHOW_ONLY.go}
        </button>
      </Actions>
    </form>
  );
}
