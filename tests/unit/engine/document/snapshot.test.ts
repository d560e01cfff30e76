// A snapshot restores the same document in another memory.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import { packRows } from '../../../../src/engine/treeview/row-window.ts';
import {
  openSnapshot,
  snapshotBuffers,
  snapshotRevision,
  takeSnapshot,
  type Snapshot,
} from '../../../../src/engine/document/snapshot.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, engine, jsonText, makeDocument, nearlyJson, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const revision = asRevision(7);

/** The snapshot as another worker receives it. */
function send(snapshot: Snapshot): Snapshot {
  return structuredClone(snapshot, { transfer: snapshotBuffers(snapshot) });
}

describe('a snapshot', () => {
  it('gives the same text, tape, lines and rows, and the same error', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText.map(encode), nearlyJson), (bytes) => {
        const source = makeDocument(bytes);
        const made = openSnapshot(engine, send(takeSnapshot(source, revision)));
        made.check();
        expect(made.memory.text().slice()).toEqual(bytes);
        expect(made.validity).toBe(source.validity);
        expect(made.error).toEqual(source.error);
        expect(made.tape.count).toBe(source.tape.count);
        expect(made.lines.lineCount).toBe(source.lines.lineCount);
        expect(made.rows.count).toBe(source.rows.count);
        if (made.isLive) {
          made.rows.expandAll();
          source.rows.expandAll();
          expect(packRows(made.places, made.rows, 0, 100)).toEqual(packRows(source.places, source.rows, 0, 100));
        }
      }),
      { numRuns: runs(800) },
    );
  });

  it('is a copy, and can be edited', () => {
    const source = makeDocument('{"a": [1, 2]}');
    const made = openSnapshot(engine, takeSnapshot(source, revision));
    made.apply([{ start: asByte(7), end: asByte(8), insert: encode('"x", {}') }]);
    finish(made.settle());
    made.check();
    expect(textOf(made)).toBe('{"a": ["x", {}, 2]}');
    expect(textOf(source)).toBe('{"a": [1, 2]}');
  });

  it('of a text that became invalid carries the text as it is now, without the old tape', () => {
    const source = makeDocument('[1, 2]');
    source.apply([{ start: asByte(5), end: asByte(6), insert: encode(',') }]);
    finish(source.settle());
    expect(source.tape.count).toBe(4);
    const snapshot = takeSnapshot(source, revision);
    expect(snapshot.tape).toHaveLength(0);
    const made = openSnapshot(engine, snapshot);
    expect([textOf(made), made.validity, made.tape.count]).toEqual(['[1, 2,', 'invalid', 0]);
    expect(made.error?.message).toBe(source.error?.message);
  });

  it('is laid out as docs/tape.md draws it', () => {
    const { header, text, tape } = takeSnapshot(makeDocument('[true]'), asRevision(2 ** 32 + 5));
    expect([...header]).toEqual([0x54504944, 1, 5, 1, 6, 6, 1, 0]);
    expect(new TextDecoder().decode(new Uint8Array(header.buffer, 0, 4))).toBe('DIPT');
    expect(new TextDecoder().decode(text)).toBe('[true]');
    expect([...tape]).toEqual([0, 0x40000002, 1, 4, 5, 0x80000002]);
    expect(snapshotRevision({ header, text, tape, error: null })).toBe(2 ** 32 + 5);
  });

  it('of another version, or cut short, is refused', () => {
    const snapshot = takeSnapshot(makeDocument('[true]'), revision);
    const refused = expect.objectContaining({ code: 'refused' });
    expect(() => openSnapshot(engine, { ...snapshot, header: snapshot.header.with(1, 2) })).toThrow(refused);
    expect(() => openSnapshot(engine, { ...snapshot, header: snapshot.header.with(0, 2) })).toThrow(refused);
    expect(() => openSnapshot(engine, { ...snapshot, text: snapshot.text.slice(1) })).toThrow(refused);
    expect(() => openSnapshot(engine, { ...snapshot, tape: snapshot.tape.slice(2) })).toThrow(refused);
    expect(() => openSnapshot(engine, { ...snapshot, tape: new Uint32Array() })).toThrow(refused);
  });

  it('waits for the tape', () => {
    const source = makeDocument('[1]');
    source.apply([{ start: asByte(1), end: asByte(2), insert: encode('2') }]);
    expect(() => takeSnapshot(source, revision)).toThrow(RangeError);
  });
});
