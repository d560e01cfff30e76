// Shows a text before the editor is loaded: its first rows, as the editor will draw them. The editor is most of the page's
// code. Over a slow connection, or in a browser that has not compiled it yet, it arrives some time after the text.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { WrapSetting } from '../../../shared/settings/wrapping.ts';
import type { DocumentClient } from '../../client/document.ts';
import { useDocument } from '../../client/use-document.ts';
import { Coloured } from './coloured-text.tsx';
import { firstRows, type FirstRow, type RowRoom } from './first-rows.ts';
import { rowHeightPx } from '../../theme/row-height.ts';
import { MARKS_PX, numberLetters } from '../editor/measures.ts';
import { firstRequest, isWrapped, LIMITS } from '../window/window-sizing.ts';
import styles from './first-screen.module.css';

export interface FirstScreenProps {
  readonly client: DocumentClient;
  /** In pixels. */
  readonly fontSize: number;
  readonly wrap: WrapSetting;
  readonly tabSize: number;
  /** Whether the editor is loaded and reads the text itself. */
  isOver(): boolean;
  /** Called on a click, at these client coordinates in pixels. */
  onPress(point: { readonly x: number; readonly y: number }): void;
}

/** The beginning of a document's text. */
interface Beginning {
  readonly text: string;
  /** Whether a line in it is so long that it has to be wrapped. */
  readonly overlong: boolean;
}

/**
 * The first screen of a document. Visual only: clicks, and keys typed while it is shown (`early-keys.tsx`), are for the editor.
 */
export function FirstScreen({ client, fontSize, wrap, tabSize, isOver, onPress }: FirstScreenProps) {
  const beginning = useBeginning(client, isOver);
  // Text that arrives later may widen the line numbers, or make lines wrap.
  const doc = useDocument(client);
  const frame = useRef<HTMLDivElement>(null);
  const letter = useRef<HTMLSpanElement>(null);
  const [room, setRoom] = useState<RowRoom | null>(null);
  const [letterPx, setLetterPx] = useState(0);
  /** Where it was last clicked, in pixels from its top left corner. */
  const [pressed, setPressed] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const lineHeight = rowHeightPx(fontSize);
  const letters = numberLetters(doc.lineCount);
  const isBroken = isWrapped({ ...doc, wrap, limits: LIMITS }) || beginning?.overlong === true;
  const rows = useMemo(
    () => (beginning === null || room === null ? [] : firstRows(beginning.text, room, isBroken)),
    [beginning, room, isBroken],
  );

  const isThere = beginning !== null;

  useLayoutEffect(() => {
    if (!isThere) return undefined;
    const measure = (): void => {
      const { width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
      const measured = letter.current?.getBoundingClientRect().width ?? 0;
      setLetterPx(measured);
      if (measured > 0) setRoom(roomIn(width, height, { letterPx: measured, letters, lineHeight }));
    };
    measure();
    // The font may finish loading at any time.
    const observer = new ResizeObserver(measure);
    for (const { current } of [frame, letter]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, [letters, lineHeight, isThere]);

  if (!isThere) return null;
  const columns = `round(${letters}ch, 1px) ${MARKS_PX}px 1fr`;
  return (
    <div
      className={styles.screen}
      style={{ fontSize, lineHeight: `${lineHeight}px`, gridAutoRows: lineHeight, tabSize }}
      ref={frame}
      // On click rather than on touch, which may be the start of scrolling.
      onClick={({ clientX, clientY, currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect();
        setPressed({ x: clientX - left, y: clientY - top });
        onPress({ x: clientX, y: clientY });
      }}
      aria-hidden
      data-first-screen
    >
      <span className={styles.letter} ref={letter}>
        0
      </span>
      {pressed !== null && rows.length > 0 && (
        <span className={styles.caret} style={caretAt(pressed, rows, { letterPx, letters, lineHeight })} />
      )}
      {rows.map(({ id, number, stretches }) => (
        <div key={id} className={styles.row} style={{ gridTemplateColumns: columns }}>
          <span className={styles.number}>{number}</span>
          <span />
          <span>
            <Coloured stretches={stretches} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Where the caret is drawn for a click: at the nearest character boundary in its row. */
function caretAt(
  { x, y }: { readonly x: number; readonly y: number },
  rows: readonly FirstRow[],
  { letterPx, letters, lineHeight }: { letterPx: number; letters: number; lineHeight: number },
): { left: number; top: number; height: number } {
  const row = Math.min(rows.length - 1, Math.max(0, Math.floor(y / lineHeight)));
  const textPx = Math.round(letters * letterPx) + MARKS_PX;
  const length = (rows[row]?.stretches ?? []).reduce((sum, { text }) => sum + text.length, 0);
  const column = Math.min(length, Math.max(0, Math.round((x - textPx) / letterPx)));
  return { left: textPx + column * letterPx, top: row * lineHeight, height: lineHeight };
}

function roomIn(
  width: number,
  height: number,
  { letterPx, letters, lineHeight }: { letterPx: number; letters: number; lineHeight: number },
): RowRoom {
  const textPx = width - Math.round(letters * letterPx) - MARKS_PX;
  // The editor reserves two pixels for the caret.
  return { rows: Math.ceil(height / lineHeight), columns: Math.max(1, Math.floor((textPx - 2) / letterPx)) };
}

/** The first bytes of the document, as soon as they are available. */
function useBeginning(client: DocumentClient, hasEditor: () => boolean): Beginning | null {
  const [beginning, setBeginning] = useState<Beginning | null>(null);
  useEffect(() => {
    let asked = { revision: -1, bytes: 0 };
    let isOver = false;
    const look = (): void => {
      const { phase, revision, size } = client.state;
      const bytes = Math.min(size, LIMITS.firstBytes);
      // A read from here would supersede those of the editor.
      if (asked.revision >= 0 && hasEditor()) return;
      if (phase === 'empty' || bytes === 0 || (revision === asked.revision && bytes <= asked.bytes)) return;
      asked = { revision, bytes };
      client.readText(firstRequest(LIMITS)).then(
        (window) => {
          if (isOver) return;
          const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(window.bytes);
          setBeginning({ text, overlong: window.overlong });
        },
        // The editor makes the same request, and reports its error.
        () => undefined,
      );
    };
    look();
    const stop = client.subscribe(look);
    return () => {
      isOver = true;
      stop();
    };
  }, [client, hasEditor]);
  return beginning;
}
