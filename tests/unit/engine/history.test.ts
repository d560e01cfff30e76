import { describe, expect, it } from 'vitest';
import type { Splice } from '../../../src/shared/splice.ts';
import { asByte } from '../../../src/shared/units.ts';
import { History, type Change } from '../../../src/workers/engine/history.ts';
import { encode, makeDocument, textOf } from './support.ts';

/** A document with its history, typed into at given times. */
function makeEditor(text: string, budget?: number) {
  const document = makeDocument(text);
  const history = new History(budget);
  const carryOut = (change: Change): Change => {
    if (change.type !== 'splices') throw new RangeError('only splices here');
    return { type: 'splices', splices: document.apply(change.splices) };
  };
  return {
    document,
    history,
    text: () => textOf(document),
    put(start: number, end: number, insert: string, typing = false, now = 0) {
      const splices: Splice[] = [{ start: asByte(start), end: asByte(end), insert: encode(insert) }];
      history.record(carryOut({ type: 'splices', splices }), typing, now);
    },
    undo: () => history.undo(carryOut),
    redo: () => history.redo(carryOut),
  };
}

describe('history', () => {
  it('[TXT-1] undo and redo go back and forth, and an edit forgets what was undone', () => {
    const editor = makeEditor('abc');
    editor.put(0, 1, 'X');
    editor.put(2, 3, 'YY');
    expect(editor.text()).toBe('XbYY');
    editor.undo();
    expect(editor.text()).toBe('Xbc');
    editor.undo();
    expect(editor.text()).toBe('abc');
    expect(editor.undo()).toBeUndefined();
    editor.redo();
    editor.redo();
    expect(editor.text()).toBe('XbYY');
    editor.undo();
    editor.put(0, 0, '!');
    expect(editor.history.canRedo).toBe(false);
    expect(editor.text()).toBe('!Xbc');
  });

  it('names the content: the same number when undo comes back to it', () => {
    const editor = makeEditor('abc');
    const saved = editor.history.content;
    editor.put(0, 0, 'x');
    expect(editor.history.content).not.toBe(saved);
    editor.undo();
    expect(editor.history.content).toBe(saved);
    editor.put(0, 0, 'y');
    expect(editor.history.content).not.toBe(saved);
  });

  it('takes typing in one place as one step, until a pause or a move', () => {
    const editor = makeEditor('');
    editor.document.apply([]);
    for (const [index, letter] of [...'hello'].entries()) editor.put(index, index, letter, true, index * 100);
    editor.put(5, 5, '!', true, 5000);
    editor.put(0, 0, '>', true, 5100);
    expect(editor.text()).toBe('>hello!');
    editor.undo();
    expect(editor.text()).toBe('hello!');
    editor.undo();
    expect(editor.text()).toBe('hello');
    editor.undo();
    expect(editor.text()).toBe('');
  });

  it('takes deleting backwards as one step', () => {
    const editor = makeEditor('hello');
    for (let end = 5; end > 2; end -= 1) editor.put(end - 1, end, '', true, 0);
    expect(editor.text()).toBe('he');
    editor.undo();
    expect(editor.text()).toBe('hello');
  });

  it('keeps to its budget, and keeps the latest step whatever its size', () => {
    const editor = makeEditor('x'.repeat(1000), 3000);
    for (let round = 0; round < 20; round += 1) editor.put(0, 500, String(round).repeat(500).slice(0, 500));
    expect(editor.history.bytes).toBeLessThanOrEqual(3000);
    let steps = 0;
    while (editor.undo() !== undefined) steps += 1;
    expect(steps).toBe(5);
    const small = makeEditor('x'.repeat(1000), 10);
    small.put(0, 1000, '');
    small.undo();
    expect(small.text()).toBe('x'.repeat(1000));
  });
});
