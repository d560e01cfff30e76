// Text with visible marks in place of invisible characters.

import type { ReactNode } from 'react';
import { hiddenIn, SPACE_SIGN, type TextEnds } from '../model/invisible-characters.ts';
import styles from './visible-text.module.css';

export interface VisibleTextProps {
  readonly text: string;
  /** The part that is shown; by default all of it. */
  readonly start?: number;
  readonly end?: number;
  /** The ends of the text at which spaces are marked. */
  readonly ends?: TextEnds;
}

/** A text, or a part of it, with marks for its invisible characters. */
export function VisibleText({ text, start = 0, end = text.length, ends = 'none' }: VisibleTextProps): ReactNode {
  const parts: ReactNode[] = [];
  let shown = start;
  for (const { index, length, name } of hiddenIn(text, ends)) {
    const [from, to] = [Math.max(index, shown), Math.min(index + length, end)];
    if (from >= to) continue;
    const isSpace = name.startsWith(SPACE_SIGN);
    parts.push(
      text.slice(shown, from),
      <span key={index} className={isSpace ? styles.space : styles.mark}>
        {isSpace ? name.slice(0, to - from) : name}
      </span>,
    );
    shown = to;
  }
  if (parts.length === 0) return text.slice(start, end);
  return [...parts, text.slice(shown, end)];
}
