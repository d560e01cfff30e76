// The dialog that reads a CSV file otherwise than was found, with a preview of its first rows and what all rows of each column
// hold.

import { useEffect, useState } from 'react';
import { cancelled } from '../../shared/errors.ts';
import {
  CSV_ENCODINGS,
  type CsvChoice,
  type CsvEncoding,
  type CsvPreview,
  type CsvQuote,
  type CsvReadOptions,
} from '../../shared/protocol/csv.ts';
import type { Panel } from '../app-model/app-model.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import { CSV, CSV_OPTIONS } from '../strings/documents/csv.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { ChoiceField, SwitchField } from '../widgets/dialog/fields.tsx';
import { runCsv } from '../documents/csv/csv-jobs.ts';
import type { CsvSource } from '../documents/csv/csv-state.ts';
import { readAgain } from '../documents/csv/open-csv.ts';
import { PreviewTable } from './preview-table.tsx';
import styles from './csv.module.css';

/** The separators that a person may choose; `none` for a file of one column. */
const SEPARATORS = [',', ';', '\t', '|', ' ', ':', 'none'] as const;
type Separator = (typeof SEPARATORS)[number];
/** Faulty lines that are listed. */
const LISTED_FAULTS = 50;

export interface OptionsDialogProps {
  readonly panel: Panel;
  readonly csv: CsvSource;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog "CSV options". @see requirements TAB-4 */
export default function OptionsDialog({ panel, csv, open, onClose }: OptionsDialogProps) {
  const [options, setOptions] = useState(csv.options);
  const [known, setKnown] = useState(csv);
  if (known !== csv) {
    setKnown(csv);
    setOptions(csv.options);
  }
  const { preview, problem } = usePreview(csv, options, open);
  const { dialect: found } = preview ?? csv.info;
  // What was chosen is shown at once, what is found with it when the file is read.
  const dialect = {
    separator: options.separator === undefined ? found.separator : options.separator,
    quote: options.quote ?? found.quote,
    header: options.header ?? found.header,
    encoding: options.encoding ?? found.encoding,
  };
  const change = (more: Partial<CsvReadOptions>): void => setOptions({ ...options, typed: undefined, ...more });
  const separator = dialect.separator ?? 'none';
  const choices: readonly string[] = SEPARATORS.some((one) => one === separator)
    ? SEPARATORS
    : [separator, ...SEPARATORS];
  const choose = (name: string, choice: CsvChoice | null): void => {
    const types = new Map(options.types ?? []);
    if (choice === null) types.delete(name);
    else types.set(name, choice);
    change({ types });
  };
  const submit = (): void => {
    onClose();
    void readAgain(panel.core, panel.actions.opening, csv, options);
  };
  return (
    <Dialog title={CSV_OPTIONS.title} open={open} onClose={onClose} wide>
      <div className={styles.fields} data-columns>
        <ChoiceField
          label={CSV_OPTIONS.separator}
          choices={choices.map((value) => ({
            value: value as Separator,
            label: CSV.separatorName(value === 'none' ? null : value),
          }))}
          value={separator as Separator}
          onChange={(value) =>
            change({ separator: value === 'none' ? null : value, header: undefined, types: undefined })
          }
        />
        <ChoiceField<CsvQuote>
          label={CSV_OPTIONS.quote}
          choices={[
            { value: '"', label: CSV_OPTIONS.quotes },
            { value: "'", label: CSV_OPTIONS.apostrophes },
          ]}
          value={dialect.quote}
          onChange={(quote) => change({ quote })}
        />
        <ChoiceField<CsvEncoding>
          label={CSV_OPTIONS.encoding}
          choices={CSV_ENCODINGS.map((value) => ({ value, label: CSV.encodingName(value) }))}
          value={dialect.encoding}
          onChange={(encoding) => change({ encoding })}
        />
        <SwitchField
          label={CSV_OPTIONS.header}
          isOn={dialect.header}
          onChange={(header) => change({ header, types: undefined })}
        />
        <SwitchField
          label={CSV_OPTIONS.nest}
          hint={CSV_OPTIONS.nestHint}
          isOn={options.nest === true}
          onChange={(nest) => change({ nest })}
        />
        <SwitchField
          label={CSV_OPTIONS.empty}
          isOn={options.empty === 'text'}
          onChange={(isText) => change({ empty: isText ? 'text' : 'missing' })}
        />
      </div>
      <p className={styles.said} role={problem === null ? 'status' : 'alert'}>
        {problem ??
          (preview === null ? CSV_OPTIONS.reading : CSV_OPTIONS.found(preview.rowCount, preview.columns.length))}
      </p>
      {preview !== null && <PreviewTable preview={preview} types={options.types} onType={choose} />}
      {preview !== null && preview.warningCount > 0 && (
        <details className={styles.faults}>
          <summary>{CSV_OPTIONS.faults(preview.warningCount)}</summary>
          <ul>
            {preview.warnings.slice(0, LISTED_FAULTS).map(({ line, kind }) => (
              <li key={`${line} ${kind}`}>{CSV_OPTIONS.fault(line, CSV.fault(kind))}</li>
            ))}
          </ul>
        </details>
      )}
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <Button look="primary" onClick={submit} disabled={preview === null}>
          {CSV_OPTIONS.read}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** Reads a file with options for a preview, while the dialog is open. The one before stays until the next is there. */
function usePreview(csv: CsvSource, options: CsvReadOptions, open: boolean) {
  const [preview, setPreview] = useState<CsvPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    const controller = new AbortController();
    runCsv('previewCsv', [csv.source, options], { signal: controller.signal }).then(
      (found) => {
        if (controller.signal.aborted) return;
        setPreview(found);
        setProblem(null);
      },
      (error: unknown) => {
        if (!isWithdrawn(error)) setProblem(messageOf(error));
      },
    );
    return () => controller.abort(cancelled());
  }, [csv, options, open]);
  return { preview, problem };
}
