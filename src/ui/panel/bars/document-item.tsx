// The document in the status line: its format, size and line ends, those of the file that it is. The menu has the rest, and what
// can be changed.

import { formatSize } from '../../../shared/bytes/size.ts';
import { DIALECT_LABELS, DIALECTS, toDialect } from '../../../shared/document/dialect.ts';
import { encodingLabel, type EncodingName } from '../../../shared/document/encoding-name.ts';
import { chooseParser } from '../../../shared/document/parser.ts';
import type { LineEndCounts } from '../../../shared/protocol/problems.ts';
import type { PageModel, Panel } from '../../app-model/app-model.ts';
import { showCsvDialog, useCsv, type CsvSource } from '../../documents/csv/csv-state.ts';
import { storedEncoding } from '../../model/origin.ts';
import type { PanelState } from '../../panel-core/panel-core.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { changeDialect } from '../../problems/change-dialect.ts';
import type { SchemaOffer } from '../../schema/named-schema.ts';
import { usePreferences } from '../../settings/preferences.ts';
import { CSV, CSV_OPTIONS } from '../../strings/documents/csv.ts';
import { DIALECT_ITEM, DOCUMENT_ITEM, LINE_ENDS } from '../../strings/panel/problems.ts';
import { SCHEMA_OFFER } from '../../strings/panel/schema.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import { useSettled } from './use-settled.ts';
import styles from './document-item.module.css';

const CHOICES = DIALECTS.map((value) => ({ value, label: DIALECT_LABELS[value] }));

const CSV_LINE_ENDS = { LF: 'lf', CRLF: 'crlf', CR: 'cr', mixed: 'mixed' } as const;

export interface DocumentItemProps {
  readonly app: PageModel;
  readonly panel: Panel;
  /** The schema that was found for the document, and how it is used. */
  readonly offer: SchemaOffer | null;
  readonly onOffer: () => void;
}

/** What the line says about a document, or about the file that it came from. */
interface Form {
  readonly format: string;
  readonly size: number;
  readonly lineEnds: LineEndCounts;
  readonly encoding: string;
  /** Whether the encoding is plain UTF-8, which is not worth saying. */
  readonly isUsual: boolean;
  readonly hasMark: boolean;
}

/** "CSV · 329 KB · CRLF" */
export function DocumentItem({ app, panel, offer, onOffer }: DocumentItemProps) {
  const { core } = panel;
  const { doc: latest, origin, lineEnds } = usePanelPart(core, partOf);
  const doc = useSettled(latest);
  const csv = useCsv(core);
  const { parserId } = usePreferences(app.preferences);
  const { dialect, size } = doc;
  const encoding = storedEncoding(origin, doc.encoding);
  const text = formOf(DIALECT_LABELS[dialect], size, encoding, doc.hasMark, lineEnds ?? doc.lineEnd);
  const form = csv === null ? text : formOfFile(csv, core.document.file?.size);
  const extras = [
    formatSize(form.size),
    ...(form.lineEnds === 'none' ? [] : [LINE_ENDS[form.lineEnds]]),
    ...(form.isUsual ? [] : [form.encoding]),
    ...(form.hasMark ? [DOCUMENT_ITEM.mark] : []),
  ];
  const facts = [
    ...(csv === null ? [] : [DOCUMENT_ITEM.file(csv.info, sentenceOf(form)), DOCUMENT_ITEM.shown]),
    sentenceOf(text),
    DOCUMENT_ITEM.numbers(chooseParser(parserId, size)),
  ];
  const change = (value: string): void => {
    const chosen = toDialect(value);
    if (chosen !== undefined && chosen !== dialect) void changeDialect(core, chosen);
  };
  const entries = [
    ...(csv === null ? [] : [{ label: `${CSV_OPTIONS.title}…`, onSelect: () => showCsvDialog(core, 'options') }]),
    ...(offer === null ? [] : [{ label: SCHEMA_OFFER.use, hint: offer.host, onSelect: onOffer }]),
  ];
  return (
    <Menu
      title={
        <>
          <span>{form.format}</span>
          {extras.map((extra) => (
            <span key={extra} className={styles.extra}>
              {/* The text of the span is the word alone. */}
              <i aria-hidden>·</i>
              <span dir="ltr">{extra}</span>
            </span>
          ))}
        </>
      }
      label={DOCUMENT_ITEM.label([form.format, ...extras])}
      className={styles.item}
      tooltip={csv === null ? DOCUMENT_ITEM.hint : CSV.itemHint}
      align="end"
      groups={[
        { label: facts.join('\n'), entries },
        { legend: DIALECT_ITEM.legend, choices: CHOICES, value: dialect, onChange: change },
      ]}
    />
  );
}

/** The offer of a schema, where there is space for it; it is in the menu of the document too. */
export function OfferItem({ offer, onOffer }: Pick<DocumentItemProps, 'offer' | 'onOffer'>) {
  if (offer === null) return null;
  const hint = offer.name === null ? SCHEMA_OFFER.document(offer.host) : SCHEMA_OFFER.file(offer.name, offer.host);
  return (
    <button type="button" className={styles.offer} data-hint={hint} onClick={onOffer}>
      {SCHEMA_OFFER.use}
    </button>
  );
}

function formOf(format: string, size: number, encoding: EncodingName, hasMark: boolean, lineEnds: LineEndCounts): Form {
  return {
    format,
    size,
    lineEnds,
    encoding: encodingLabel(encoding),
    isUsual: encoding === 'utf-8' && !hasMark,
    hasMark,
  };
}

/** The form of a CSV file. `size`: of the file on disk as it was read or written last; else that of what was read. */
function formOfFile({ info: { dialect }, source }: CsvSource, size = source.size): Form {
  return {
    format: dialect.separator === '\t' ? 'TSV' : 'CSV',
    size,
    lineEnds: CSV_LINE_ENDS[dialect.lineEnd],
    encoding: CSV.encodingName(dialect.encoding),
    isUsual: dialect.encoding === 'utf-8' && !dialect.mark,
    hasMark: dialect.mark,
  };
}

/** "JSON, 1.2 KB, UTF-8, CRLF" */
function sentenceOf({ format, size, encoding, lineEnds, hasMark }: Form): string {
  const ends = LINE_ENDS[lineEnds];
  return [
    format,
    formatSize(size),
    encoding,
    ...(ends === '' ? [] : [ends]),
    ...(hasMark ? [DOCUMENT_ITEM.markFull] : []),
  ].join(', ');
}

function partOf({ doc, problems, document: { origin } }: PanelState) {
  return { doc, origin, lineEnds: problems?.lineEnds === 'mixed' ? ('mixed' as const) : null };
}
