// The transform dialog: the source and the target, the query and the wizard that writes it, and the input and the result as
// trees.

import { Maximize2, Minimize2, X } from 'lucide-react';
import { startTransition, useEffect, useMemo, useRef, useState, type RefObject, use } from 'react';
import { useSnapshot } from 'valtio';
import { fontSizePx } from '../../shared/settings/font-size.ts';
import { afterFrame } from '../browser/painted-frame.ts';
import type { PageModel, TransformQuestion } from '../app-model/app-model.ts';
import { SIDES } from '../model/side.ts';
import { usePreferences } from '../settings/preferences.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { TRANSFORM } from '../strings/transform/transform.ts';
import { TRANSFORM_ENTRY } from '../strings/transform/transform-entry.ts';
import { Button } from '../widgets/button.tsx';
import type { Querier } from '../client/querier.ts';
import { Dialog } from '../widgets/dialog/dialog.tsx';
import { NARROW_PX, useMedia } from '../widgets/media.ts';
import { Segments } from '../widgets/segments.tsx';
import { Help } from './help-panel.tsx';
import { Outcome, Previews } from './preview.tsx';
import { QueryForm } from './query-form.tsx';
import { Transforming, type TransformState } from './transforming.ts';
import styles from './dialog.module.css';

export interface TransformDialogProps {
  readonly app: PageModel;
  /** `null` while the dialog is closed. */
  readonly question: TransformQuestion | null;
  readonly onClose: () => void;
}

export default function TransformDialog({ app, question, onClose }: TransformDialogProps) {
  const querier = use(app.querier());
  const [isFull, setFull] = useState(false);
  // The content unmounts later than the dialog closes: both together would be a long task.
  const [shown, setShown] = useState(question);
  if (question !== null && shown !== question) setShown(question);
  const path = useRef<HTMLInputElement>(null);
  // A narrow page shows the dialog in full screen anyway.
  const isNarrow = useMedia(`(width < ${NARROW_PX}px)`);
  const tools = (
    <>
      {!isNarrow && (
        <Button
          look="quiet"
          icon
          label={isFull ? TRANSFORM.window : TRANSFORM.fullScreen}
          tooltip={isFull ? TRANSFORM.window : TRANSFORM.fullScreen}
          onClick={() => setFull(!isFull)}
        >
          {isFull ? <Minimize2 size={16} aria-hidden /> : <Maximize2 size={16} aria-hidden />}
        </Button>
      )}
      <Button look="quiet" icon label={TRANSFORM.close} onClick={onClose}>
        <X size={16} aria-hidden />
      </Button>
    </>
  );
  return (
    <Dialog
      title={TRANSFORM_ENTRY.title}
      open={question !== null}
      onClose={onClose}
      work={isFull ? 'full' : 'window'}
      tools={tools}
      initialFocus={path}
    >
      {shown !== null && (
        <Form
          app={app}
          querier={querier}
          question={shown}
          isOpen={question !== null}
          pathRef={path}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface FormProps extends TransformDialogProps {
  readonly querier: Querier;
  readonly question: TransformQuestion;
  /** False while the dialog fades out. */
  readonly isOpen: boolean;
  /** The field for the path, which has the initial focus. */
  readonly pathRef: RefObject<HTMLInputElement | null>;
}

function Form({ app, querier, question, isOpen, pathRef, onClose }: FormProps) {
  const { preferences, notices, panels, settings, spawn } = app;
  const transforming = useMemo(
    () =>
      new Transforming(
        {
          cores: { left: panels.left.core, right: panels.right.core },
          querier,
          preferences,
          settings,
          notify: notices.notify,
          spawn,
        },
        question,
      ),
    [panels, querier, preferences, settings, notices, spawn, question],
  );
  // The frame is rendered first, then its content in slices, as a transition.
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    startTransition(() => setThere(true));
    transforming.start();
    return () => transforming.close();
  }, [transforming]);
  useEffect(() => {
    if (!isOpen) transforming.stop();
  }, [transforming, isOpen]);
  const state = useSnapshot(transforming.state) as TransformState;
  const { theme } = useSnapshot(app.state);
  const { fontSize, escapeControlCharacters } = usePreferences(preferences);
  const [helps, setHelps] = useState(false);
  const apply = async (): Promise<void> => {
    if (!(await transforming.apply())) return;
    // The panel is rendered in a frame of its own before the dialog closes.
    afterFrame(() => app.state.transform === question && onClose());
  };
  const path = state.pathProblem === null ? state.pathText.trim() || '$' : '…';
  const targets = SIDES.map((side) => ({ value: side, label: TRANSFORM.targets(question.from, side, path) }));
  return (
    <div className={styles.form} data-menus>
      <div className={styles.where}>
        <label className={styles.path}>
          <span>{TRANSFORM.from[question.from]}</span>
          <input
            ref={pathRef}
            value={state.pathText}
            aria-invalid={state.pathProblem !== null}
            aria-describedby="transform-path"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => transforming.setPath(event.currentTarget.value)}
          />
        </label>
        <span className={styles.to}>
          <span aria-hidden>{TRANSFORM.target}</span>
          <Segments
            label={TRANSFORM.target}
            choices={targets}
            value={state.to}
            onChange={(side) => transforming.setTarget(side)}
          />
        </span>
        <p id="transform-path" className={styles.problem} role="alert">
          {state.pathProblem}
        </p>
      </div>
      {isThere ? (
        <QueryForm
          transforming={transforming}
          state={state}
          theme={theme}
          fontSizePx={fontSizePx(fontSize)}
          helps={helps}
          onHelp={() => setHelps(!helps)}
          onApply={() => void apply()}
        />
      ) : (
        <div />
      )}
      {!isThere ? (
        <div />
      ) : helps ? (
        <div className={styles.helping}>
          <Help
            language={state.language}
            fields={state.fields}
            onExample={(query) => transforming.setQuery(query)}
            onClose={() => setHelps(false)}
          />
          <Outcome transforming={transforming} state={state} />
        </div>
      ) : (
        <Previews
          transforming={transforming}
          state={state}
          fontSizePx={fontSizePx(fontSize)}
          controls={escapeControlCharacters ? 'escapes' : 'signs'}
          notify={notices.notify}
          settings={settings}
        />
      )}
      <div className={styles.actions}>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <Button
          look="primary"
          tooltip={TRANSFORM.applyHint}
          disabled={state.phase === 'failed' || state.pathProblem !== null || state.applying}
          onClick={() => void apply()}
        >
          {state.applying ? TRANSFORM.applying : TRANSFORM.apply}
        </Button>
      </div>
    </div>
  );
}
