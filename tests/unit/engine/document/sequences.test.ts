// Random sequences of every operation that changes a document, with undo and redo in between. Every invariant is checked after
// each step. 500 steps, or DIPTYCH_STEPS; DIPTYCH_SEED repeats a run.

import { describe, expect, it } from 'vitest';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import { asByte, asNode } from '../../../../src/shared/units.ts';
import { planEdit } from '../../../../src/engine/edit/edit.ts';
import { carryOutSteps } from '../../../../src/engine/document/compose-steps.ts';
import { History, type HistoryChange } from '../../../../src/engine/document/history.ts';
import { rewriteDocument } from '../../../../src/engine/layout/rewrite.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { narrowedLines } from '../../../../src/engine/textview/narrowed-lines.ts';
import { narrowTo } from '../../../../src/engine/treeview/narrowing.ts';
import { Random } from '../../../../bench/generate.ts';
import { encode, makeDocument, PIECES, textOf, TYPED } from '../support/documents.ts';
import { SEED } from '../../../runs.ts';

const STEPS = Number(process.env['DIPTYCH_STEPS'] ?? 500);
/** A document that has grown beyond this size is replaced by a new one. */
const MAX_BYTES = 20_000;

const START =
  '{\n  "list": [1, 2, {"x": "é", "y": [true, null]}],\n  "deep": {"a": {"b": {"c": []}}},\n  "text": "日本 🚀"\n}\n';

class Sequence {
  document = makeDocument(START);
  private history = new History();
  private readonly texts = new Map<number, string>();
  log: string[] = [];

  constructor(private readonly random: Random) {
    this.remember();
  }

  step(): void {
    const { random, document } = this;
    if (document.size > MAX_BYTES || document.size === 0) {
      this.document = makeDocument(START);
      this.history = new History();
      this.texts.clear();
      this.log = [];
      this.remember();
      return;
    }
    if (random.int(8) === 0 && document.isLive) this.narrow();
    const kind = random.int(10);
    if (kind < 3) this.type();
    else if (kind < 7 && document.isLive) this.edit();
    else if (kind === 7 && document.isLive) this.rewrite();
    else this.travel(kind === 9 ? 'redo' : 'undo');
    this.document.check();
  }

  /** Shows only some values, or everything again: edits come while a filter is set. */
  private narrow(): void {
    const { random, document } = this;
    if (random.int(4) === 0) {
      document.rows.widen();
      document.folds.widen();
      return;
    }
    const nodes = Uint32Array.from({ length: random.int(4) }, () => random.int(document.tape.count)).toSorted();
    const found = { nodes, around: new Uint32Array(), whole: random.int(2) === 0 };
    document.rows.narrow(finish(narrowTo(document.tape, { kind: 'matches', detail: '' }, found)), 'meanwhile');
    document.folds.narrow(() => finish(narrowedLines(document)));
    // Found now, or only after what follows.
    if (random.int(2) === 0) document.folds.check();
  }

  private remember(): void {
    this.texts.set(this.history.content, textOf(this.document));
  }

  private apply(splices: readonly Splice[], typing: boolean): void {
    const back = this.document.apply(splices);
    finish(this.document.settle());
    this.history.record({ type: 'splices', splices: back }, typing ? 'continues' : 'alone');
    this.remember();
  }

  /** Applies splices anywhere, valid or not. Most are soon undone. */
  private type(): void {
    const { random, document } = this;
    const places = Array.from({ length: 1 + random.int(2) * 2 }, () => random.int(document.size + 1)).toSorted(
      (a, b) => a - b,
    );
    const splices: Splice[] = [];
    for (let index = 0; index < places.length; index += 2) {
      const start = this.boundary(places[index] ?? 0);
      const end =
        random.int(3) === 0
          ? this.boundary(Math.min(places[index + 1] ?? document.size, start + random.int(40)))
          : start;
      if (start < (splices.at(-1)?.end ?? 0)) continue;
      splices.push({ start: asByte(start), end: asByte(Math.max(start, end)), insert: encode(random.pick(TYPED)) });
    }
    this.log.push(`type ${JSON.stringify(splices.map(({ start, end, insert }) => [start, end, [...insert]]))}`);
    this.apply(splices, random.int(2) === 0);
  }

