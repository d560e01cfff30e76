// Rows and cells of a document that is still being read.

import { expect, it } from 'vitest';
import type { DocumentEvent, DocumentState } from '../../../src/shared/protocol/protocol.ts';
import { asNode, asRow } from '../../../src/shared/units.ts';
import { unpackRows } from '../../../src/shared/protocol/rows.ts';
import { unpackCells } from '../../../src/shared/protocol/table.ts';
import { ReadCalls } from '../../../src/workers/document/read-calls.ts';
import { Session } from '../../../src/workers/document/session.ts';
import { Tables } from '../../../src/workers/document/tables.ts';

const COUNT = 60_000;
const TEXT = JSON.stringify(Array.from({ length: COUNT }, (_, id) => ({ id, name: `Item ${id}`, place: { x: id } })));

/** A file whose end can't be read before `release` is called. */
class SlowFile extends Blob {
  release: () => void = () => undefined;
  private readonly end = new Promise<void>((resolve) => (this.release = resolve));

  override slice(start = 0, end = this.size, type = ''): Blob {
    const part = super.slice(start, end, type);
    if (end > this.size / 2) part.arrayBuffer = async () => this.end.then(() => new Blob([part]).arrayBuffer());
    return part;
  }
}

async function openSlowly(text: string, dialect: 'json' | 'json5' = 'json') {
  const states: DocumentState[] = [];
  const session = new Session((event: DocumentEvent) => {
    if (event.type === 'state') states.push(event.state);
  });
  const file = new SlowFile([text]);
  const opened = session.open(1, { content: file, dialect });
  await expect.poll(() => states.at(-1)?.phase).toBe('loading');
  return {
    session,
    file,
    opened,
    last: () => states.at(-1),
    reading: new ReadCalls(session),
    tables: new Tables(session),
  };
}

it('[TRE-1] [TAB-1] [BIG-1] are there while the file is still being read', async () => {
  const { session, file, opened, last, reading, tables } = await openSlowly(TEXT);
  expect(last()).toMatchObject({ tree: 'live', validity: 'unknown' });
  const rowsAt = async (first: number) =>
    unpackRows(await reading.readRows({ first: asRow(first), count: 4 })).rows.map(
      ({ depth, childCount, isOpen, text }) =>
        depth === 0 ? `root ${isOpen}` : `${childCount} ${isOpen} ${text.slice(0, 12)}`,
    );
  expect(await rowsAt(0)).toEqual([
    'root true',
    '3 false {id: 0, name',
    '3 false {id: 1, name',
    '3 false {id: 2, name',
  ]);
  expect(reading.expand({ type: 'expand', node: asNode(1) })).toBe(3);
  const columns = await tables.readColumns(2, [], true);
  expect(columns?.columns.map(({ path }) => path.join('.'))).toEqual(['id', 'name', 'place.x']);
  expect(columns?.rows).toBeGreaterThan(100);
  const request = { path: [], arrangement: null, first: 2, count: 1, columns: [['name']] };
  expect(unpackCells(await tables.readCells(request)).rows[0]?.cells[0]?.text).toBe('"Item 2"');
  const before = session.revision;

  file.release();
  const { revision } = await opened;
  // Whoever has read rows reads them again.
  expect(revision).toBeGreaterThan(before);
  expect(await rowsAt(0)).toEqual(['root false', '3 false ', '0 false 0', '0 false "Item 0"']);
  expect(await tables.countItems([])).toBe(COUNT);
  expect(last()).toMatchObject({ phase: 'ready', validity: 'valid', rowCount: COUNT + 4 });
});

it('are none of a text whose language has comments, and go where the rest is not valid', async () => {
  const relaxed = await openSlowly(TEXT, 'json5');
  expect(relaxed.last()).toMatchObject({ tree: 'none' });
  relaxed.file.release();
  await relaxed.opened;

  const broken = await openSlowly(`${TEXT}]`);
  expect(broken.last()).toMatchObject({ tree: 'live' });
  broken.file.release();
  await broken.opened;
  expect(broken.last()).toMatchObject({ tree: 'none', validity: 'invalid' });
});
