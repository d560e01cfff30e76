// What a panel keeps of the CSV file that its document came from: its faulty lines, whether it is still CSV, and what it loses.

import { describe, expect, it, vi } from 'vitest';
import type { CsvReadOptions } from '../../../src/shared/protocol/csv.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import { runCsv, writeDocumentAsCsv } from '../../../src/ui/documents/csv/csv-jobs.ts';
import { csvOf, type CsvSource } from '../../../src/ui/documents/csv/csv-state.ts';
import { readAgain } from '../../../src/ui/documents/csv/open-csv.ts';
import type { Draft } from '../../../src/ui/documents/drafts/drafts.ts';
import type { Deleted } from '../../../src/ui/documents/storage/local-documents.ts';
import type { ShelfKey } from '../../../src/ui/model/document-key.ts';
import { MemoryCloud } from '../support/memory-cloud.ts';
import { openAsCsv } from '../../../src/ui/documents/csv/open-as-csv.ts';
import type { Question } from '../../../src/ui/model/question.ts';
import { mergeWithDisk } from '../../../src/ui/merge/start-merge.ts';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { makeFile, overwrite, textIn } from '../support/disk.ts';
import { makeDatabase, openTab, readDraft, unpack, type Tab } from '../support/tab.ts';

/** Opens a file as it is read with options. */
async function openRead(tab: Tab, name: string, text: string, options: CsvReadOptions) {
  const file = await openDisk(tab, name, text);
  const csv = csvOf(tab.core) as CsvSource;
  expect(await readAgain(tab.core, tab.opening, csv, { ...csv.options, ...options })).toBe(true);
  return { file };
}

async function openDisk(tab: Tab, name: string, text: string): Promise<FileSystemFileHandle> {
  const file = await makeFile(null, name, text);
  expect(await tab.opening.openFile(await file.getFile(), file)).toBe(true);
  return file;
}

const packed = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  );

const faultsOf = async ({ core }: Tab) =>
  (await core.document.csvFile?.faults())?.first.map(({ message, line, path }) => [message, line, path]) ?? null;

async function replace(tab: Tab, from: string, to: string): Promise<void> {
  const text = await tab.text();
  await tab.client.replace(new Blob([text.replace(from, to)]));
  await expect.poll(() => tab.text()).toContain(to);
}

