// Opens a CSV file as a document: an array with one object for each row, shown as a table.

import type { CsvChoice, CsvInfo, CsvReadOptions } from '../../../shared/protocol/csv.ts';
import { choose, chosenOf, foundOptions } from './csv-options.ts';
import { contentOf } from '../../model/stored-content.ts';
import { readStoredCsv, type StoredCsv } from '../../model/csv-file.ts';
import { beginsAsGzip } from '../../../shared/bytes/first-bytes.ts';
import { beginsLikeJson } from '../../../shared/bytes/json-start.ts';
import { readBeginning, type Incoming } from '../incoming/incoming.ts';
import { isUnsaved, type PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';
import { CSV } from '../../strings/documents/csv.ts';
import { COMING, UNNAMED } from '../../strings/documents/opening.ts';
import { runCsv, writeDocumentAsCsv } from './csv-jobs.ts';
import { listFaults } from './csv-faults.ts';
import { noteCsv, noteJsonFile, type CsvSource } from './csv-state.ts';

/** What opens a document in a panel; asks first when unsaved work would be lost. */
interface Opens {
  open(incoming: Incoming): Promise<boolean>;
}

/**
 * Reads a CSV file that is to be opened in a panel. `again`: the file whose bytes these are, if it was opened before.
 * @throws CodedError `unreadable`, `too-large`, `cancelled`, `worker-died`
 */
export async function readCsv(
  core: PanelCore,
  incoming: Incoming,
  options: CsvReadOptions = {},
  again: { readonly file: Blob; readonly packed: boolean } | null = null,
): Promise<Incoming & { readonly read: CsvSource }> {
  const { name, content } = incoming;
  const { json, source, packed, ...info } = await core.run(COMING.open(name), (task) =>
    runCsv('readCsv', [content, options], task),
  );
  const file = again?.file ?? content;
  const read = { info, options: foundOptions(info, options), source, file };
  return {
    ...incoming,
    read,
    content: json,
    dialect: 'json',
    table: {
      file,
      settle() {
        noteCsv(core, read);
        listFaults(core, info);
        core.state.document.packed = again?.packed ?? packed;
        core.state.mode = 'table';
        if (info.warningCount > 0) core.notify({ severity: 'warning', message: CSV.faults(info, name) });
      },
    },
  };
}

/**
 * Returns what opens for a file whose name says CSV: its rows, or the JSON that it holds.
 * @throws CodedError as `readCsv`
 */
export async function readNamedCsv(core: PanelCore, incoming: Incoming): Promise<Incoming> {
  const { name, content, csvOptions } = incoming;
  if (csvOptions !== undefined) return readAnew(core, incoming, csvOptions);
  const first = await readBeginning(incoming);
  const mayBeJson = beginsAsGzip(first) || beginsLikeJson(first);
  const dialect = mayBeJson && (await core.run(COMING.open(name), (task) => runCsv('findJson', [content], task)));
  if (dialect === false || dialect === null) return readCsv(core, incoming);
  const settle = (): void => {
    noteJsonFile(core);
    core.notify({ severity: 'info', message: CSV.holdsJson(name) });
  };
  return { ...incoming, dialect, table: { file: content, settle } };
}

/** What completes a panel whose document was stored beside the CSV file that it came from. */
export async function storedTable(core: PanelCore, value: StoredCsv, content: Blob): Promise<Incoming['table']> {
  const stored = readStoredCsv(value);
  if (stored === null) return undefined;
  const { info, options, isPacked } = stored;
  const kept = contentOf(stored.source);
  const source = isPacked
    ? await new Response(kept.stream().pipeThrough(new DecompressionStream('gzip'))).blob()
    : kept;
  const settle = (): void => {
    noteCsv(core, { info, options, source, file: source });
    listFaults(core, info);
  };
  return { file: content, settle };
}

/**
 * Reads a CSV file that was read before with these options, and may have been changed since by another program: what a person has
 * chosen stays, all else is found again. A first row that held the same names still does.
 * @throws CodedError as `readCsv`
 */
export async function readAnew(
  core: PanelCore,
  incoming: Incoming,
  before: CsvReadOptions,
  names: readonly string[] | null = null,
): ReturnType<typeof readCsv> {
  const chosen = chosenOf(before);
  const table = await readCsv(core, incoming, chosen);
  if (before.header !== true || table.read.info.dialect.header || chosen.header !== undefined) return table;
  const named = await readCsv(core, incoming, { ...chosen, header: true });
  const isSame = names === null || names.join('\n') === named.read.info.columns.join('\n');
  return isSame ? named : table;
}

/** The CSV file of a panel as another program has written it, as a document. */
export interface ChangedCsv {
  readonly content: Blob;
  /** Completes the panel once it shows this document. */
  settle(): void;
  /** Completes it once this document is merged with the one that it shows. */
  settleMerged(): void;
}

/**
 * Reads a panel's CSV file as another program has written it. `how`: for a merge, columns keep the kinds that they had, so that one
 * text among numbers is one change.
 * @throws CodedError as `readCsv`
 */
export async function readChanged(
  core: PanelCore,
  { info, options }: CsvSource,
  content: Blob,
  how: 'alone' | 'merged' = 'alone',
): Promise<ChangedCsv> {
  const { name, origin } = core.state.document;
  const { mode } = core.state;
  const incoming: Incoming = { name, content, origin, saved: true };
  let table = await readAnew(core, incoming, options, info.columns);
  const kinds = how === 'merged' ? kindsKept(info, table.read.info) : null;
  if (kinds !== null) {
    const types = new Map([...kinds, ...(table.read.options.types ?? [])]);
    table = await readCsv(core, incoming, { ...table.read.options, types });
  }
  return {
    content: table.content,
    settle() {
      table.table?.settle();
      core.state.mode = mode;
    },
    settleMerged: () => noteCsv(core, table.read),
  };
}

/** The kinds of columns that are another one by now; `null` if there are none. */
function kindsKept(before: CsvInfo, now: CsvInfo): Map<string, CsvChoice> | null {
  const kinds = new Map<string, CsvChoice>();
  for (const [at, name] of now.columns.entries()) {
    const kind = before.kinds[before.columns.indexOf(name)];
    if ((kind === 'number' || kind === 'text') && kind !== now.kinds[at]) kinds.set(name, kind);
  }
  return kinds.size === 0 ? null : kinds;
}

/**
 * Reads the CSV file of a panel's document again, with other options: the file as the document has it by now, so that no edit is
 * lost, saved or not. Asks first when there are unsaved changes.
 */
export async function readAgain(
  core: PanelCore,
  { open }: Opens,
  csv: CsvSource,
  options: CsvReadOptions,
): Promise<boolean> {
  const { name, origin, packed } = core.state.document;
  const isFile = origin.kind === 'disk' || origin.kind === 'url';
  try {
    const isSame = sameDocument(core);
    const content = await core.run(COMING.open(name), async (task) => {
      const how = { source: csv.source, options: csv.options };
      return (await writeDocumentAsCsv(core.client, how, task)).content;
    });
    if (!isSame()) return false;
    const incoming: Incoming = {
      name,
      content,
      origin: isFile ? origin : { kind: 'none' },
      file: core.document.file,
      sourceFile: core.state.document.sourceFile?.name,
      saved: isFile && !isUnsaved(core.state),
    };
    const table = await readCsv(core, incoming, choose(options, csv.options), { file: csv.file, packed });
    return isSame() && (await open(table));
  } catch (error) {
    core.report(error);
    return false;
  }
}

/** Opens a text that looks like a table; returns whether it was one and is open, or the user keeps the panel as it is. */
export async function openTableText(
  core: PanelCore,
  { open }: Opens,
  text: string,
  how: 'guessed' | 'asked' = 'guessed',
): Promise<boolean> {
  try {
    const incoming = { name: UNNAMED, content: new Blob([text]), origin: { kind: 'none' }, saved: false } as const;
    const table = await readCsv(core, incoming);
    const { warningCount, dialect } = table.read.info;
    if (how === 'guessed' && (warningCount > 0 || dialect.separator === null)) return false;
    await open(table);
    return true;
  } catch (error) {
    core.report(error);
    return false;
  }
}
