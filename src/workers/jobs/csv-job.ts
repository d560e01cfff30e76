// Reads and writes tables as CSV in a job worker. The bytes come and go as Blobs, so the page never holds them.

import { valueDialect } from '../../shared/document/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { readFirstBytes, beginsAsGzip } from '../../shared/bytes/first-bytes.ts';
import { beginsLikeJson } from '../../shared/bytes/json-start.ts';
import type {
  CsvFile,
  CsvOrigin,
  CsvPreview,
  CsvReadOptions,
  CsvTable,
  CsvWriteOptions,
} from '../../shared/protocol/csv.ts';
import type { DialectText } from '../../shared/protocol/forms.ts';
import type { SpeltCells } from '../../shared/protocol/table.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { readBytes } from '../document/source.ts';
import type { Snapshots } from './snapshots.ts';
import type { Work } from '../../engine/base/work.ts';
import { loadBlob } from '../../engine/document/load-document.ts';
import { previewTable, readTable } from '../../engine/csv/read.ts';
import { writeTable, type WrittenTable } from '../../engine/csv/write.ts';
import { writeBack } from '../../engine/csv/write-back.ts';
import { JobDriver } from './drive-job.ts';

const PREVIEW_ROWS = 12;
const PREVIEW_COLUMNS = 40;

/** The part of a job worker that reads and writes CSV. */
export class CsvJob {
  private readonly driver = new JobDriver();

  constructor(private readonly snapshots: Snapshots) {}

  /** @throws CodedError `unreadable`, `cancelled` */
  async readCsv(content: Blob, options: CsvReadOptions, progress: MessagePort): Promise<CsvTable> {
    const packed = beginsAsGzip(await readFirstBytes(content));
    const bytes = await readBytes(content);
    const table = await this.driver.report(readTable(bytes, options), progress);
    const json = new Blob(table.json as BlobPart[], { type: 'application/json' });
    return { ...table, json, source: new Blob([bytes as BlobPart]), packed };
  }

  /** The dialect of a file that holds JSON; `null` if it holds none. */
  async findJson(content: Blob, _progress: MessagePort): Promise<'json' | 'ndjson' | null> {
    const first = await readFirstBytes(content);
    const packed = beginsAsGzip(first);
    if (!packed && !beginsLikeJson(first)) return null;
    const text = packed ? new Blob([(await readBytes(content)) as BlobPart]) : content;
    if (!beginsLikeJson(await readFirstBytes(text))) return null;
    for (const dialect of ['json', 'ndjson'] as const) if ((await loadBlob(text, dialect)).isWhole) return dialect;
    return null;
  }

  /** Like `readCsv`, without the document: what is found in all rows, and the first ones of them. */
  async previewCsv(content: Blob, options: CsvReadOptions, progress: MessagePort): Promise<CsvPreview> {
    const bytes = await readBytes(content);
    return await this.driver.report(previewTable(bytes, options, PREVIEW_ROWS, PREVIEW_COLUMNS), progress);
  }

  /** Writes copied cells as a table with these names. @throws CodedError as `writeCsv` */
  async writeCells(
    cells: Blob,
    names: readonly string[],
    options: CsvWriteOptions,
    progress: MessagePort,
  ): Promise<CsvFile> {
    const spelt = JSON.parse(await cells.text()) as SpeltCells;
    const text = { text: namedRows(spelt, names), dialect: valueDialect(spelt.dialect) };
    return this.writeCsv(text, { ...options, nested: 'json', columns: names }, progress);
  }

  /**
   * Writes the array that is a text, or that of the snapshot. With an origin, rows that are as they were in that file keep its
   * bytes, and the others are written in its dialect.
   * @throws CodedError `invalid-document`, `refused`, `too-large`, `unreadable`, `cancelled`
   */
  async writeCsv(
    text: DialectText | null,
    options: CsvWriteOptions | CsvOrigin,
    progress: MessagePort,
  ): Promise<CsvFile> {
    const document = text === null ? this.snapshots.get() : await loadBlob(text.text, text.dialect);
    if (!document.isWhole) throw new CodedError('invalid-document', CSV_TEXTS.invalid);
    const work: Work<WrittenTable> =
      'source' in options
        ? writeBack(document, await readBytes(options.source), options.options)
        : writeTable(document, 0, options);
    const { content, ...lost } = await this.driver.report(work, progress);
    return { content: new Blob(content as BlobPart[], { type: 'text/csv' }), ...lost };
  }
}

/** The rows of copied cells as an array of objects. */
function namedRows({ rows }: SpeltCells, names: readonly string[]): Blob {
  const keys = names.map((name) => `${JSON.stringify(name)}:`);
  const lines = rows.map((row) => {
    const members = row.flatMap((cell, column) => (cell === null ? [] : [`${keys[column] ?? ''}${cell}`]));
    return `{${members.join(',')}}`;
  });
  return new Blob([`[${lines.join(',\n')}]`]);
}
