// The field that edits a key or a value in its row. Enter and Tab write, Escape cancels, leaving the field writes; Shift+Enter
// inserts a line break. Tab moves on to the value, Shift+Tab to the key.

import { useCallback, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { PartBoundary } from '../../widgets/boundary.tsx';
import { lazyPart } from '../../browser/lazy-part.tsx';
import { keyChoices, valueChoices, type Choice, type Choices } from '../../assist/choices.ts';
import { onOneLine } from '../../model/literal.ts';
import type { Field } from '../model/tree-state.ts';
import { pressOf } from '../../field/field-keys.ts';
import { isOfPage } from '../../model/key-press.ts';
import { nextPart } from '../model/field-editing.ts';
import type { TreeModel } from '../model/model.ts';
import { FIELD } from '../../strings/editors/tree.ts';
import styles from './field.module.css';

const MAX_LINES = 8;
const FieldChoices = lazyPart(() => import('../../assist/field-choices.tsx'));

export interface FieldEditorProps {
  readonly model: TreeModel;
  readonly field: Field;
  readonly label: string;
}

/** An in-place editor; the text is in `model.editing.draft`. */
export function FieldEditor({ model, field, label }: FieldEditorProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const done = useRef(false);
  const [shown, setShown] = useState<HTMLTextAreaElement | null>(null);

  const [isText, setIsText] = useState(model.editing.isText);

  useLayoutEffect(() => {
    const { current } = element;
    setShown(current);
    if (current === null) return undefined;
    current.focus({ preventScroll: true });
    // Text typed over the value continues at its end.
    if (field.isTyped || model.editing.draft !== field.value)
      current.setSelectionRange(current.value.length, current.value.length);
    else current.select();
    model.editing.input.attach(current);
    return () => {
      model.editing.input.attach(null);
      const { field: open } = model.state;
      if (document.activeElement !== current) return;
      // Scrolled out of view: what is typed next is for the tree, so what was typed is written.
      if (open === field) model.run(model.editing.commit());
      // Closed other than by its own keys: the focus returns to the tree.
      if (open === field || open === null)
        current.closest<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true });
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);

  const switchType = (): void => {
    model.editing.isText = !isText;
    setIsText(!isText);
    element.current?.focus({ preventScroll: true });
  };

  const finish = async (next: 'key' | 'value' | null): Promise<void> => {
    done.current = true;
    const grid = element.current?.closest<HTMLElement>('[role="treegrid"]');
    const hadFocus = document.activeElement === element.current;
    const written = model.editing.commit(next);
    if (hadFocus) grid?.focus({ preventScroll: true });
    await written;
  };
  const cancel = (): void => {
    done.current = true;
    const grid = element.current?.closest<HTMLElement>('[role="treegrid"]');
    model.run(model.editing.cancel());
    grid?.focus({ preventScroll: true });
  };
  const { schema } = model;
  const load = useMemo(() => {
    const { part, node, revision } = field;
    if (schema.assist?.isOn !== true) return null;
    return part === 'key'
      ? keyChoices(schema, revision, node, field.value)
      : valueChoices(schema, revision, { type: 'node', node });
  }, [schema, field]);
  const choose = ({ value, text }: Choice): void => {
    if (field.part === 'value') model.editing.isText = value.startsWith('"');
    model.editing.type(field.controls === 'escapes' ? onOneLine(text, field.controls) : text);
    model.run(finish(field.part === 'key' ? 'value' : null));
  };
  const onChoices = useCallback(
    (choices: Choices): void => {
      // A new value gets the type that the schema allows, whatever the text looks like.
      const isNew = field.part === 'value' && (field.isTyped || field.joins);
      if (!isNew || choices.isText === null) return;
      model.editing.isText = choices.isText;
      setIsText(choices.isText);
    },
    [model, field],
  );
  const key = (event: KeyboardEvent): void => {
    if (isOfPage(event)) return;
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (model.editing.input.takeKey(pressOf(event))) return event.preventDefault();
    if (event.altKey && event.code === 'KeyT') {
      event.preventDefault();
      switchType();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      model.run(finish(null));
    } else if (event.key === 'Tab') {
      event.preventDefault();
      model.run(finish(nextPart(field.part, event.shiftKey)));
    }
  };

  const area = (
    <textarea
      ref={element}
      className={styles.field}
      aria-label={label}
      rows={Math.min(MAX_LINES, field.value.split('\n', MAX_LINES).length)}
      defaultValue={model.editing.draft}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      onChange={(event) => model.editing.type(event.target.value)}
      onKeyDown={key}
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => !done.current && model.run(finish(null))}
    />
  );
  const list = load !== null && shown !== null && (
    <PartBoundary fallback={null}>
      <FieldChoices field={shown} load={load} onChoose={choose} onChoices={onChoices} />
    </PartBoundary>
  );
  if (field.part === 'key') {
    return (
      <>
        {area}
        {list}
      </>
    );
  }
  return (
    <span className={styles.frame}>
      {area}
      {list}
      <button
        type="button"
        className={styles.type}
        tabIndex={-1}
        aria-label={FIELD.type}
        aria-pressed={isText}
        data-hint={(isText ? FIELD.asText : FIELD.asLooks).hint}
        // On mouse down, before the field loses the focus and writes.
        onMouseDown={(event) => {
          event.preventDefault();
          event.stopPropagation();
          switchType();
        }}
      >
        {(isText ? FIELD.asText : FIELD.asLooks).label}
      </button>
    </span>
  );
}
