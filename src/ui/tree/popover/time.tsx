// A time in its popover: in the user's time zone, in UTC, relative to now; and a field to change it.

import { useId, useState } from 'react';
import { respell } from '../meaning/json-text.ts';
import { fromField, fromNow, hasZone, isDay, toField, writeTime, type Time } from '../meaning/time.ts';
import type { ContentProps } from './content-props.ts';
import { TIMES } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';
import { ApplyForm } from './apply-form.tsx';

/** Shows a time, and writes a changed one in the same unit or notation. */
export function TimeEditor({ opened, readOnly, onWrite, time }: ContentProps & { readonly time: Time }) {
  const id = useId();
  const [field, setField] = useState(() => toField(time));
  const [now] = useState(Date.now);
  const ms = fromField(time, field);
  const isChanged = ms !== null && field !== toField(time);
  const text = isChanged ? writeTime(time, ms) : time.text;
  const isString = opened.row.row.kind === 'string';
  const json = isString ? respell(opened.row.row.text, text) : text;
  const shown = ms ?? time.ms;
  return (
    <ApplyForm json={isChanged ? json : null} readOnly={readOnly} onWrite={onWrite} preview={text}>
      <dl className={styles['facts']}>
        {facts(time, shown, now).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!readOnly && (
        <>
          <label htmlFor={`${id}-time`}>{TIMES.field[hasZone(time) ? 'zone' : isDay(time) ? 'day' : 'none']}</label>
          <input
            id={`${id}-time`}
            type={isDay(time) ? 'date' : 'datetime-local'}
            className={styles['field']}
            step={isDay(time) ? undefined : stepOf(time)}
            value={field}
            onChange={(event) => setField(event.target.value)}
          />
        </>
      )}
    </ApplyForm>
  );
}

/** Returns the field's step in seconds: milliseconds are offered only if the notation has them. */
function stepOf({ ms, notation }: Time): number {
  const hasThousandths = notation.type === 'milliseconds' || ms % 1000 !== 0;
  return hasThousandths ? 0.001 : 1;
}

function facts(time: Time, ms: number, now: number): (readonly [string, string])[] {
  const date = new Date(ms);
  const distance = [TIMES.relative, fromNow(ms, now)] as const;
  const style: Intl.DateTimeFormatOptions = { dateStyle: 'full', ...(isDay(time) ? {} : { timeStyle: 'medium' }) };
  if (!hasZone(time)) return [[TIMES.time, date.toLocaleString(undefined, { ...style, timeZone: 'UTC' })], distance];
  return [
    // With the zone: at the end of summer time, one hour repeats.
    [TIMES.local, date.toLocaleString(undefined, { ...style, ...(isDay(time) ? {} : { timeStyle: 'long' }) })],
    [TIMES.utc, date.toISOString().replace('.000Z', 'Z')],
    distance,
  ];
}