describe('[TAB-4] a CSV file', () => {
  it('has its faulty lines among the problems, each at its row, wherever that is by now', async () => {
    const tab = openTab();
    await openDisk(tab, 'faults.csv', 'a,b\n1,2\nx\n3,4\n5,"6"7\n');
    const short = 'Line 3 of the file: fewer cells than columns; the others are missing.';
    const quote = 'Line 5 of the file: text behind a closing quote; the cell is kept as it stands.';
    expect(await faultsOf(tab)).toEqual([
      [short, 2, [1]],
      [quote, 4, [3]],
    ]);
    // The rows change places.
    await tab.client.replace(new Blob(['[\n{"a":"5","b":"\\"6\\"7"},\n{"a":"x"}]']));
    await expect.poll(() => tab.text()).toContain('"x"}]');
    expect(await faultsOf(tab)).toEqual([
      [short, 2, [1]],
      [quote, 1, [0]],
    ]);
    await tab.client.replace(new Blob(['[{"a":"5","b":"\\"6\\"7"}]']));
    await expect.poll(() => tab.text()).not.toContain('"x"');
    expect(await faultsOf(tab)).toEqual([[quote, 0, [0]]]);
    await tab.undo();
    expect(await faultsOf(tab)).toEqual([
      [short, 2, [1]],
      [quote, 1, [0]],
    ]);
    await openDisk(tab, 'good.csv', 'a,b\n1,2\n');
    expect(await faultsOf(tab)).toBeNull();
  });

  it('that holds JSON opens and is saved as JSON', async () => {
    const tab = openTab();
    const file = await openDisk(tab, 'records.csv', '{"a":1}\n{"a":2}\n');
    expect(tab.client.state.dialect).toBe('ndjson');
    expect(csvOf(tab.core)).toBeNull();
    expect(tab.told).toContain('"records.csv" holds JSON. It is opened as JSON, and saved as JSON.');
    await tab.type(' ');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('{"a":1}\n{"a":2}\n ');
  });

  it('is one only while the step that made a table of a text is not undone', async () => {
    const tab = openTab();
    await openDisk(tab, 'notes.txt', 'a,b\n1,2\n3\n');
    await openAsCsv(tab.core);
    expect(csvOf(tab.core)?.info.rowCount).toBe(2);
    expect(await faultsOf(tab)).toHaveLength(1);
    await tab.undo();
    await expect.poll(() => csvOf(tab.core)).toBeNull();
    expect(await faultsOf(tab)).toBeNull();
    const redone = await tab.client.redo();
    expect(redone).not.toBeNull();
    await expect.poll(() => csvOf(tab.core)?.info.rowCount).toBe(2);
    await tab.undo();
    await tab.type('5,6\n');
    await expect.poll(() => csvOf(tab.core)).toBeNull();
  });

  describe('that was a text stays CSV when it is saved', () => {
    const openNotes = async (name: string): Promise<{ readonly tab: Tab; readonly file: FileSystemFileHandle }> => {
      const tab = openTab();
      const file = await openDisk(tab, name, 'a,b\n"1",  2\n');
      await openAsCsv(tab.core);
      return { tab, file };
    };

    it('after another program has changed it, and after Reload', async () => {
      const { tab, file } = await openNotes('changed.txt');
      await overwrite(file, 'a,b\n"1",  2\n3,4\n');
      await expect.poll(async () => JSON.parse(await tab.text()) as unknown).toHaveLength(2);
      await replace(tab, '"b":4', '"b":5');
      expect(await tab.saving.save()).toBe(true);
      expect(await textIn(file)).toBe('a,b\n"1",  2\n3,5\n');
      await replace(tab, '"b":5', '"b":6');
      await overwrite(file, 'a,b\n7,8\n');
      await expect.poll(() => fileWatchOf(tab.core).state.change?.kind).toBe('changed');
      await fileWatchOf(tab.core).reload();
      await replace(tab, '"b":8', '"b":9');
      expect(await tab.saving.save()).toBe(true);
      expect(await textIn(file)).toBe('a,b\n7,9\n');
    });

    it('after it was read again with other options', async () => {
      const { tab, file } = await openNotes('again.txt');
      const csv = csvOf(tab.core) as CsvSource;
      const options: CsvReadOptions = { ...csv.options, types: new Map([['b', 'text']]) };
      expect(await readAgain(tab.core, tab.opening, csv, options)).toBe(true);
      await replace(tab, '"a":"1"', '"a":"5"');
      expect(await tab.saving.save()).toBe(true);
      expect(await textIn(file)).toBe('a,b\n"5",  2\n');
    });

    it('with a stray key in the text, and the save says why it is not written', async () => {
      const { tab, file } = await openNotes('stray.txt');
      await tab.type('x', 0);
      expect(await tab.saving.save()).toBe(false);
      expect(await textIn(file)).toBe('a,b\n"1",  2\n');
      expect(tab.told.join()).toContain('The document is not valid JSON, so it can’t be written as CSV.');
    });

    it('but is a text again once that step is undone, whatever came between', async () => {
      const { tab, file } = await openNotes('undone.txt');
      await overwrite(file, 'a,b\n5,6\n');
      await expect.poll(() => tab.text()).toContain('"a":5');
      await tab.undo();
      await expect.poll(() => tab.text()).toContain('"a":"1"');
      await tab.undo();
      await expect.poll(() => tab.text()).toBe('a,b\n"1",  2\n');
      expect(csvOf(tab.core)).toBeNull();
      expect(await tab.saving.save()).toBe(true);
      expect(await textIn(file)).toBe('a,b\n"1",  2\n');
    });
  });

  it('that another program has changed is merged as a table, and saved as the file is by now', async () => {
    const tab = openTab();
    const file = await openDisk(tab, 'merged.csv', 'id,name\n1,one\n2,two\n3,three\n');
    await replace(tab, '"one"', '"uno"');
    await overwrite(file, '"id";"name"\r\n1;one\r\nx;"zwei"\r\n3;three\r\n4;four\r\n');
    await expect.poll(() => fileWatchOf(tab.core).state.change?.kind).toBe('changed');
    await mergeWithDisk(tab.core);
    await expect.poll(() => tab.text()).toContain('"four"');
    expect(tab.told.join()).not.toContain('not valid');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('"id";"name"\r\n1;uno\r\nx;"zwei"\r\n3;three\r\n4;four\r\n');
    expect(csvOf(tab.core)?.info.dialect.separator).toBe(';');
  });

  it('that is compressed is merged, too', async () => {
    const tab = openTab();
    const file = await makeFile(null, 'merged.csv.gz', await packed('id,name\n1,one\n2,two\n'));
    expect(await tab.opening.openFile(await file.getFile(), file)).toBe(true);
    await replace(tab, '"one"', '"uno"');
    await overwrite(file, await packed('id,name\n1,one\n2,zwei\n'));
    await expect.poll(() => fileWatchOf(tab.core).state.change?.kind).toBe('changed');
    await mergeWithDisk(tab.core);
    expect(await tab.saving.save()).toBe(true);
    expect(await unpack(await file.getFile())).toBe('id,name\n1,uno\n2,zwei\n');
  });

  it('that another program has written with another separator is read anew', async () => {
    const tab = openTab();
    const file = await openDisk(tab, 'separated.csv', 'id,code\n1,a\n');
    await overwrite(file, 'id;code\n1;a,b\n2;c\n');
    await expect
      .poll(async () => JSON.parse(await tab.text()) as unknown)
      .toEqual([
        { id: 1, code: 'a,b' },
        { id: 2, code: 'c' },
      ]);
    await replace(tab, '"c"', '"d"');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('id;code\n1;a,b\n2;d\n');
  });

  it('keeps bytes that are no characters, and asks about the cells that are edited alone', async () => {
    const asked: Question[] = [];
    const tab = openTab({
      confirm: (question) => {
        asked.push(question);
        return Promise.resolve(true);
      },
    });
    const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (char) => char.charCodeAt(0));
    const file = await makeFile(null, 'bytes.csv', bytes('\xef\xbb\xbfa,b\n\xff,1\nx\xe9,2\n'));
    expect(await tab.opening.openFile(await file.getFile(), file)).toBe(true);
    await replace(tab, '"b":2', '"b":3');
    expect(await tab.saving.save()).toBe(true);
    const saved = async (): Promise<Uint8Array> => new Uint8Array(await (await file.getFile()).arrayBuffer());
    expect(await saved()).toEqual(bytes('\xef\xbb\xbfa,b\n\xff,1\nx\xe9,3\n'));
    expect(asked).toEqual([]);
    await replace(tab, '"x\\udce9"', '"y"');
    expect(await tab.saving.save()).toBe(true);
    expect(asked.map(({ text }) => text)).toEqual([
      'One edited cell of "bytes.csv" had bytes that are no characters of its encoding. It is written as shown, without them. All other cells keep theirs.',
    ]);
    expect(await saved()).toEqual(bytes('\xef\xbb\xbfa,b\n\xff,1\ny,3\n'));
  });

  it('of one column that has got another one is read as two when it is opened again', async () => {
    const tab = openTab();
    const file = await openDisk(tab, 'one.csv', 'id\n1\n');
    await replace(tab, '"id":1', '"id":1,"b":2');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('id,b\n1,2\n');
    expect(csvOf(tab.core)?.options.separator).toBe(',');
    await replace(tab, '"b":2', '"b":3');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('id,b\n1,3\n');
  });

  it('made of JSON is saved again as it was saved first', async () => {
    const tab = openTab();
    const file = await makeFile(null, 'values.csv', '');
    const open = async (json: string): Promise<void> => {
      expect(await tab.opening.openText(json)).toBe(true);
      tab.core.document.file = { handle: file, modified: 0 };
      tab.core.state.document.name = 'values.csv';
      await overwrite(file, '');
    };
    await open('[1,2,3]');
    expect(await tab.saving.save()).toBe(true);
    await tab.replace('[1,5,3]');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('value\n1\n5\n3\n');
    await open('[{"2024":1,"2025":null}]');
    expect(await tab.saving.save()).toBe(true);
    await tab.replace('[{"2024":1,"2025":3}]');
    expect(await tab.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('"2024","2025"\n1,3\n');
  });

  it('without a row of names tells before it is saved which names it can’t keep', async () => {
    const asked: Question[] = [];
    let answer = false;
    const tab = openTab({
      confirm: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    });
    const file = await openDisk(tab, 'bare.csv', '1,2\n3,4\n');
    await replace(tab, '"column 2":2', '"price":2');
    await replace(tab, '"column 2":4', '"price":4');
    expect(await tab.saving.save()).toBe(false);
    expect(await textIn(file)).toBe('1,2\n3,4\n');
    expect(asked.map(({ text }) => text)).toEqual([
      '"bare.csv" has no row of names, so the name "price" can’t be saved in it. To keep it, cancel and export as CSV with names in the first row.',
    ]);
    answer = true;
    expect(await tab.saving.save()).toBe(true);
    expect(await tab.saving.save()).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('is kept beside its unsaved changes, with its options', async () => {
    const database = makeDatabase();
    const tab = openTab({ database });
    const text = 'k;v\r\n"a";  01\r\n\r\nb;1,50\r\n';
    const { file } = await openRead(tab, 'draft.csv', text, { types: new Map([['v', 'number']]) });
    await replace(tab, '"k":"b"', '"k":"c"');
    expect(await tab.keeping.drafted()).toBe(true);
    const draft = await readDraft(tab.documents, await database.open());
    const next = openTab({ database });
    expect(await next.opening.recover(draft as Draft)).toBe(true);
    expect(csvOf(next.core)?.info.dialect.separator).toBe(';');
    expect(await next.text()).toContain('1.50');
    expect(await next.saving.save()).toBe(true);
    expect(await textIn(file)).toBe(text.replace('b;', 'c;'));
  });

  it('that was a text is kept beside its unsaved changes, too', async () => {
    const database = makeDatabase();
    const tab = openTab({ database });
    const file = await openDisk(tab, 'notes.txt', 'a,b\n"1",  2\n');
    await tab.type('3,4\n');
    await openAsCsv(tab.core);
    expect(await tab.keeping.drafted()).toBe(true);
    const draft = await readDraft(tab.documents, await database.open());
    const next = openTab({ database });
    expect(await next.opening.recover(draft as Draft)).toBe(true);
    expect(await next.saving.save()).toBe(true);
    expect(await textIn(file)).toBe('a,b\n"1",  2\n3,4\n');
  });

  it('is kept beside a document of this browser, until that is deleted', async () => {
    const database = makeDatabase();
    const tab = openTab({ database });
    await openDisk(tab, 'kept.csv', 'a|b\n"x"|  1\ny|2\n');
    await tab.keeping.saveToShelf({ to: 'local' });
    await replace(tab, '"y"', '"z"');
    await tab.keeping.saveToShelf();
    const { origin } = tab.core.state.document;
    const key = 'key' in origin ? origin.key : null;
    const next = openTab({ database });
    expect(await next.opening.openShelved(key as ShelfKey)).toBe(true);
    const kept = csvOf(next.core);
    expect(kept?.info.dialect.separator).toBe('|');
    const { text, dialect } = await next.client.readVersion();
    const { content } = await runCsv('writeCsv', [{ text, dialect }, kept as CsvSource]);
    expect(await content.text()).toBe('a|b\n"x"|  1\nz|2\n');
    const deleted = await next.documents.local.delete((key as ShelfKey).id);
    expect(await (await database.open()).count('contents')).toBe(0);
    await next.documents.local.restore(deleted as Deleted);
    expect((await next.documents.local.load((key as ShelfKey).id)).csv?.info.rowCount).toBe(2);
  });

  it('is told apart where it is kept as JSON', async () => {
    const tab = openTab({ cloud: new MemoryCloud().tab() });
    await openDisk(tab, 'up.csv', 'a\n1\n');
    await tab.saving.saveToCloud();
    expect(tab.told).toContain('"up.csv" is JSON in the cloud. Download it to have it as CSV.');
  });
});

it('[TAB-4] a document is written as CSV though its worker dies while the snapshot is sent', async () => {
  const workers: Worker[] = [];
  const client = connectDocument(() => {
    const worker = new Worker(new URL('../../../src/workers/document.worker.ts', import.meta.url), { type: 'module' });
    workers.push(worker);
    return worker;
  });
  await client.open(new Blob(['[{"a": 1.10}, {"a": 2}]']));
  const send = client.sendSnapshot.bind(client);
  vi.spyOn(client, 'sendSnapshot').mockImplementationOnce((...args) => {
    const sent = send(...args);
    for (const worker of workers) worker.terminate();
    return sent;
  });
  expect(await (await writeDocumentAsCsv(client, {})).content.text()).toBe('a\n1.10\n2\n');
  expect(workers).toHaveLength(2);
  client.close();
});
