// Text truncated in the middle: the beginning and the end of a file name identify it.

import styles from './middle-cut.module.css';

/** Length of the end that always stays visible, in UTF-16 units. */
const TAIL = 12;

/** One line of text, truncated in the middle if it doesn't fit. */
export function MiddleCut({ text }: { readonly text: string }) {
  const cut = text.length > TAIL * 2 ? text.length - TAIL : text.length;
  // Screen readers read two adjacent boxes as two words, so they get the whole text.
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
