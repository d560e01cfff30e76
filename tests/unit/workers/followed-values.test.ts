// A followed value keeps its identity through changes of the document around it, and is reported as gone once it is removed.
// @see requirements TAB-2

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../src/shared/document/path.ts';
import type { TableChange } from '../../../src/shared/protocol/table.ts';
import { ContentCalls } from '../../../src/workers/document/content-calls.ts';
import { Session } from '../../../src/workers/document/session.ts';
import { StepCalls } from '../../../src/workers/document/step-calls.ts';
import { Tables } from '../../../src/workers/document/tables.ts';
import { runs } from '../../runs.ts';

interface Opened {
  readonly session: Session;
  readonly tables: Tables;
}

async function open(value: unknown): Promise<Opened> {
  const session = new Session(() => undefined);
  await session.open(1, { content: new Blob([JSON.stringify(value, null, 2)]), dialect: 'json' });
  return { session, tables: new Tables(session) };
}

const change = ({ session }: Opened, made: TableChange, path: Path = []): Promise<unknown> =>
  session.edit(2, session.revision, { type: 'table', path, change: made }, null, false);
const replace = ({ session }: Opened, value: unknown): Promise<unknown> =>
  session.replace(3, { content: new Blob([JSON.stringify(value, null, 2)]), dialect: 'json' }, null, null);
const follow = ({ session, tables }: Opened, path: Path): Promise<number> => tables.followValue(session.revision, path);
const pathOf = async ({ tables }: Opened, id: number): Promise<Path | null | undefined> => {
  const found = await tables.findFollowed(id, false);
  return found && found.path;
};
const rows = (...positions: number[]): Uint32Array => Uint32Array.from(positions);
const records = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: `item ${id}` }));

describe('a followed row', () => {
  it('is found after rows above were inserted, removed, moved and sorted, and after undo', async () => {
    const opened = await open(records(8));
    const id = await follow(opened, [5]);
    await change(opened, { type: 'remove-rows', rows: rows(0, 2) });
    expect(await pathOf(opened, id)).toEqual([3]);
    await change(opened, { type: 'insert-rows', at: 0, jsons: ['{}', '{}'] });
    expect(await pathOf(opened, id)).toEqual([5]);
    await change(opened, { type: 'move-rows', rows: rows(5), at: 0 });
    expect(await pathOf(opened, id)).toEqual([0]);
    await change(opened, { type: 'sort-rows', sorts: [{ path: ['id'], direction: 'descending' }] });
    expect(await pathOf(opened, id)).toEqual([2]);
    await new StepCalls(opened.session).undo(4, 1);
    expect(await pathOf(opened, id)).toEqual([0]);
  });

  it('is found after its own cells and those beside it were written', async () => {
    const opened = await open(records(4));
    const id = await follow(opened, [2]);
    const columns = [['name'], ['new', 'key']];
    await change(opened, { type: 'set-cells', rows: rows(1, 2), columns, jsons: ['{"a": [1, 2]}'] });
    expect(await pathOf(opened, id)).toEqual([2]);
    await change(opened, { type: 'remove-cells', rows: rows(0, 2), columns: [['id'], ['name']] });
    expect(await pathOf(opened, id)).toEqual([2]);
  });

  it('is gone once it is removed, also where an equal row is left, and is back after undo', async () => {
    const opened = await open([{ a: 1 }, { a: 2 }, { a: 1 }, { a: 3 }]);
    const [one, other] = [await follow(opened, [0]), await follow(opened, [3])];
    await change(opened, { type: 'remove-rows', rows: rows(0, 3) });
    expect(await pathOf(opened, one)).toBeNull();
    expect(await pathOf(opened, other)).toBeNull();
    await new StepCalls(opened.session).undo(4, 1);
    expect(await pathOf(opened, other)).toEqual([3]);
  });

  it('is found in a text that replaces the whole document, as a save of another tab does', async () => {
    const opened = await open({ list: records(9), more: [] });
    const id = await follow(opened, ['list', 5]);
    await replace(opened, { list: records(9).filter((one) => one.id !== 1), more: [] });
    expect(await pathOf(opened, id)).toEqual(['list', 4]);
    await replace(opened, { title: 'x', list: records(9).toReversed(), more: [1] });
    expect(await pathOf(opened, id)).toEqual(['list', 3]);
    await replace(opened, { list: records(3), more: [] });
    expect(await pathOf(opened, id)).toBeNull();
  });

  it('is told from its neighbours, which begin and end like it, in a text that replaces the whole document', async () => {
    for (const removed of [0, 1, 2, 3]) {
      const opened = await open(records(4));
      const ids = await Promise.all([0, 1, 2, 3].map((row) => follow(opened, [row])));
      await replace(
        opened,
        records(4).filter((one) => one.id !== removed),
      );
      for (const [row, id] of ids.entries())
        expect(await pathOf(opened, id)).toEqual(row === removed ? null : [row - (row > removed ? 1 : 0)]);
      await replace(opened, [{ id: 7, name: 'item 7' }, ...records(4)]);
      for (const [row, id] of ids.entries()) if (row !== removed) expect(await pathOf(opened, id)).toEqual([row + 1]);
    }
    const opened = await open(records(4));
    const id = await follow(opened, [2]);
    await replace(
      opened,
      records(4).map((one) => (one.id === 2 ? { ...one, name: 'other' } : one)),
    );
    expect(await pathOf(opened, id)).toEqual([2]);
  });

  it('is not confused with a value of the next document', async () => {
    const opened = await open(records(3));
    const id = await follow(opened, [1]);
    await opened.session.open(5, { content: new Blob([JSON.stringify(records(3), null, 2)]), dialect: 'json' });
    expect(await pathOf(opened, id)).toBeNull();
    expect(await opened.tables.findFollowed(id + 1, false)).toBeUndefined();
  });

  it('is where a list of records says, after any changes of rows', async () => {
    const changes = fc.array(
      fc.tuple(fc.constantFrom('insert', 'remove', 'duplicate', 'move', 'undo'), fc.nat(20), fc.nat(20)),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(9), changes, async (start, made) => {
        const opened = await open(records(10));
        const id = await follow(opened, [start]);
        for (const [what, one, other] of made) {
          const count = (await opened.tables.countItems([])) ?? 0;
          if (count === 0) break;
          const at = one % count;
          if (what === 'insert') await change(opened, { type: 'insert-rows', at, jsons: ['{"id": -1}'] });
          // The followed row itself stays.
          else if (what === 'remove' && (await pathOf(opened, id))?.[0] !== at)
            await change(opened, { type: 'remove-rows', rows: rows(at) });
          else if (what === 'duplicate' && (await pathOf(opened, id))?.[0] !== at)
            await change(opened, { type: 'duplicate-rows', rows: rows(at) });
          else if (what === 'move')
            await change(opened, { type: 'move-rows', rows: rows(at), at: other % (count + 1) });
          else if (what === 'undo') await new StepCalls(opened.session).undo(4, 1);
          const now = JSON.parse(await (await new ContentCalls(opened.session).read(6, 'utf-8')).text.text()) as {
            id: number;
          }[];
          expect(await pathOf(opened, id)).toEqual([now.findIndex((row) => row.id === start)]);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
