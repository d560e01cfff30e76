// The list of choices from a schema, below the field in which a key or a value is edited. The focus stays in the field: arrow
// keys move through the list, and Enter takes the active choice. Without an active choice all keys go to the field.

import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { SCHEMA_HELP } from '../strings/panel/schema-help.ts';
import type { Choice, Choices, LoadChoices } from './choices.ts';
import styles from './field-choices.module.css';

/** Gap between the field and its list, and between the list and the page's edge, in pixels. */
const GAP_PX = 4;
/** The list is as wide as the field, but need not be wider than this, in pixels. */
const MIN_PX = 240;
/** Longer choices may be cut in the list and are repeated in the tooltip, up to the second limit. In characters. */
const MAX_SHOWN_LENGTH = 36;
const MAX_HINT_LENGTH = 500;

export interface FieldChoicesProps {
  readonly field: HTMLTextAreaElement;
  /** Loads the choices. Only the initial value is used. */
  readonly load: LoadChoices;
  readonly onChoose: (choice: Choice) => void;
  /** Called with the first choices that are loaded. */
  readonly onChoices?: (choices: Choices) => void;
}

/** The list; renders nothing without choices. */
export default function FieldChoices({ field, load, onChoose, onChoices }: FieldChoicesProps) {
  const [choices, setChoices] = useState<Choices | null>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const latest = useRef({ load, onChoices });

  // An incomplete list is loaded again for the typed text.
  const asked = choices === null || choices.rest > 0 ? typed : null;
  useEffect(() => {
    if (asked === null) return;
    let isOver = false;
    latest.current.load(asked).then(
      (found) => {
        if (isOver || found === null) return;
        if (asked === '') latest.current.onChoices?.(found);
        setChoices(found);
      },
      // The document was written, or the schema can't be read, which the list of problems reports.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [asked]);

  const shown = useMemo(() => {
    const wanted = typed.toLowerCase();
    return choices?.items.filter(({ text }) => text.toLowerCase().includes(wanted)) ?? [];
  }, [choices, typed]);
  const isOpen = shown.length > 0;

  useEffect(() => {
    const input = (): void => {
      setTyped(field.value.trim());
      setActive(-1);
    };
    field.addEventListener('input', input);
    return () => field.removeEventListener('input', input);
  }, [field]);

  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (!isOpen || event.isComposing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const choice = shown[active];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        // -1 is the field itself.
        const places = shown.length + 1;
        setActive((before) => ((before + 1 + step + places) % places) - 1);
      } else if (event.key === 'Enter' && choice !== undefined) onChoose(choice);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    field.addEventListener('keydown', key, true);
    return () => field.removeEventListener('keydown', key, true);
  }, [field, isOpen, shown, active, onChoose]);

  useEffect(() => {
    if (choices !== null) field.setAttribute('inputmode', choices.inputMode);
    if (!isOpen) return;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': `${id}-list`,
      ...(active >= 0 && { 'aria-activedescendant': `${id}-${active}` }),
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) field.removeAttribute(name);
    };
  }, [field, choices, isOpen, active, id]);

  // Below the field, or above it at the end of the page; always within the page's edges.
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const place = (): void => {
      const anchor = field.getBoundingClientRect();
      current.style.minWidth = `${Math.min(anchor.width, MIN_PX)}px`;
      const { offsetWidth: width, offsetHeight: height } = current;
      const below = anchor.bottom + GAP_PX;
      const top = below + height + GAP_PX > innerHeight ? Math.max(GAP_PX, anchor.top - GAP_PX - height) : below;
      const left = Math.max(GAP_PX, Math.min(anchor.left, innerWidth - width - GAP_PX));
      current.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    };
    place();
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another list is of another size
  }, [field, shown]);

  useLayoutEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  if (choices === null || !isOpen) return null;
  return createPortal(
    // Stops events that React would bubble to the row that contains the field.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- nothing is done by them
    <div
      ref={list}
      className={styles.popup}
      onPointerDown={keep}
      onClick={keep}
      onDoubleClick={keep}
      onContextMenu={keep}
    >
      <div
        role="listbox"
        tabIndex={-1}
        id={`${id}-list`}
        aria-label={choices.label}
        className={styles.list}
        // Keeps the focus in the field: blurring it would commit the edit.
        onMouseDown={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {shown.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
          <div
            tabIndex={-1}
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            data-deprecated={choice.isDeprecated || undefined}
            data-hint={hintOf(choice)}
            onClick={() => onChoose(choice)}
          >
            <span className={styles.text}>{choice.text === '' ? '""' : choice.text}</span>
            {choice.note !== '' && <span className={styles.note}>{choice.note}</span>}
          </div>
        ))}
      </div>
      {choices.rest > 0 && <div className={styles.more}>{SCHEMA_HELP.more(choices.rest)}</div>}
    </div>,
    // In the panel, so that assistive technology finds it there.
    field.closest('section') ?? document.body,
  );
}

/** Returns the tooltip of a choice: its hint, preceded by its text if the list may cut that. */
function hintOf({ text, hint }: Choice): string | undefined {
  const whole = text.length > MAX_SHOWN_LENGTH ? text.slice(0, MAX_HINT_LENGTH) : '';
  return [whole, hint].filter((part) => part !== '').join('\n') || undefined;
}

function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}
