// The command palette: an input field and the matching commands below it, first the value that a path leads to. It is a combobox
// whose list is always open, so that the focus never leaves the field. @see ARIA APG, combobox with a listbox

import { Dialog } from '@base-ui/react/dialog';
import { Fragment, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { KeysAhead } from '../widgets/keys-ahead.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
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
            panel={app.panels[app.state.active]}
            list={list}
            ahead={app.queuedKeys}
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
  panel,
  list,
  ahead,
  onChoose,
}: {
  /** The label of the list: the panel that it is for. */
  readonly label: string;
  /** The panel whose values are found by path. */
  readonly panel: Panel;
  /** Called once: the list is that of the moment when the palette opened. */
  readonly list: () => Command[];
  /** Keys typed before the field was ready. */
  readonly ahead: KeysAhead;
  readonly onChoose: (command: Command) => void;
}) {
  const id = useId();
  const [commands] = useState(list);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  /** The text that Enter was pressed for before its path was looked up. */
  const awaited = useRef<string | null>(null);
  const path = usePathLookup(query, panel);
  const named = useMemo(() => searchCommands(commands, query), [commands, query]);
  const found: readonly Found[] = path.command === null ? named : [{ command: path.command, indexes: [] }, ...named];
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
    const { text, chooses } = ahead.take();
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
          setAt(0);
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
