// The sticky lines, drawn as the editor draws its own lines.

import { useSyncExternalStore } from 'react';
import type { AncestorLine } from '../../../shared/protocol/textview.ts';
import { Coloured } from './coloured-text.tsx';
import { stretchesOf, type ColourStretch } from './colour-runs.ts';
import { tokenizeLine } from '../editor/colours.ts';
import type { TextSession } from '../session/session.ts';
import styles from './sticky-view.module.css';

const TAB = '    ';

/**
 * The sticky lines, shown from their first column, however far the text is scrolled sideways. A click goes to the line. Hidden
 * from screen readers, as the path in the status line says the same.
 */
export function StickyLines({ session }: { readonly session: TextSession }) {
  const lines = useSyncExternalStore(session.sticky.subscribe, session.sticky.get);
  if (lines.length === 0) return null;
  const { lineNumbersLeft, lineNumbersWidth, contentLeft } = session.editor.getLayoutInfo();
  return (
    <div className={styles['sticky']} aria-hidden data-sticky>
      {lines.map((line) => (
        <button
          type="button"
          tabIndex={-1}
          key={line.line}
          className={styles['line']}
          style={{ height: session.screen.rowHeightPx, lineHeight: `${session.screen.rowHeightPx}px` }}
          onMouseDown={(event) => {
            event.preventDefault();
            session.navigation.goTo(line.offset);
            session.editor.focus();
          }}
        >
          <span className={styles['lineNumber']} style={{ left: lineNumbersLeft, width: lineNumbersWidth }}>
            {line.line + 1}
          </span>
          <span className={styles['text']} style={{ left: contentLeft }}>
            <Coloured stretches={colour(line)} />
          </span>
        </button>
      ))}
    </div>
  );
}

function colour({ text, depth }: AncestorLine): ColourStretch[] {
  const shown = text.replaceAll('\t', TAB);
  return stretchesOf(shown, tokenizeLine(shown, { inside: 'nothing', depth }).tokens);
}
