import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { UndoStep } from '../../../../src/shared/protocol/protocol.ts';
import { asByte } from '../../../../src/shared/units.ts';
import { carryOutSteps } from '../../../../src/engine/document/compose-steps.ts';
import { History, type Exchange, type HistoryChange } from '../../../../src/engine/document/history.ts';
import { summaryOf } from '../../../../src/engine/document/step-summary.ts';
import { encode, makeDocument, textOf } from '../support/documents.ts';

/** A document and its undo history. */
function makeEditor(text: string, budget?: number) {
  const document = makeDocument(text);
  const history = new History(budget);
  const carryOut = (change: HistoryChange): HistoryChange => {
    if (change.type !== 'splices') throw new RangeError('only splices here');
    return { type: 'splices', splices: document.apply(change.splices) };
  };
  const read = (start: number, end: number): Uint8Array => document.memory.text(start, end).slice();
  const exchange: Exchange = (changes) => carryOutSteps(changes, read, carryOut);
  return {
    document,
    history,
    text: () => textOf(document),
    put(start: number, end: number, insert: string, step: UndoStep = 'alone') {
      const splices: Splice[] = [{ start: asByte(start), end: asByte(end), insert: encode(insert) }];
      history.record(carryOut({ type: 'splices', splices }), step, null, '', (back) => summaryOf(document, back));
    },
    join(start: number, end: number, insert: string) {
      const splices: Splice[] = [{ start: asByte(start), end: asByte(end), insert: encode(insert) }];
      history.record(carryOut({ type: 'splices', splices }), 'joined');
    },
    /** Replaces the same number of bytes before each cursor, and moves the cursors. */
    type(cursors: number[], removed: number, insert: string, step: UndoStep = 'continues') {
      const splices = cursors.map((at) => ({ start: asByte(at - removed), end: asByte(at), insert: encode(insert) }));
      history.record(carryOut({ type: 'splices', splices }), step);
      const growth = encode(insert).length - removed;
      for (const index of cursors.keys()) cursors[index] = (cursors[index] ?? 0) + growth * (index + 1);
    },
    undo: (count?: number) => history.undo(exchange, count),
    redo: (count?: number) => history.redo(exchange, count),
  };
}

