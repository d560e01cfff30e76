// The command palette: an input field and the matching commands below it, first the value that a path leads to. It is a combobox
// whose list is always open, so that the focus never leaves the field. @see ARIA APG, combobox with a listbox

import { Dialog } from '@base-ui/react/dialog';
import { Fragment, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { PageModel } from '../app-model/app-model.ts';
import { platformKeys } from '../model/platform-keys.ts';
import { COMMANDS } from '../strings/app/commands.ts';
import { PALETTE } from '../strings/app/page-commands.ts';
import type { Command } from './command.ts';
import { searchCommands, type Found } from './command-search.ts';
import { lookUpPath, usePathLookup } from './path-lookup.ts';
import floating from '../widgets/floating.module.css';
import { useNoticeRoom } from '../widgets/dialog/notice-room.ts';
import { Shade } from '../widgets/dialog/shade.tsx';
import styles from './palette.module.css';

export interface PaletteProps {
  readonly app: PageModel;
  /** Returns the commands that are currently available. */
  readonly list: () => Command[];
  readonly open: boolean;
  readonly onClose: () => void;
}

export function Palette({ app, list, open, onClose }: PaletteProps) {
  const [wasOpen, setWasOpen] = useState(false);
  const [origin, setOrigin] = useState<Element | null>(null);
  const chosen = useRef<Command | null>(null);
  const room = useNoticeRoom();
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOrigin(document.activeElement);
  }
  // Returns the focus here instead of in the dialog, which does it later: a command may move the focus on.
  const finish = (isOpen: boolean): void => {
    if (isOpen) return;
    const command = chosen.current;
    chosen.current = null;
    if (origin instanceof HTMLElement) origin.focus({ preventScroll: true });
    command?.run();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} onOpenChangeComplete={finish}>
      <Dialog.Portal>
        <Dialog.Backdrop className={floating.backdrop} />
        <Dialog.Popup
          className={`${floating.popup} ${styles.popup}`}
          style={room}
          finalFocus={false}
          data-modal
          data-palette
        >
          <Shade />
          <Dialog.Title className={styles.title}>{PALETTE.title}</Dialog.Title>
          <Field
            label={COMMANDS.list(app.state.active)}
            app={app}
            list={list}
            onChoose={(command) => {
              chosen.current = command;
              onClose();
            }}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Field({
  label,
  app,
  list,
  onChoose,
}: {
  /** The label of the list: the panel that it is for. */
  readonly label: string;
  /** The values of its active panel are found by path. */
  readonly app: PageModel;
  /** Called again and again: a command may become available while the palette is open. */
  readonly list: () => Command[];
  readonly onChoose: (command: Command) => void;
}) {
  const id = useId();
  const panel = app.panels[app.state.active];
  const commands = useCommands(list);
  const [query, setQuery] = useState('');
  /** The name of the current option: it stays current when others come before it. `null`: the first option is current. */
  const [currentName, setCurrentName] = useState<string | null>(null);
  /** The text that Enter was pressed for before its path was looked up. */
  const awaited = useRef<string | null>(null);
  const path = usePathLookup(query, panel);
  const named = useMemo(() => searchCommands(commands, query), [commands, query]);
  const found: readonly Found[] = path.command === null ? named : [{ command: path.command, indexes: [] }, ...named];
  const at = Math.max(
    0,
    found.findIndex(({ command }) => command.name === currentName),
  );
  const setAt = (index: number): void => setCurrentName(found[index]?.command.name ?? null);
  const current = found[at];
  const isAll = query.trim() === '';

  const active = current === undefined ? undefined : `${id}-${at}`;

  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const key = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    }[event.key];
    if (to !== undefined) setAt(Math.max(0, to));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) chooseOnceKnown();
    else return;
    event.preventDefault();
  };
  const choose = (command: Command): void => {
    if (!command.disabled) onChoose(command);
  };

  /** Chooses the current option once it is known whether the text is a path. */
  const chooseOnceKnown = (): void => {
    if (path.isPending && at === 0) chooseBest(query);
    else if (current !== undefined) choose(current.command);
  };
  /** Chooses the best option for a text, unless it is changed or the palette is closed before. */
  const chooseBest = (text: string): void => {
    awaited.current = text;
    void lookUpPath(text, panel).then((looked) => {
      if (awaited.current !== text) return;
      awaited.current = null;
      const best = looked.command ?? searchCommands(commands, text)[0]?.command;
      if (best !== undefined) choose(best);
    });
  };
  useEffect(
    () => () => {
      awaited.current = null;
    },
    [],
  );

  /** Applies the keys typed before the field was ready. */
  const takeOver = (): void => {
    const { text, chooses } = app.queuedKeys.take();
    if (text === '' && !chooses) return;
    setQuery(text);
    if (chooses) chooseBest(text);
  };

  const outcome = (): string => {
    if (found.length === 0) return path.message ?? COMMANDS.none;
    return isAll ? '' : COMMANDS.count(found.length);
  };

  return (
    <>
      <input
        className={styles.field}
        role="combobox"
        aria-label={COMMANDS.field}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={active}
        placeholder={PALETTE.placeholder}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          awaited.current = null;
          setCurrentName(null);
        }}
        onKeyDown={key}
        onFocus={takeOver}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {found.map(({ command, indexes }, index) => (
          <Fragment key={command.name}>
            {isAll && found[index - 1]?.command.group !== command.group && (
              <div className={styles.heading} aria-hidden>
                {command.group}
              </div>
            )}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys */}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-disabled={command.disabled}
              className={styles.option}
              onPointerMove={() => setAt(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(command)}
            >
              <span className={styles.name}>
                <Lettered text={command.name} indexes={indexes} />
              </span>
              {command.preview !== undefined && <code className={styles.preview}>{command.preview}</code>}
              {!isAll && <span className={styles.group}>{command.group}</span>}
              {command.hint !== undefined && <Hint text={command.hint} />}
            </div>
          </Fragment>
        ))}
      </div>
      <p className={found.length === 0 ? styles.none : styles.said} role="status">
        {outcome()}
      </p>
    </>
  );
}

/** The commands depend on many states, of panels, the comparison, the account and others, so they are listed again in between. */
const RELIST_MS = 200;

/** Returns the commands that are available now. */
function useCommands(list: () => Command[]): readonly Command[] {
  const [commands, setCommands] = useState(list);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const relist = (): void => {
      const next = latest.current();
      setCommands((before) => (isSameList(before, next) ? before : next));
    };
    const timer = setInterval(relist, RELIST_MS);
    return () => clearInterval(timer);
  }, []);
  return commands;
}

function isSameList(before: readonly Command[], next: readonly Command[]): boolean {
  return (
    before.length === next.length &&
    before.every(({ name, disabled }, index) => name === next[index]?.name && disabled === next[index]?.disabled)
  );
}

function Lettered({ text, indexes }: { readonly text: string; readonly indexes: readonly number[] }) {
  const runs: { readonly from: number; to: number }[] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last?.to === index) last.to += 1;
    else runs.push({ from: index, to: index + 1 });
  }
  return (
    <>
      {runs.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(runs[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(runs.at(-1)?.to ?? 0)}
    </>
  );
}

const KEY = /^(?:(?:Ctrl|Alt|Shift|Cmd)\+|F\d|\?$)/;

function Hint({ text }: { readonly text: string }) {
  if (!KEY.test(text)) return <span className={styles.hint}>{text}</span>;
  return <kbd className={styles.key}>{platformKeys(text)}</kbd>;
}
