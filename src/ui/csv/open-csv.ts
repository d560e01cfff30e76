// Opens a CSV file as a document: an array with one object for each row, shown as a table.

import { CodedError } from '../../shared/errors.ts';
import type { CsvReadOptions } from '../../shared/protocol/csv.ts';
import type { Incoming } from '../documents/incoming.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { CSV } from '../strings/documents/csv.ts';
import { COMING } from '../strings/documents/opening.ts';
import { runCsv } from './csv-jobs.ts';
import { noteCsv } from './csv-state.ts';

/** Reads a CSV file that is to be opened in a panel. @throws CodedError `unreadable`, `cancelled`, `worker-died` */
export async function readCsv(core: PanelCore, incoming: Incoming, options: CsvReadOptions = {}): Promise<Incoming> {
  const { name, content } = incoming;
  const { json, source, packed, ...info } = await core.run(COMING.open(name), (task) =>
    runCsv('readCsv', [content, options], task),
  );
  if (json.size > 0x7fffffff) throw new CodedError('too-large', COMING.open(name));
  return {
    ...incoming,
    content: json,
    dialect: 'json',
    table: {
      file: content,
      settle() {
        noteCsv(core, { info, options, source, file: content });
        core.state.packed = packed;
        core.state.mode = 'table';
        if (info.warningCount > 0) core.notify({ severity: 'warning', message: CSV.faults(info, name) });
      },
    },
  };
}
