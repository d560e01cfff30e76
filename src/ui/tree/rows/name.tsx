// The name of a value in its row: its key, its position, or a label for the root.

import type { Row } from '../../../shared/protocol/rows.ts';
import { onOneLine, type Controls } from '../../model/literal.ts';
import { Marked } from '../found/marked.tsx';
import { SCHEMA_HELP } from '../../strings/panel/schema-help.ts';
import type { KeyNote } from '../../assist/key-note.ts';
import { ROWS } from '../../strings/editors/tree.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './row.module.css';
import type { TextHits } from '../model/row-hits.ts';

export interface NameProps {
  readonly row: Row;
  readonly controls: Controls;
  readonly hits: TextHits | null;
  readonly note: KeyNote | null;
  readonly onEdit: () => void;
}

/** A row's key or position. */
export function Name({ row, controls, hits, note, onEdit }: NameProps) {
  const hint = note === null || note.hint === '' ? undefined : note.hint;
  if (row.depth === 0) return <span className={styles.root}>{ROWS.root}</span>;
  if (row.key === null) {
    return (
      <span className={styles.index} data-hint={hint}>
        {row.position}
      </span>
    );
  }
  const ends = row.keyCut ? 'start' : 'both';
  const text = row.key === '' ? '""' : onOneLine(row.key, controls);
  return (
    <span
      className={styles.key}
      data-hint={hint}
      data-deprecated={note?.isDeprecated === true || undefined}
      onDoubleClick={onEdit}
    >
      {hits === null ? <VisibleText text={text} ends={ends} /> : <Marked text={text} hits={hits} ends={ends} />}
      {row.keyCut && '…'}
      {note?.isRequired === true && (
        <span className={styles.required} role="img" aria-label={SCHEMA_HELP.requiredMark}>
          *
        </span>
      )}
      {note?.isDeprecated === true && <span role="img" aria-label={SCHEMA_HELP.deprecatedMark} />}
    </span>
  );
}
