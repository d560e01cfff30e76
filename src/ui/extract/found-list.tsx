// The list of the JSON values in a text, in the dock, and the record of one: the lines that it stands in, with the line ends of its
// strings as such.

import { Copy, PanelRight } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import type { FoundView } from '../../shared/protocol/extract.ts';
import { EXTRACT, FOUND_AS } from '../strings/panel/extract.ts';
import { copyText } from '../widgets/begin-copy.ts';
import { Button } from '../widgets/button.tsx';
import type { ListRow } from '../widgets/list/list-row.ts';
import { EmptyList, ListWithDetails } from '../widgets/list/list-parts.tsx';
import { VirtualList } from '../widgets/list/virtual-list.tsx';
import { PagedRows } from '../async/paged-rows.ts';
import { extractionOf } from './extraction.ts';
import styles from './found-list.module.css';
import { openFound } from './open-found.ts';

/** Rows per request, and requests that are cached. */
const PAGES = { pageRows: 100, maxPages: 50 };
const ICON = { size: 16, 'aria-hidden': true } as const;

export interface FoundListProps {
  readonly app: PageModel;
  readonly panel: Panel;
}

/** The list. @see requirements NEW-3 */
export function FoundList({ app, panel }: FoundListProps) {
  const { scans, count } = useSnapshot(extractionOf(panel.core).state);
  if (count === 0) return <EmptyList text={EXTRACT.none} />;
  return <Finds key={scans} app={app} panel={panel} count={count} />;
}

interface FoundRow extends ListRow {
  readonly found: FoundView;
}

function Finds({ app, panel, count }: FoundListProps & { readonly count: number }) {
  const { core, actions } = panel;
  const extraction = extractionOf(core);
  const [rows] = useState(
    () => new PagedRows((first, rowCount) => extraction.list(first, rowCount), PAGES, core.report),
  );
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  const [active, setActive] = useState(0);
  const [current, setCurrent] = useState(-1);
  const rowAt = (index: number): FoundRow | undefined => {
    const found = rows.at(index);
    return found && { found, level: 1, isOpen: null, position: index + 1, siblings: count, text: found.preview };
  };
  const go = (index: number): void => {
    const found = rows.at(index);
    if (found === undefined) return;
    setCurrent(index);
    actions.editing.showOffset(found.start, false);
  };
  return (
    <ListWithDetails
      label={EXTRACT.record}
      details={<Record core={core} index={active} onOpen={() => void openFound(app, panel, active)} />}
    >
      <VirtualList
        label={EXTRACT.rows}
        count={count}
        rowAt={rowAt}
        version={version}
        isTree={false}
        active={active}
        onActive={setActive}
        current={current}
        onGo={go}
        renderRow={({ found }: FoundRow) => (
          <>
            <span className={styles.line}>{EXTRACT.line(found.line)}</span>
            <span className={styles.kind}>{FOUND_AS[found.kind]}</span>
            <span className={styles.preview} dir="ltr">
              {found.preview}
            </span>
            {found.isGuess && (
              <span className={styles.guess} data-hint={EXTRACT.guessHint}>
                {EXTRACT.guess}
              </span>
            )}
          </>
        )}
      />
    </ListWithDetails>
  );
}

interface RecordProps {
  readonly core: Panel['core'];
  readonly index: number;
  readonly onOpen: () => void;
}

/** The record of a find, as text to read and to copy. */
function Record({ core, index, onOpen }: RecordProps) {
  const [record, setRecord] = useState<{ readonly index: number; readonly text: string } | null>(null);
  const extraction = useRef(extractionOf(core));
  useEffect(() => {
    let isCurrent = true;
    extraction.current.record(index).then(
      (text) => isCurrent && setRecord({ index, text }),
      (error: unknown) => isCurrent && core.report(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [index, core]);
  const copy = async (): Promise<void> => {
    try {
      await copyText(record?.text ?? '');
      core.notify({ severity: 'success', message: EXTRACT.copied });
    } catch (error) {
      core.report(error);
    }
  };
  return (
    <>
      <div className={styles.actions}>
        <Button look="outline" onClick={onOpen}>
          <PanelRight {...ICON} />
          {EXTRACT.open}
        </Button>
        <Button look="quiet" icon label={EXTRACT.copy} tooltip={EXTRACT.copy} onClick={() => void copy()}>
          <Copy {...ICON} />
        </Button>
      </div>
      <pre className={styles.text} dir="ltr">
        {record?.text ?? ''}
      </pre>
    </>
  );
}
