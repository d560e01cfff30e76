// The open dialog: recent files, documents of this browser, documents of the cloud; searched and sorted.

import { Tabs } from '@base-ui/react/tabs';
import { useRef, useState, type RefObject } from 'react';
import { formatSize } from '../../shared/bytes/size.ts';
import { backupEntries, eraseAll } from '../documents/storage/backup.ts';
import { openByKey } from '../documents/open/open-by-key.ts';
import type { App } from '../app-model/app-model.ts';
import { useDocumentsState } from '../documents/documents.ts';
import type { Side } from '../model/side.ts';
import { parseCompoundKey } from '../link/route.ts';
import { isShelfKey } from '../model/document-key.ts';
import { download } from '../documents/save/save-model.ts';
import { SIGN_IN } from '../strings/account/account.ts';
import { ERASE, OPEN } from '../strings/documents/documents.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { Segments } from '../widgets/segments.tsx';
import { DocumentList } from './list.tsx';
import { filterAndSort, type DocumentEntry, type Sort } from './list-entries.ts';
import { useLists } from './use-lists.ts';
import { CANCEL } from '../strings/app/layout.ts';
import styles from './open-dialog.module.css';

const TABS = ['recent', 'local', 'cloud'] as const;
type Tab = (typeof TABS)[number];
const SORT_CHOICES = [
  { value: 'date', label: OPEN.sorts.date },
  { value: 'name', label: OPEN.sorts.name },
  { value: 'size', label: OPEN.sorts.size },
] as const;

/** The dialog that "Open…" opens, for the panel that requested it. */
export default function OpenDialog({ app }: { readonly app: App }) {
  const { opening } = useDocumentsState(app.documents);
  const close = (): void => app.documents.showOpenDialog(null);
  const search = useRef<HTMLInputElement>(null);
  // While the dialog closes, it still belongs to the panel that requested it.
  const [side, setSide] = useState<Side>('left');
  if (opening !== null && opening !== side) setSide(opening);
  return (
    <Dialog title={OPEN.title} open={opening !== null} onClose={close} initialFocus={search} wide>
      <Content app={app} side={side} onClose={close} search={search} />
    </Dialog>
  );
}

interface ContentProps {
  readonly app: App;
  readonly side: Side;
  readonly onClose: () => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

function Content({ app, side, onClose, search }: ContentProps) {
  const { documents } = app;
  const { core, actions } = app.panels[side];
  const [tab, setTab] = useState<Tab>('recent');
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<Sort>('date');
  const lists = useLists(app, tab === 'cloud');
  const isCounted = (value: Tab): boolean => lists[value] !== null && lists.problem[value] === undefined;
  const list = lists[tab];
  const shown = list === null ? null : filterAndSort(list, query, sort);

  const open = ({ compoundKey }: DocumentEntry): void => {
    onClose();
    void openByKey(actions.opening, compoundKey);
  };
  const remove = ({ compoundKey, name }: DocumentEntry): void => {
    const key = parseCompoundKey(compoundKey);
    if (tab !== 'recent' && isShelfKey(key)) void app.delete(key, name, core);
    else documents.forget(compoundKey);
  };
  const signIn = (): void => {
    onClose();
    app.account.open('sign-in');
  };
  const backUp = async (): Promise<void> => {
    const entries = await backupEntries(documents.local);
    if (entries.length === 0) core.notify({ severity: 'info', message: OPEN.nothingToBackUp });
    else download(await documents.archive(entries), OPEN.backupName);
  };
  const erase = async (): Promise<void> => {
    onClose();
    if (!(await app.confirm(ERASE))) return;
    await eraseAll();
    location.assign(location.pathname);
  };

  return (
    <Tabs.Root className={styles.root} value={tab} onValueChange={(value: Tab) => setTab(value)}>
      <Tabs.List className={styles.tabs} aria-label={OPEN.title}>
        {TABS.map((value) => (
          <Tabs.Tab key={value} value={value} className={styles.tab}>
            {OPEN.tabs[value]}
            {isCounted(value) && <small>{lists[value]?.length.toLocaleString()}</small>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={styles.bar}>
        <input
          ref={search}
          className={styles.search}
          type="search"
          dir="auto"
          aria-label={OPEN.search}
          placeholder={OPEN.searchHint}
          value={query}
          spellCheck={false}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = shown ?? [];
            if (event.key === 'Enter' && first !== undefined) open(first);
          }}
        />
        <Segments label={OPEN.sortBy} choices={SORT_CHOICES} value={sort} onChange={setSort} />
      </div>
      {TABS.map((value) => (
        <Tabs.Panel key={value} value={value} className={styles.panel}>
          {value === tab && (
            <DocumentList
              list={shown}
              empty={lists.problem[tab] ?? (query === '' ? OPEN.none[tab] : OPEN.nothingFound(query))}
              canDelete={tab !== 'recent'}
              onOpen={open}
              onRemove={remove}
            />
          )}
        </Tabs.Panel>
      ))}
      <Actions>
        {tab === 'local' && (
          <>
            <span className={styles.total}>{lists.local === null ? '' : total(lists.local)}</span>
            <Button look="outline" onClick={() => void erase().catch(core.report)}>
              {OPEN.erase}
            </Button>
            <Button look="outline" onClick={() => void backUp().catch(core.report)}>
              {OPEN.backUp}
            </Button>
          </>
        )}
        {tab === 'cloud' && documents.cloud?.isSignedIn === false && (
          <Button look="primary" onClick={signIn}>
            {SIGN_IN}
          </Button>
        )}
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
      </Actions>
    </Tabs.Root>
  );
}

function total(list: readonly DocumentEntry[]): string {
  const bytes = list.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return OPEN.total(list.length, formatSize(bytes));
}
