// Text with visible marks in place of invisible characters.

import { Fragment, type ReactNode } from 'react';
import { invisibleIn } from '../model/invisible-characters.ts';
import styles from './visible-text.module.css';

/** A text with marks for its invisible characters. */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  const found = invisibleIn(text);
  if (found.length === 0) return text;
  const last = found.at(-1);
  return (
    <>
      {found.map(({ index, name }, place) => {
        const before = found[place - 1];
        return (
          <Fragment key={index}>
            {text.slice(before === undefined ? 0 : before.index + before.length, index)}
            <span className={styles.mark}>{name}</span>
          </Fragment>
        );
      })}
      {text.slice((last?.index ?? 0) + (last?.length ?? 0))}
    </>
  );
}
