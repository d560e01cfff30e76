// Shows the full text of a truncated message behind "Details". The text is rendered when opened, and only up to a limit.

import { copyText } from './begin-copy.ts';
import { useState } from 'react';
import { Button } from './button.tsx';
import { DETAILS } from '../strings/app/layout.ts';
import { MAX_SENTENCE_LENGTH } from '../strings/app/sentence.ts';
import styles from './details.module.css';

/** Number of characters shown behind "Details". */
export const MAX_DETAILS_LENGTH = 20_000;
/** The full text of a truncated message; nothing if the message was not truncated. */
export function Details({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState(false);
  if (text.length <= MAX_SENTENCE_LENGTH) return null;
  const copy = async (): Promise<void> => {
    await copyText(text);
    setCopied(true);
  };
  return (
    <div className={styles.details}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        {DETAILS.title}
      </button>
      {open && (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
          <pre className={styles.text} tabIndex={0} aria-label={DETAILS.title}>
            {text.slice(0, MAX_DETAILS_LENGTH)}
          </pre>
          {text.length > MAX_DETAILS_LENGTH && <p>{DETAILS.more(text.length - MAX_DETAILS_LENGTH)}</p>}
          <Button look="outline" onClick={() => void copy().catch(() => undefined)}>
            {copied ? DETAILS.copied : DETAILS.copy}
          </Button>
        </>
      )}
    </div>
  );
}
