// Edits a value inside a cell as a small tree, in a document worker of its own. The edited value is put back as one step.

import { copyText } from '../widgets/begin-copy.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CodedError } from '../../shared/errors.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import { valueDialect } from '../../shared/document/dialect.ts';
import type { Notify } from '../notices/notices.ts';
import type { DocumentClient } from '../client/document.ts';
import { SideDifferences } from '../compare/side-differences.ts';
import { FindBar } from '../find/bar.tsx';
import { Finder } from '../find/finder.ts';
import type { Controls } from '../model/literal.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';
import type { Settings } from '../settings/browser-settings.ts';
import { CANCEL } from '../strings/app/layout.ts';
import type { NestedCell } from '../table/commands/table-commands.ts';
import { NESTED } from '../strings/panel/nested.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { createPanelCore } from '../panel-core/panel-core.ts';
import styles from './nested-editor.module.css';

const TreeView = lazyPart(() => import('../tree/view.tsx'));

/** Level that is initially expanded: the value's own items and those one level below. */
const OPEN_LEVELS = 2;
/** Largest value that can be edited here, in bytes; larger ones need the tree or the text of the whole document. */
const MAX_VALUE_BYTES = 16 * 1024 * 1024;

export interface NestedEditorProps {
  /** The client of the document that holds the value. */
  readonly client: DocumentClient;
  /** Starts a document worker. */
  readonly spawn: () => DocumentClient;
  readonly settings: Settings;
  readonly notify: Notify;
  /** The value that is edited. */
  readonly cell: NestedCell;
  readonly readOnly: boolean;
  readonly fontSizePx: number;
  readonly controls: Controls;
  readonly onClose: () => void;
}

/** The dialog. */
export default function NestedEditor(props: NestedEditorProps) {
  const { cell, onClose } = props;
  return (
    <Dialog title={NESTED.title(toJsonPath(cell.path))} open wide onClose={onClose}>
      <Editor {...props} />
    </Dialog>
  );
}

function Editor({ client, spawn, settings, notify, cell, readOnly, fontSizePx, controls, onClose }: NestedEditorProps) {
  const [{ own, core, finder, differences }] = useState(() => {
    const made = spawn();
    const none = { describe: () => Promise.resolve([]), within: () => Promise.resolve(null) };
    const panel = createPanelCore('left', made, notify, settings);
    return { own: made, core: panel, finder: new Finder(panel), differences: new SideDifferences('left', none) };
  });
  const doc = useSyncExternalStore(
    (listener) => own.subscribe(listener),
    () => own.state,
  );
  const opened = useRef<number | null>(null);
  useEffect(() => {
    const open = async (): Promise<void> => {
      const path = await cell.find();
      const { range, isExact } =
        path === null ? { range: null, isExact: false } : await client.locate({ type: 'path', path });
      if (range === null || !isExact) throw new CodedError('refused', NESTED.gone);
      if (range.end - range.start > MAX_VALUE_BYTES) throw new CodedError('too-large', NESTED.tooLarge);
      const bytes = await client.readRange(range);
      const { dialect } = client.state;
      await own.open(new Blob([bytes as BlobPart]), { dialect: valueDialect(dialect) });
      opened.current = own.state.content;
      await own.expand({ type: 'expand-to-level', level: OPEN_LEVELS });
    };
    open().catch((error: unknown) => {
      core.report(error);
      onClose();
    });
    return () => own.close();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [own]);

  const finish = async (): Promise<void> => {
    await core.view?.complete?.();
    await own.caughtUp();
    if (own.state.content === opened.current) return onClose();
    if (own.state.validity !== 'valid') return core.report(new CodedError('refused', NESTED.invalid));
    // If it can't be written, the editor stays open with what was typed.
    await cell.write(await (await own.read()).text());
    onClose();
    return undefined;
  };

  return (
    <>
      <div className={styles.tree} dir="ltr">
        {doc.tree !== 'none' && (
          <PartBoundary>
            <FindBar finder={finder} />
            <TreeView
              client={own}
              finder={finder}
              differences={differences}
              readOnly={readOnly}
              fontSize={fontSizePx}
              controls={controls}
              label={NESTED.label}
              onPlace={nothing}
              onError={core.report}
              onUndo={() => void own.undo().catch(core.report)}
              onRedo={() => void own.redo().catch(core.report)}
              onSave={() => void finish().catch(core.report)}
              onGoTo={nothing}
              onCopyText={(text) => void copyText(text).catch(core.report)}
              onTask={core.run}
              ref={(view) => {
                core.view = view;
              }}
            />
          </PartBoundary>
        )}
      </div>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        {!readOnly && (
          <Button look="primary" onClick={() => void finish().catch(core.report)}>
            {NESTED.done}
          </Button>
        )}
      </Actions>
    </>
  );
}

function nothing(): void {
  // The value has no place of its own in the panel.
}
