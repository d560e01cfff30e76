// Rows of a form: a label, a control, and a hint or an error below it.

import { useId, useState, type ReactNode } from 'react';
import { Segments, type SegmentsProps } from '../segments.tsx';
import styles from './fields.module.css';

/** Rows under one heading. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

export interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** The current value; the field may hold a different, invalid text. */
  readonly value: string;
  /** Accepts the typed text; returns an error message, or `null` if it was accepted. */
  readonly onText: (text: string) => string | null;
}

/** One line of text. */
export function TextField({ label, hint, value, onText }: TextFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const said = problem ?? hint;
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.field}
        value={draft}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={said === undefined ? undefined : `${id}-said`}
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setProblem(onText(event.currentTarget.value));
        }}
        // Shows the stored form of the value, if the user typed another one.
        onBlur={() => problem === null && setDraft(value)}
      />
      {said !== undefined && (
        <p
          id={`${id}-said`}
          className={problem === null ? styles.hint : styles.wrong}
          role={problem === null ? undefined : 'alert'}
        >
          {said}
        </p>
      )}
    </div>
  );
}

export interface SwitchFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A boolean setting. */
export function SwitchField({ label, hint, isOn, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.box}>
        <input
          id={id}
          type="checkbox"
          className={styles.check}
          checked={isOn}
          aria-describedby={hint === undefined ? undefined : `${id}-said`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </span>
      {hint !== undefined && (
        <p id={`${id}-said`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A choice of a few alternatives side by side. */
export function SegmentsField<T extends string>(props: SegmentsProps<T>) {
  return (
    <div className={styles.row}>
      <span aria-hidden>{props.label}</span>
      <Segments {...props} />
    </div>
  );
}

export interface ChoiceFieldProps<T extends string> extends SegmentsProps<T> {
  readonly hint?: string;
}

/** A choice from a drop-down list. */
export function ChoiceField<T extends string>({ label, hint, choices, value, onChange }: ChoiceFieldProps<T>) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.field}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-said`}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value, false);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-said`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
