// The file of a panel on the disk: what has happened to it in one sentence, and what can be done; or what comes while it is followed.
// Below the content, so that no line of it moves.

import { FileClock, Radio, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../../app-model/app-model.ts';
import { fileFollowOf } from '../../documents/disk/file-follow.ts';
import { fileWatchOf } from '../../documents/disk/file-watch.ts';
import type { PanelState } from '../../panel-core/panel-core.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { fileOf } from '../../documents/disk/file-state.ts';
import { mergeWithDisk } from '../../merge/start-merge.ts';
import { MERGE } from '../../strings/documents/merge.ts';
import { DISK, FOLLOW } from '../../strings/documents/disk.ts';
import { Button } from '../../widgets/button.tsx';
import styles from './file-change.module.css';
import { otherSide } from '../../../shared/side.ts';

export interface FileChangeProps {
  readonly app: PageModel;
  readonly panel: Panel;
}

/** The bar; nothing while the file is as the document. @see requirements NEW-2 */
export function FileChangeBar({ app, panel }: FileChangeProps) {
  const { core } = panel;
  const watch = fileWatchOf(core);
  const { change } = useSnapshot(watch.state);
  if (change === null) return null;
  const { kind, message } = change;
  const run = (work: Promise<unknown>): void => void work.catch(core.report);
  const hasVersions = kind === 'changed' || kind === 'truncated';
  // A page in a frame may have one panel only.
  const hasOther = 'documents' in app;
  return (
    <div className={styles.bar} role="status">
      <FileClock size={16} aria-hidden className={styles.sign} />
      <span className={styles.words}>{message}</span>
      <span className={styles.actions}>
        {kind === 'changed' && change.copy !== null && (
          <Button look="outline" tooltip={DISK.mergeHint} onClick={() => run(mergeWithDisk(core))}>
            {MERGE.action}
          </Button>
        )}
        {hasVersions && hasOther && (
          <Button look="outline" tooltip={DISK.compareHint} onClick={() => run(compareWithDisk(app, panel))}>
            {DISK.compare}
          </Button>
        )}
        {kind === 'rotated' && hasOther && (
          <Button look="outline" tooltip={DISK.besideHint} onClick={() => run(openBeside(app, panel))}>
            {DISK.beside}
          </Button>
        )}
        {(hasVersions || kind === 'lost' || kind === 'rotated') && (
          <Button look="outline" tooltip={DISK.reloadHint} onClick={() => run(watch.reload())}>
            {DISK.reload}
          </Button>
        )}
        {hasVersions && (
          <Button look="outline" tooltip={DISK.keepHint} onClick={() => run(watch.keep())}>
            {DISK.keep}
          </Button>
        )}
        {kind === 'denied' && (
          <Button look="outline" onClick={() => run(watch.allow())}>
            {DISK.allow}
          </Button>
        )}
        {!hasVersions && (
          <Button icon label={DISK.dismiss} tooltip={DISK.dismiss} onClick={() => watch.dismiss()}>
            <X size={16} aria-hidden />
          </Button>
        )}
      </span>
    </div>
  );
}

/** What comes while the file is followed; nothing otherwise. @see requirements NEW-2 */
export function FollowBar({ panel }: Pick<FileChangeProps, 'panel'>) {
  const { core } = panel;
  const follow = fileFollowOf(core);
  const { isOn, count, unseen, arriving, isAtEnd } = useSnapshot(follow.state);
  const { name, dialect } = usePanelPart(core, followedOf);
  if (!isOn) return null;
  const counted = dialect === 'ndjson' ? FOLLOW.records : FOLLOW.lines;
  return (
    <div className={styles.bar}>
      <Radio size={16} aria-hidden className={styles.sign} />
      <span className={styles.words}>
        {FOLLOW.on(name)} · {counted(count)}
        {arriving > 0 && ` · ${FOLLOW.arriving(arriving)}`}
      </span>
      <span className={styles.actions}>
        {!isAtEnd && (
          <Button look="outline" tooltip={FOLLOW.endHint} onClick={() => follow.showEnd()}>
            {unseen === 0 ? FOLLOW.end : `${FOLLOW.end} · ${counted(unseen)}`}
          </Button>
        )}
        <Button look="outline" onClick={() => follow.stop()}>
          {FOLLOW.stop}
        </Button>
      </span>
    </div>
  );
}

function followedOf({ doc: { dialect }, document: { name } }: PanelState) {
  return { name, dialect };
}

/** Opens a file that was started anew in the other panel. */
async function openBeside(app: PageModel, { core }: Panel): Promise<void> {
  const { file } = core.document;
  if (file === null) return;
  const other = app.panels[otherSide(core.side)];
  await other.actions.opening.openFile(await fileOf(await file.handle.getFile()), file.handle, core.state.doc.dialect);
}

/** Opens the file as it is on the disk in the other panel, and compares. */
async function compareWithDisk(app: PageModel, { core }: Panel): Promise<void> {
  const { change } = fileWatchOf(core).state;
  if (change?.copy == null) return;
  const other = app.panels[otherSide(core.side)];
  const {
    doc,
    document: { name },
  } = core.state;
  const isOpen = await other.actions.opening.open({
    name: DISK.onDisk(name),
    content: change.copy,
    dialect: doc.dialect,
    origin: { kind: 'none' },
    saved: true,
  });
  if (isOpen && !app.comparing.state.on) app.comparing.toggle();
}
