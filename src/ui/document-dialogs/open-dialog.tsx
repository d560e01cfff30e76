// The open dialog, one page for all that can be opened: a file, dropped or picked; the clipboard; an address; and the documents that
// are known: recent ones, those of this browser, those of the cloud, searched and sorted.

import { Tabs } from '@base-ui/react/tabs';
import {
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { formatSize } from '../../shared/bytes/size.ts';
import { backupEntries, eraseAll } from '../documents/storage/backup.ts';
import { openByKey } from '../documents/open/open-by-key.ts';
import type { App, Panel } from '../app-model/app-model.ts';
import { useDocumentsState } from '../documents/documents.ts';
import type { Side } from '../model/side.ts';
import { chooseFile, pasteText } from '../incoming/ask-content.ts';
import { dropTarget } from '../incoming/drop-target.ts';
import { loadPasted } from '../incoming/load-pasted.ts';
import { parseCompoundKey } from '../link/route.ts';
import { isShelfKey } from '../model/document-key.ts';
import { download } from '../documents/save/save-model.ts';
import { SIGN_IN } from '../strings/account/account.ts';
import { ERASE, FOLDER, OPEN } from '../strings/documents/documents.ts';
import { ADDRESS } from '../strings/documents/opening.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { Segments } from '../widgets/segments.tsx';
import { useMedia } from '../widgets/media.ts';
import { useAddress } from './address-dialogs.tsx';
import { FolderFiles } from './folder-files.tsx';
import { DocumentList, ROW_PX } from './list.tsx';
import { filterAndSort, type DocumentEntry, type Sort } from './list-entries.ts';
import { useLists } from './use-lists.ts';
import { CANCEL } from '../strings/app/layout.ts';
import styles from './open-dialog.module.css';

const TABS = ['recent', 'local', 'cloud'] as const;
type Tab = 'folder' | (typeof TABS)[number];
const SORT_CHOICES = [
  { value: 'date', label: OPEN.sorts.date },
  { value: 'name', label: OPEN.sorts.name },
  { value: 'size', label: OPEN.sorts.size },
] as const;

/** The dialog that "Open…" opens, for the panel that requested it. */
export default function OpenDialog({ app }: { readonly app: App }) {
  const { opening, openingFirst } = useDocumentsState(app.documents);
  const close = (): void => app.documents.showOpenDialog(null);
  const file = useRef<HTMLButtonElement>(null);
  const address = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLInputElement>(null);
  // While the dialog closes, it still belongs to the panel that requested it.
  const [side, setSide] = useState<Side>('left');
  if (opening !== null && opening !== side) setSide(opening);
  const [isDragged, setIsDragged] = useState(false);
  const panel = app.panels[side];
  const begin = (work: Promise<unknown>): void => {
    close();
    void focusOpened(panel, work);
  };
  const field = useAddress((url) => {
    const work = panel.actions.opening.openUrl(url);
    begin(work);
    return work;
  });
  const drop = dropTarget(app, side, setIsDragged);
  const paste = (event: ClipboardEvent): void => {
    const { clipboardData: copied, target } = event;
    if (target instanceof HTMLInputElement && copied.files.length === 0) return;
    const content = copied.files[0] ?? copied.getData('text');
    event.preventDefault();
    if (typeof content === 'string' && content.trim() === '') return;
    if (typeof content !== 'string') begin(panel.actions.opening.openFile(content));
    else begin(loadPasted().then(({ openPasted }) => openPasted(panel, content), panel.core.report));
  };
  // A name is typed wherever the focus is, but in a field.
  const find = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void => {
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
    search.current?.focus();
  };
  return (
    <Dialog
      title={OPEN.title}
      open={opening !== null}
      onClose={close}
      initialFocus={openingFirst === 'address' ? address : app.documents.folder === null ? file : search}
      handlers={{
        ...drop,
        onDropCapture: (event) => {
          drop.onDropCapture(event);
          if (event.isDefaultPrevented()) close();
        },
        onPaste: paste,
      }}
      wide
    >
      <div role="presentation" className={styles.root} data-dragged={isDragged} onKeyDown={find}>
        <Ways panel={panel} file={file} onBegin={begin} />
        <AddressForm field={field} input={address} />
        <Content app={app} side={side} search={search} onBegin={begin} onClose={close} />
      </div>
    </Dialog>
  );
}

/** Gives the focus to what was opened, so that the next keys are for it, unless the focus has gone elsewhere meanwhile. */
async function focusOpened({ core, actions }: Panel, work: Promise<unknown>): Promise<void> {
  // What the dialog gives the focus back to when it closes.
  const givenBack = new Promise<Element | null>((resolve) => setTimeout(() => resolve(document.activeElement)));
  const [before] = await Promise.all([givenBack, work]);
  const { activeElement: present, body } = document;
  if (present === before || present === body) actions.editing.setMode(core.state.mode, true);
}

interface WaysProps {
  readonly panel: Panel;
  readonly file: RefObject<HTMLButtonElement | null>;
  /** Closes the dialog. The view gets the focus once the promise resolves. */
  readonly onBegin: (work: Promise<unknown>) => void;
}

/** The area for files, with the ways that need no further choice. */
function Ways({ panel, file, onBegin }: WaysProps) {
  const isTouched = useMedia('(pointer: coarse)');
  const { side } = panel.core;
  const choose = (): void => {
    const work = chooseFile(panel, () => onBegin(work));
  };
  return (
    <div className={styles.drop}>
      <p className={styles.way}>{isTouched ? OPEN.pick(side) : OPEN.drop(side)}</p>
      <div className={styles.ways}>
        <Button ref={file} look="primary" onClick={choose}>
          {OPEN.file}
        </Button>
        <Button look="outline" onClick={() => onBegin(pasteText(panel))}>
          {OPEN.paste}
        </Button>
        <Button look="outline" onClick={() => onBegin(panel.actions.opening.startNew())}>
          {OPEN.create}
        </Button>
      </div>
    </div>
  );
}

interface AddressFormProps {
  readonly field: ReturnType<typeof useAddress>;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The field for an address. A refused one stays, with a sentence that says why. */
function AddressForm({ field, input }: AddressFormProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(field.onText(input.current?.value ?? ''));
  };
  return (
    <form className={styles.address} onSubmit={submit} noValidate>
      <label htmlFor={id}>{OPEN.address}</label>
      <input
        ref={input}
        id={id}
        className={styles.field}
        type={field.type}
        dir="ltr"
        defaultValue={field.value}
        placeholder={ADDRESS.open.placeholder}
        autoComplete="url"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-wrong`}
        onChange={() => setProblem(null)}
      />
      <button type="submit" className={buttonClass('outline')}>
        {OPEN.open}
      </button>
      {problem !== null && (
        <p id={`${id}-wrong`} className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

interface ContentProps {
  readonly app: App;
  readonly side: Side;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onBegin: (work: Promise<unknown>) => void;
  readonly onClose: () => void;
}

/** The lists of known documents, each behind its tab. */
function Content({ app, side, search, onBegin, onClose }: ContentProps) {
  const { documents } = app;
  const { core, actions } = app.panels[side];
  const { folder } = documents;
  const [tab, setTab] = useState<Tab>(folder === null ? 'recent' : 'folder');
  const [query, setQuery] = useState('');
  const entered = useRef<string | null>(null);
  const [, setEntered] = useState(0);
  const [sort, setSort] = useState<Sort>('date');
  const lists = useLists(app, tab === 'cloud');
  const isCounted = (value: (typeof TABS)[number]): boolean =>
    lists[value] !== null && lists.problem[value] === undefined;
  const list = tab === 'folder' ? null : lists[tab];
  const shown = list === null ? null : filterAndSort(list, query, sort);

  /** Whether there is nothing to choose from, so that a search and an order would be of no use. */
  const isEmpty = list?.length === 0;

  const open = ({ compoundKey }: DocumentEntry): void => {
    onBegin(openByKey(actions.opening, compoundKey));
  };
  const remove = ({ compoundKey, name }: DocumentEntry): void => {
    const key = parseCompoundKey(compoundKey);
    if (tab !== 'recent' && isShelfKey(key)) void app.delete(key, name, core);
    else documents.forget(compoundKey);
  };
  const openFolderFile = (name: string): void => {
    if (folder !== null) onBegin(folder.open(name, side));
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
    <Tabs.Root className={styles.lists} value={tab} onValueChange={(value: Tab) => setTab(value)}>
      <Tabs.List className={styles.tabs} aria-label={OPEN.title}>
        {folder !== null && (
          <Tabs.Tab value="folder" className={styles.tab}>
            {OPEN.tabs.folder}
          </Tabs.Tab>
        )}
        {TABS.map((value) => (
          <Tabs.Tab key={value} value={value} className={styles.tab}>
            {OPEN.tabs[value]}
            {isCounted(value) && <small>{lists[value]?.length.toLocaleString()}</small>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <div className={styles.bar} hidden={isEmpty}>
        <input
          ref={search}
          className={styles.search}
          type="search"
          dir="auto"
          aria-label={tab === 'folder' && folder !== null ? FOLDER.search(folder.name) : OPEN.search}
          placeholder={OPEN.searchHint}
          value={query}
          spellCheck={false}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            const [first] = shown ?? [];
            if (first !== undefined) open(first);
            if (tab !== 'folder') return;
            entered.current = query;
            setEntered((count) => count + 1);
          }}
        />
        <Segments label={OPEN.sortBy} choices={SORT_CHOICES} value={sort} onChange={setSort} />
      </div>
      {folder !== null && (
        <Tabs.Panel value="folder" className={styles.panel}>
          <FolderFiles folder={folder} query={query} sort={sort} enteredRef={entered} onOpen={openFolderFile} />
        </Tabs.Panel>
      )}
      {TABS.map((value) => (
        <Tabs.Panel
          key={value}
          value={value}
          className={styles.panel}
          style={{ height: list === null || isEmpty ? 'auto' : `min(${list.length * ROW_PX}px, 36dvh)` }}
        >
          {value === tab && (
            <DocumentList
              list={shown}
              empty={lists.problem[value] ?? (query === '' ? OPEN.none[value] : OPEN.nothingFound(query))}
              canDelete={value !== 'recent'}
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