describe('the summary of a step', () => {
  it('[NEW-11] is what stood there and what stands there, of typing too, whatever is undone in between', () => {
    const act = fc.oneof(
      fc.record({
        at: fc.nat(),
        removed: fc.nat(4),
        insert: fc.constantFrom('x', 'yz', '', '"ü"', '12345'),
        step: fc.constantFrom<UndoStep>('alone', 'begins', 'continues', 'paste'),
      }),
      fc.constantFrom('undo' as const, 'redo' as const),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const editor = makeEditor('abcdef');
        /** The texts by the number of their content. */
        const texts = new Map([[editor.history.content, editor.text()]]);
        for (const one of acts) {
          if (typeof one === 'string') editor[one]();
          else {
            const text = editor.text();
            const start = encode(text.slice(0, one.at % (text.length + 1))).length;
            const end = encode(text.slice(0, Math.min(text.length, (one.at % (text.length + 1)) + one.removed))).length;
            editor.put(start, end, one.insert, one.step);
          }
          texts.set(editor.history.content, editor.text());
        }
        const { steps } = editor.history;
        const done = steps.filter(({ isUndone }) => !isUndone);
        // Contents in order: that before each step, and that of the document.
        const before = done.map(({ content }) => texts.get(content) ?? '');
        const after = [...before.slice(1), editor.text()];
        for (const [index, { summary }] of done.entries()) {
          const [old, now] = [before[index] ?? '', after[index] ?? ''];
          if (summary === null) {
            // Typing that came to nothing.
            expect(now).toBe(old);
            continue;
          }
          if (summary.others > 0) {
            expect(old).toContain(summary.before);
            expect(now).toContain(summary.after);
            continue;
          }
          const fits = Array.from({ length: old.length + 1 }, (_, at) => at).some(
            (at) =>
              old.startsWith(summary.before, at) &&
              old.slice(0, at) + summary.after + old.slice(at + summary.before.length) === now,
          );
          expect(fits, JSON.stringify([old, summary, now])).toBe(true);
        }
      }),
      { numRuns: 300, seed: 58_606 },
    );
  });

  it('[NEW-11] is cut to a line, without half a character', () => {
    const editor = makeEditor(`[${'"üü\n",'.repeat(100)}1]`);
    editor.put(1, 700, '  \n\n 2,\t3,');
    const [step] = editor.history.steps;
    expect(step?.summary?.after).toBe('2, 3,');
    expect(step?.summary?.before).toMatch(/^"üü ","üü.*…$/);
    expect(step?.summary?.before.length).toBeLessThanOrEqual(60);
    expect(step?.summary?.before).not.toContain('\uFFFD');
  });
});

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

  it('[NEW-11] goes over many steps at once as over one after the other, and back to any of them', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 3 });
    const edits = fc.array(fc.tuple(fc.nat(40), fc.nat(5), text), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(edits, fc.array(fc.integer({ min: -45, max: 45 }), { maxLength: 10 }), (made, jumps) => {
        const editor = makeEditor('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]');
        const texts = [editor.text()];
        /** The content after each step. */
        const contents: number[] = [];
        for (const [at, removed, insert] of made) {
          const start = Math.min(at, editor.document.size);
          editor.put(start, Math.min(start + removed, editor.document.size), insert);
          texts.push(editor.text());
          contents.push(editor.history.content);
        }
        let now = made.length;
        for (const by of jumps) {
          if (by < 0) editor.undo(-by);
          if (by > 0) editor.redo(by);
          now = Math.max(0, Math.min(made.length, now + by));
          expect(editor.text()).toBe(texts[now]);
          expect(editor.history.steps.filter(({ isUndone }) => !isUndone)).toHaveLength(now);
          // A step is told by the same number, whether it is undone or not.
          expect(editor.history.steps.map((step) => step.made)).toEqual(contents);
        }
        for (; now > 0; now -= 1) {
          editor.undo();
          expect(editor.text()).toBe(texts[now - 1]);
        }
      }),
    );
  });

  it('[TRE-2] an edit that joins the one before is undone and redone with it', () => {
    const editor = makeEditor('abc');
    editor.put(0, 1, 'X');
    editor.put(1, 1, '""');
    editor.join(1, 3, '"typed"');
    editor.join(8, 8, '!');
    expect(editor.text()).toBe('X"typed"!bc');
    editor.undo();
    expect(editor.text()).toBe('Xbc');
    editor.redo();
    expect(editor.text()).toBe('X"typed"!bc');
    editor.undo();
    editor.undo();
    expect(editor.text()).toBe('abc');
    editor.join(3, 3, 'd');
    expect(editor.history.canUndo).toBe(true);
    expect(editor.history.canRedo).toBe(false);
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

  it('takes typing as one step for as long as the editor says so, and nothing else is written', () => {
    const editor = makeEditor('');
    for (const [index, letter] of [...'hello'].entries())
      editor.put(index, index, letter, index === 0 ? 'begins' : 'continues');
    editor.put(5, 5, '!', 'begins');
    editor.put(0, 0, '>');
    editor.put(1, 1, '-', 'continues');
    editor.put(1, 2, '', 'continues');
    const texts = ['>hello!', 'hello!', 'hello'];
    editor.put(1, 1, '+', 'begins');
    editor.undo();
    // Typing after an undo starts a new step.
    for (const text of texts) {
      expect(editor.text()).toBe(text);
      if (text === '>hello!') editor.undo();
      editor.undo();
    }
    expect(editor.text()).toBe('');
    expect(editor.undo()).toBeUndefined();
    for (const text of ['hello', 'hello!']) {
      editor.redo();
      expect(editor.text()).toBe(text);
    }
    editor.undo();
    editor.put(5, 5, '?', 'continues');
    editor.undo();
    expect(editor.text()).toBe('hello');
  });

  it('[TXT-1] takes typing with several cursors as one step, until the editor ends it', () => {
    const editor = makeEditor('[a,b,c]');
    const cursors = [2, 4, 6];
    for (const letter of ['h', 'é', 'y']) editor.type(cursors, 0, letter);
    editor.type(cursors, 1, '');
    editor.type(cursors, 2, 'i');
    editor.type(cursors, 0, '!', 'begins');
    cursors.pop();
    editor.type(cursors, 0, '?', 'begins');
    expect(editor.text()).toBe('[ahi!?,bhi!?,chi!]');
    editor.type([1, cursors[1] ?? 0], 0, '-', 'begins');
    const texts = ['[-ahi!?,bhi!?-,chi!]', '[ahi!?,bhi!?,chi!]', '[ahi!,bhi!,chi!]', '[ahi,bhi,chi]', '[a,b,c]'];
    for (const [index, text] of texts.entries()) {
      expect(editor.text()).toBe(text);
      expect(editor.undo() === undefined).toBe(index === texts.length - 1);
    }
    for (const text of texts.slice(0, -1).toReversed()) {
      editor.redo();
      expect(editor.text()).toBe(text);
    }
  });

  it('[TXT-1] goes back and forth through any typing with several cursors', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
        fc.array(
          fc.record({
            removed: fc.nat(1),
            insert: fc.constantFrom('', 'a', 'é', '""'),
            drop: fc.boolean(),
            step: fc.constantFrom<UndoStep>('alone', 'begins', 'continues', 'continues'),
          }),
          { maxLength: 30 },
        ),
        (gaps, keys) => {
          const editor = makeEditor('0123456789'.repeat(4));
          let at = 0;
          const cursors = gaps.map((gap) => (at += gap + 2));
          const states: string[] = [];
          for (const { removed, insert, drop, step } of keys) {
            if (drop && cursors.length > 1) cursors.pop();
            const room = cursors.every((cursor, index) => cursor - removed >= (cursors[index - 1] ?? 0));
            if (room) editor.type(cursors, removed, insert, step);
            states.push(editor.text());
          }
          let steps = 0;
          for (; editor.undo() !== undefined; steps += 1);
          expect(editor.text()).toBe('0123456789'.repeat(4));
          expect(steps).toBeLessThanOrEqual(keys.length);
          while (editor.redo() !== undefined);
          expect(editor.text()).toBe(states.at(-1) ?? editor.text());
        },
      ),
    );
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
