// Long names are cut in the middle: a file's beginning and its ending tell it apart.

import styles from './cut.module.css';

/** How much of the end always shows, in UTF-16 units. */
const TAIL = 12;

/** A text on one line, cut in the middle where it does not fit. */
export function MiddleCut({ text }: { readonly text: string }) {
  const cut = text.length > TAIL * 2 ? text.length - TAIL : text.length;
  // Two boxes side by side are read as two words: what is read aloud is the whole.
  return (
    <span className={styles.text} title={text} dir="auto">
      <span className={styles.whole}>{text}</span>
      <span className={styles.head} aria-hidden>
        {text.slice(0, cut)}
      </span>
      {cut < text.length && (
        <span className={styles.tail} aria-hidden>
          {text.slice(cut)}
        </span>
      )}
    </span>
  );
}
