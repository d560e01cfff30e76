// The preview of a collapsed container's content in its row, coloured by type. The text is similar to JSON, but cut and without
// quotes around plain keys (`engine/treeview/preview.ts` writes it).

import { Fragment, useMemo, type MouseEvent } from 'react';
import { onOneLine, readable, type Controls } from '../../model/literal.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './preview.module.css';

/** A token of a preview; `plain` is everything that is not a value. */
export interface PreviewToken {
  readonly type: 'plain' | 'string' | 'number' | 'boolean' | 'null';
  readonly text: string;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|'[^'\\]*(?:\\.[^'\\]*)*'?|[[\]{},:\s]+|[^[\]{},:\s"']+/gs;

/** Splits a preview into tokens; joined, they are the preview again. */
export function tokensOf(preview: string): PreviewToken[] {
  const tokens: PreviewToken[] = [];
  for (const { 0: text, index } of preview.matchAll(TOKEN)) {
    const type = preview[index + text.length] === ':' ? 'plain' : typeOf(text);
    const last = tokens.at(-1);
    if (last?.type === type && type === 'plain') tokens[tokens.length - 1] = { type, text: last.text + text };
    else tokens.push({ type, text });
  }
  return tokens;
}

export interface PreviewProps {
  readonly text: string;
  /** Escapes are shown as they are written, or else as what they stand for. */
  readonly controls: Controls;
  readonly onOpen: (event: MouseEvent) => void;
}

/** A preview, in colours. A click on it expands its container; keys have their own way. */
export function Preview({ text, controls, onOpen }: PreviewProps) {
  const tokens = useMemo(() => tokensOf(onOneLine(controls === 'signs' ? readable(text) : text)), [text, controls]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- keys have the row itself
    <span className={styles['preview']} onClick={onOpen}>
      {tokens.map((token, index) =>
        // oxlint-disable react/no-array-index-key -- tokens are nothing but their place
        token.type === 'plain' ? (
          <Fragment key={index}>
            <VisibleText text={token.text} />
          </Fragment>
        ) : (
          <span key={index} className={styles[token.type]}>
            <VisibleText text={token.text} />
          </span>
        ),
      )}
    </span>
  );
}

function typeOf(text: string): PreviewToken['type'] {
  if (text.startsWith('"') || text.startsWith("'")) return 'string';
  if (text === 'true' || text === 'false') return 'boolean';
  if (text === 'null') return 'null';
  return /^[-+.\d]|^(?:Infinity|NaN)$/.test(text) ? 'number' : 'plain';
}
