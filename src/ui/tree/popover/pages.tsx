// A long text as blocks, which the browser lays out only while they are visible.

import { useMemo } from 'react';
import { TEXT } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';

/** Length of a block in UTF-16 units; it is extended to the end of its line if that is less than `MAX_REST_LENGTH` away. */
const BLOCK = 8192;
const MAX_REST_LENGTH = 1024;

export interface PagesProps {
  readonly label: string;
  readonly text: string;
  readonly wraps: boolean;
}

/** A text for reading and selecting. */
export function Pages({ label, text, wraps }: PagesProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
    <div role="group" aria-label={label} tabIndex={0} className={styles['text']} data-wraps={wraps}>
      {text === '' && <span className={styles['note']}>{TEXT.empty}</span>}
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the text only grows at its end
        <div key={index} className={styles['block']}>
          {block}
        </div>
      ))}
    </div>
  );
}

/** Splits a text into blocks, at line ends where these are near, and never inside a surrogate pair. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + BLOCK, text.length);
    const line = text.indexOf('\n', end);
    if (end < text.length && line >= 0 && line - end < MAX_REST_LENGTH) end = line + 1;
    else if (/[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length) end += 1;
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}
