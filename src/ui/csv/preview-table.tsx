// The first rows of a CSV file, under the names and kinds of its columns.

import type { CsvChoice, CsvPreview } from '../../shared/protocol/csv.ts';
import { CSV_OPTIONS } from '../strings/documents/csv.ts';
import styles from './csv.module.css';

const CHOICES: readonly CsvChoice[] = ['text', 'number', 'json'];

export interface PreviewTableProps {
  readonly preview: CsvPreview;
  /** What a person has chosen for columns, by name. */
  readonly types: ReadonlyMap<string, CsvChoice> | undefined;
  readonly onType: (name: string, choice: CsvChoice | null) => void;
}

/** The table of the dialog "CSV options". */
export function PreviewTable({ preview, types, onType }: PreviewTableProps) {
  const { columns, kinds, rows } = preview;
  const count = Math.max(0, ...rows.map((row) => row.length), Math.min(columns.length, 40));
  const shown = columns.slice(0, count);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keys it is scrolled only with the focus
    <div className={styles.preview} role="group" aria-label={CSV_OPTIONS.preview} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {shown.map((name, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns don't move
              <th key={column} scope="col">
                <span className={styles.name}>{name}</span>
                <select
                  aria-label={CSV_OPTIONS.kindOf(name)}
                  value={types?.get(name) ?? 'found'}
                  onChange={({ currentTarget: { value } }) =>
                    onType(name, CHOICES.find((choice) => choice === value) ?? null)
                  }
                >
                  <option value="found">
                    {CSV_OPTIONS.foundKind(types?.has(name) === true ? undefined : kinds[column])}
                  </option>
                  {CHOICES.map((choice) => (
                    <option key={choice} value={choice}>
                      {CSV_OPTIONS.kinds[choice]}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows don't move
            <tr key={index}>
              {shown.map((_, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- columns don't move
                <td key={column} data-missing={row[column] == null} data-kind={kinds[column]}>
                  {row[column] ?? CSV_OPTIONS.missing}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