  /** Moves an offset to the start of its character: text is never typed inside one. */
  private boundary(offset: number): number {
    const text = this.document.memory.text();
    let at = offset;
    while (at > 0 && ((text[at] ?? 0) & 0xc0) === 0x80) at -= 1;
    return at;
  }

  private edit(): void {
    const { random, document } = this;
    const node = (): ReturnType<typeof asNode> => {
      let entry = random.int(document.tape.count);
      while (document.tape.isClosing(entry)) entry -= 1;
      return asNode(entry);
    };
    const where = random.pick(['before', 'after', 'inside'] as const);
    const direction = random.pick(['ascending', 'descending'] as const);
    const json = random.pick(PIECES);
    const intent = random.pick<() => PlainIntent>([
      () => ({ type: 'set', node: node(), json }),
      () => ({ type: 'set-all', nodes: [node(), node()], jsons: [json] }),
      () => ({ type: 'rename', node: node(), key: random.pick(['a', 'é"', '__proto__', '']) }),
      () => ({ type: 'insert', node: node(), where, key: 'new', json }),
      () => ({
        type: 'insert-all',
        node: node(),
        where,
        items: [
          { key: 'one', json },
          { key: 'two', json: '2' },
        ],
      }),
      () => ({ type: 'remove', nodes: [node(), node()] }),
      () => ({ type: 'duplicate', nodes: [node(), node()] }),
      () => ({ type: 'move', nodes: [node(), node()], target: node(), where }),
      () => ({ type: 'sort', nodes: [node()], by: { type: random.pick(['key', 'value'] as const) }, direction }),
      () => ({ type: 'convert', nodes: [node()], to: random.pick(['object', 'array', 'text', 'json'] as const) }),
      () => ({ type: 'wrap', nodes: [node(), node()], into: random.pick(['object', 'array'] as const) }),
      () => ({ type: 'unwrap', nodes: [node()] }),
      () => ({ type: 'extract', nodes: [node(), node()] }),
      () => ({ type: 'format', node: node(), options: { style: 'smart', indent: '\t', maxLineLength: 30 } }),
    ])();
    this.log.push(JSON.stringify(intent));
    let splices: Splice[];
    try {
      splices = finish(planEdit(document.places, intent));
    } catch (error) {
      // Edits that the structure does not allow are refused with a code; any other error is a bug.
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:refused|syntax)$/) as string });
      return;
    }
    this.apply(splices, false);
    expect(this.document.error?.message).toBeUndefined();
  }

  private rewrite(): void {
    const style = this.random.pick(['format', 'smart', 'compact'] as const);
    this.log.push(style);
    const before = this.document;
    this.document = finish(rewriteDocument(before, { style, indent: '  ', maxLineLength: 60 }));
    this.history.record({ type: 'document', document: before }, 'alone');
    this.remember();
  }

  /** Goes over one step, or over several at once. */
  private travel(direction: 'undo' | 'redo'): void {
    const { random } = this;
    const count = random.int(3) === 0 ? 1 + random.int(12) : 1;
    this.log.push(`${direction} ${count}`);
    const read = (start: number, end: number): Uint8Array => this.document.memory.text(start, end).slice();
    const carryOut = (change: HistoryChange): HistoryChange => {
      if (change.type === 'document') {
        const inverse: HistoryChange = { type: 'document', document: this.document };
        this.document = change.document;
        return inverse;
      }
      return { type: 'splices', splices: this.document.apply(change.splices) };
    };
    this.history[direction]((changes) => carryOutSteps(changes, read, carryOut), count);
    finish(this.document.settle());
    expect(textOf(this.document)).toBe(this.texts.get(this.history.content));
  }
}

describe('[PAR-3] [TRE-2] sequences', () => {
  it(`of ${STEPS} random operations keep every invariant (seed ${SEED})`, { timeout: 3_600_000 }, () => {
    const sequence = new Sequence(new Random(SEED));
    for (let step = 0; step < STEPS; step += 1) {
      const before = textOf(sequence.document);
      try {
        sequence.step();
      } catch (error) {
        throw new Error(`seed ${SEED}, step ${step}, ${sequence.log.at(-1)} on ${JSON.stringify(before)}`, {
          cause: error,
        });
      }
    }
  });
});
