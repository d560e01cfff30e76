// Items of the status line: the dialect, which can be changed, the encoding, the line ends, and the number of problems.

import { DIALECT_LABELS, DIALECTS, toDialect, type Dialect } from '../../shared/document/dialect.ts';
import { encodingLabel, type EncodingName } from '../../shared/document/encoding-name.ts';
import type { LineEndCounts, ProblemReport } from '../../shared/protocol/problems.ts';
import { SeveritySign } from '../notices/severity.tsx';
import { BYTE_ORDER_MARK, DIALECT_ITEM, LINE_ENDS, PROBLEMS } from '../strings/panel/problems.ts';
import type { SchemaOffer } from '../schema/named-schema.ts';
import { SCHEMA_OFFER } from '../strings/panel/schema.ts';
import { Menu } from '../widgets/menu/menu.tsx';
import { countOf } from '../problem-marks/severity.ts';
import styles from './status-items.module.css';

const CHOICES = DIALECTS.map((value) => ({ value, label: DIALECT_LABELS[value] }));

export interface FormItemsProps {
  readonly dialect: Dialect;
  readonly encoding: EncodingName;
  readonly hasMark: boolean;
  readonly lineEnds: LineEndCounts;
  readonly onDialect: (dialect: Dialect) => void;
}

/** Dialect, encoding and line ends. */
export function FormItems({ dialect, encoding, hasMark, lineEnds, onDialect }: FormItemsProps) {
  const ends = LINE_ENDS[lineEnds];
  const onChange = (value: string): void => {
    const chosen = toDialect(value);
    if (chosen !== undefined && chosen !== dialect) onDialect(chosen);
  };
  return (
    <>
      <Menu
        title={DIALECT_LABELS[dialect]}
        label={DIALECT_ITEM.label(DIALECT_LABELS[dialect])}
        className={styles.item}
        tooltip={DIALECT_ITEM.hint}
        align="end"
        groups={[{ legend: DIALECT_ITEM.legend, choices: CHOICES, value: dialect, onChange }]}
      />
      <span className={styles.detail}>{encodingLabel(encoding)}</span>
      {hasMark && (
        <span className={styles.detail} data-hint={BYTE_ORDER_MARK.hint}>
          {BYTE_ORDER_MARK.label}
        </span>
      )}
      {ends !== '' && <span className={styles.detail}>{ends}</span>}
    </>
  );
}

export interface OfferItemProps {
  readonly offer: SchemaOffer | null;
  readonly onUse: () => void;
}

/** Offers a schema that was found for the document. Nothing is fetched before the user accepts. */
export function OfferItem({ offer, onUse }: OfferItemProps) {
  if (offer === null) return null;
  const hint = offer.name === null ? SCHEMA_OFFER.document(offer.host) : SCHEMA_OFFER.file(offer.name, offer.host);
  return (
    <button type="button" className={styles.counts} data-hint={hint} onClick={onUse}>
      {SCHEMA_OFFER.use}
    </button>
  );
}

export interface CountItemProps {
  readonly report: ProblemReport | null;
  /** Whether the schema could not be checked completely. */
  readonly hasNotes: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The number of problems, as a button that opens their list; renders nothing if there are none. */
export function CountItem({ report, hasNotes, isOpen, onToggle }: CountItemProps) {
  const [errors, warnings] = [countOf(report, 'error'), countOf(report, 'warning')];
  const notes = countOf(report, 'info');
  if (errors + warnings + notes === 0 && !isOpen && !hasNotes) return null;
  return (
    <button
      type="button"
      className={styles.counts}
      aria-label={`${PROBLEMS.title}: ${PROBLEMS.counts(errors, warnings, notes) || PROBLEMS.none}`}
      aria-expanded={isOpen}
      data-hint={PROBLEMS.show}
      onClick={onToggle}
    >
      {errors > 0 && (
        <>
          <SeveritySign severity="error" />
          {errors.toLocaleString()}
        </>
      )}
      {errors + warnings === 0 && notes > 0 && (
        <>
          <SeveritySign severity="info" />
          {notes.toLocaleString()}
        </>
      )}
      {(warnings > 0 || errors + notes === 0) && (
        <>
          <SeveritySign severity="warning" />
          {warnings.toLocaleString()}
        </>
      )}
    </button>
  );
}
