// The fields of one condition: its name, and what it compares with.

import { useId } from 'react';
import { CONDITION } from '../../strings/editors/figures.ts';
import { TABLE_FILTER } from '../../strings/editors/table.ts';
import { needsOf, type ConditionDraft, type ConditionName } from './conditions.ts';
import { KINDS } from './filter-text.ts';
import styles from './condition-fields.module.css';

export interface ConditionFieldsProps {
  readonly draft: ConditionDraft;
  readonly names: readonly ConditionName[];
  readonly isTimes: boolean;
  /** Whether it is the first of several, which explains what can be typed. */
  readonly isFirst: boolean;
  readonly onChange: (draft: Partial<ConditionDraft>) => void;
}

/** The fields of one condition. */
export function ConditionFields({ draft, names, isTimes, isFirst, onChange }: ConditionFieldsProps) {
  const id = useId();
  const needs = needsOf(draft.name);
  const field = (key: 'text' | 'to', label: string) => (
    <input
      className={styles['field']}
      aria-label={label}
      placeholder={needs === 'bounds' ? label : undefined}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      value={draft[key]}
      onChange={(event) => onChange({ [key]: event.target.value })}
    />
  );
  return (
    <div className={styles['fields']}>
      <select
        id={`${id}-name`}
        className={styles['field']}
        aria-label={CONDITION.label}
        value={draft.name}
        onChange={(event) => onChange({ name: names.find((name) => name === event.target.value) ?? 'contains' })}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {CONDITION.names[name]}
          </option>
        ))}
      </select>
      {needs === 'text' && field('text', CONDITION.value)}
      {needs === 'bounds' && (
        <div className={styles['bounds']}>
          {field('text', CONDITION.from)}
          {field('to', CONDITION.to)}
        </div>
      )}
      {needs === 'list' && (
        <textarea
          className={styles['field']}
          aria-label={TABLE_FILTER.values}
          placeholder={CONDITION.hint.list}
          rows={4}
          spellCheck={false}
          value={draft.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      {needs === 'kinds' && (
        <span className={styles['kinds']}>
          {KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={draft.kinds.includes(kind)}
                onChange={(event) =>
                  onChange({
                    kinds: event.target.checked ? [...draft.kinds, kind] : draft.kinds.filter((one) => one !== kind),
                  })
                }
              />
              {TABLE_FILTER.kinds[kind]}
            </label>
          ))}
        </span>
      )}
      {isFirst && needs === 'text' && (
        <small className={styles['note']}>{isTimes ? CONDITION.hint.time : CONDITION.hint.text}</small>
      )}
    </div>
  );
}
