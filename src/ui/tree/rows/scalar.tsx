// A scalar in its row, with aids to read and change it: a checkbox, a colour swatch, a button for a time, a link, or the
// content of a string. None of them is a tab stop, because a screen shows dozens: Alt+Enter opens the aid of the focused row,
// Space switches true and false.

import { Braces, Clock, ExternalLink, Image, KeyRound, Binary, type LucideIcon } from 'lucide-react';
import { useMemo, type MouseEvent } from 'react';
import { unquote } from '../../../shared/bytes/literals.ts';
import { formatSize } from '../../../shared/bytes/size.ts';
import { ChangedText } from '../diff/changed.tsx';
import type { TextEnds } from '../../model/invisible-characters.ts';
import { needsQuotes, onOneLine } from '../../model/literal.ts';
import { Marked } from '../found/marked.tsx';
import { meaningOf, type Meaning } from '../meaning/meaning.ts';
import { fromNow, hasZone } from '../meaning/time.ts';
import { AIDS, ROWS } from '../../strings/editors/tree.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './scalar.module.css';
import type { ValueProps } from './value-props.ts';

/** The value of a scalar's row. */
export function Scalar({ model, index, row, readOnly, controls, hits, diff, onEdit }: ValueProps) {
  const meaning = useMemo(() => meaningOf(row), [row]);
  const isString = row.kind === 'string';
  const content = isString ? unquote(row.text) : row.text;
  const text = isString ? onOneLine(content, controls) : row.text;
  const quote = isString && !row.textCut && needsQuotes(content) && <span className={styles['quote']}>"</span>;
  const ends: TextEnds = !isString ? 'none' : row.textCut ? 'start' : 'both';
  const open = (): void => model.run(model.opener.open(index));
  const shown =
    hits?.value != null ? (
      <Marked text={text} hits={hits.value} ends={ends} />
    ) : diff?.changed != null ? (
      <ChangedText text={text} stretches={diff.changed} ends={ends} />
    ) : (
      <VisibleText text={text} ends={ends} />
    );
  return (
    <>
      {meaning?.type === 'switch' && (
        <input
          type="checkbox"
          className={styles['switch']}
          tabIndex={-1}
          aria-label={row.text}
          checked={meaning.isOn}
          disabled={readOnly}
          onMouseDown={keepFocus}
          onChange={() => model.run(model.writing.switchValue(index))}
        />
      )}
      {meaning?.type === 'colour' && (
        <button
          type="button"
          className={styles['swatch']}
          tabIndex={-1}
          aria-label={AIDS.colour(meaning.colour.text)}
          data-hint={readOnly ? AIDS.showColour : AIDS.changeColour}
          onClick={open}
        >
          <span style={{ backgroundColor: meaning.colour.text }} />
        </button>
      )}
      <span className={styles['scalar']} data-type={ROWS.types[row.kind]} onDoubleClick={onEdit}>
        {quote}
        {meaning?.type === 'link' ? <Link href={meaning.href} text={text} /> : shown}
        {quote}
        {row.textCut && '…'}
      </span>
      {meaning !== null && <Aid meaning={meaning} onOpen={open} />}
      {row.textCut && (
        <button type="button" className={styles['more']} tabIndex={-1} onClick={open}>
          {AIDS.more} <span>{formatSize(row.byteLength)}</span>
        </button>
      )}
    </>
  );
}

const INSIDE: Partial<Record<Meaning['type'], readonly [LucideIcon, string]>> = {
  json: [Braces, AIDS.json],
  token: [KeyRound, AIDS.token],
  base64: [Binary, AIDS.base64],
  picture: [Image, AIDS.picture],
  link: [ExternalLink, AIDS.link],
};

/** The button after a value that opens its popover. */
function Aid({ meaning, onOpen }: { readonly meaning: Meaning; readonly onOpen: () => void }) {
  const [Icon, label] = meaning.type === 'time' ? [Clock, AIDS.time] : (INSIDE[meaning.type] ?? []);
  if (Icon === undefined) return null;
  return (
    <button
      type="button"
      className={meaning.type === 'link' ? `${styles['aid']} ${styles['touch']}` : styles['aid']}
      tabIndex={-1}
      aria-label={label}
      data-hint={meaning.type === 'time' ? momentOf(meaning) : label}
      onClick={onOpen}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

/** Reused: creating a formatter takes longer than drawing a row. */
const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const UTC = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

function momentOf({ time }: Extract<Meaning, { type: 'time' }>): string {
  return AIDS.moment((hasZone(time) ? LOCAL : UTC).format(time.ms), fromNow(time.ms, Date.now()));
}

/** A link that the browser opens on a click with Ctrl; a plain click selects the row as usual. */
function Link({ href, text }: { readonly href: string; readonly text: string }) {
  const isOpening = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={styles['link']}
      tabIndex={-1}
      draggable={false}
      data-hint={AIDS.openLink}
      onPointerDown={(event) => isOpening(event) && event.stopPropagation()}
      onClick={(event) => !isOpening(event) && event.preventDefault()}
    >
      <VisibleText text={text} />
    </a>
  );
}

/** Keeps the focus in the tree. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  if (event.target instanceof Element)
    event.target.closest<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true });
}
