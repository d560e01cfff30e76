// The files of the folder that `diptych open` serves, in the open dialog. The program searches and sorts them.

import { useEffect, useState } from 'react';
import type { FolderList } from '../../shared/protocol/served-files.ts';
import type { FolderSource } from '../documents/documents.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import { FOLDER } from '../strings/documents/documents.ts';
import { DocumentList, ROW_PX } from './list.tsx';
import type { DocumentEntry, Sort } from './list-entries.ts';
import styles from './open-dialog.module.css';

export interface FolderFilesProps {
  readonly folder: FolderSource;
  readonly query: string;
  readonly sort: Sort;
  /** The text for which Enter was pressed: the first file that has it is opened as soon as it is known. */
  readonly enteredRef: { current: string | null };
  readonly onOpen: (name: string) => void;
}

export function FolderFiles({ folder, query, sort, enteredRef, onOpen }: FolderFilesProps) {
  /** What was found, and for which text. */
  const [found, setFound] = useState<{ readonly query: string; readonly list: FolderList } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    folder.list(query, sort, asking.signal).then(
      (list) => {
        setFound({ query, list });
        setProblem(null);
      },
      (error: unknown) => !isWithdrawn(error) && setProblem(messageOf(error)),
    );
    return () => asking.abort();
  }, [folder, query, sort]);
  const list = found?.list ?? null;
  const openFirst = (): void => {
    if (found?.query !== query || enteredRef.current !== query) return;
    enteredRef.current = null;
    const [first] = found.list.files;
    if (first !== undefined) onOpen(first.name);
  };
  useEffect(openFirst);
  const entries = problem === null ? (list?.files.map(entryOf) ?? null) : [];
  return (
    <>
      <div style={{ height: `min(${Math.max(1, entries?.length ?? 1) * ROW_PX}px, 36dvh)` }}>
        <DocumentList
          list={entries}
          empty={problem ?? (query === '' ? FOLDER.none : FOLDER.nothingFound(query))}
          onOpen={({ name }) => onOpen(name)}
        />
      </div>
      <p className={styles.told} role="status">
        {list !== null && problem === null && FOLDER.shown(list)}
      </p>
    </>
  );
}

function entryOf({ name, size, date }: FolderList['files'][number]): DocumentEntry {
  return { compoundKey: name, source: 'disk', name, size, date };
}
