// The decoded content of a string: JSON, which can be edited, the parts of a token, or the text or picture in base64.

import { useId, useMemo, useState } from 'react';
import { contentOf, tokenOf } from '../meaning/encoded.ts';
import { problemOf } from '../meaning/check.ts';
import { holdsJson, layOut, layoutOf, respell } from '../meaning/json-text.ts';
import { fromNow } from '../meaning/time.ts';
import type { FullText } from './full-text.ts';
import { Pages } from './pages.tsx';
import type { ContentProps } from './content-props.ts';
import { INSIDE, TEXT, TIMES } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';
import { ApplyForm } from './apply-form.tsx';

/** The kinds of content that a string can have. */
export type InsideType = keyof typeof TEXT.inside;

/** Longest JSON that can be edited, in UTF-16 units: laying out a longer text in a field would block the page. */
const MAX_EDITED_LENGTH = 131_072;

export interface InsideProps extends ContentProps {
  readonly type: InsideType;
  readonly full: FullText;
  readonly wraps: boolean;
}

/** Shows the decoded content of a string. */
export function DecodedContent(props: InsideProps) {
  const { type, full, readOnly, wraps } = props;
  if (type === 'json') {
    if (readOnly || full.literal.length > MAX_EDITED_LENGTH)
      return <Pages label={TEXT.inside.json} text={layOut(full.text, 'lines')} wraps={wraps} />;
    return <JsonEditor {...props} />;
  }
  if (type === 'token') return <TokenView text={full.text} wraps={wraps} />;
  return <ContentView text={full.text} wraps={wraps} />;
}

/** Edits JSON; it is written back in its original layout. */
function JsonEditor({ full, onWrite, wraps }: InsideProps) {
  const id = useId();
  const [first] = useState(() => {
    const layout = layoutOf(full.text.trim());
    return { layout, draft: layout === 'lines' ? full.text : layOut(full.text, 'lines') };
  });
  const [draft, setDraft] = useState(first.draft);
  const problem = useMemo(() => problemOf(draft), [draft]);
  const isChanged = draft !== first.draft && problem === null;
  const text = first.layout === 'lines' ? draft : isChanged ? layOut(draft, first.layout) : '';
  return (
    <ApplyForm json={isChanged ? respell(full.literal, text) : null} readOnly={false} onWrite={onWrite}>
      <textarea
        className={styles['area']}
        aria-label={INSIDE.json}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        value={draft}
        rows={Math.min(18, draft.split('\n', 18).length)}
        wrap={wraps ? 'soft' : 'off'}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <p id={`${id}-problem`} className={problem === null ? styles['note'] : styles['wrong']} role="status">
        {problem ?? <span className={styles['keys']}>{INSIDE.applies}</span>}
      </p>
    </ApplyForm>
  );
}

function TokenView({ text, wraps }: { readonly text: string; readonly wraps: boolean }) {
  const token = useMemo(() => tokenOf(text), [text]);
  const [now] = useState(Date.now);
  if (token === null) return null;
  return (
    <>
      {token.times.length > 0 && (
        <dl className={styles['facts']}>
          {token.times.map(({ name, ms }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {TIMES.moment(
                  new Date(ms).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
                  fromNow(ms, now),
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles['legend']}>{INSIDE.header}</p>
      <Pages label={INSIDE.header} text={layOut(token.header, 'lines')} wraps={wraps} />
      <p className={styles['legend']}>{INSIDE.payload}</p>
      <Pages label={INSIDE.payload} text={layOut(token.payload, 'lines')} wraps={wraps} />
      <p className={styles['note']}>{INSIDE.notVerified}</p>
    </>
  );
}

function ContentView({ text, wraps }: { readonly text: string; readonly wraps: boolean }) {
  const content = useMemo(() => contentOf(text), [text]);
  if (content === null) return null;
  if (content.type === 'picture') {
    return (
      <figure className={styles['picture']}>
        <img src={content.url} alt={INSIDE.picture} />
        <figcaption className={styles['note']}>{INSIDE.pictureOf(content.mime, content.size)}</figcaption>
      </figure>
    );
  }
  const shown = holdsJson(content.text) ? layOut(content.text, 'lines') : content.text;
  return <Pages label={INSIDE.decoded} text={shown} wraps={wraps} />;
}
