// The life of one panel's document: opens, changes, formats it, keeps its history, and tells the panel.
//
//   panel ── apply, edit, undo, format ──▶ exclusive queue ──▶ document.apply ──▶ settle (in slices)
//         ── readText, readRows ─────────▶ answered between any two slices
//         ◀── state, progress ───────────  the event port
//
// Writes wait for each other; reads don't wait. A write raises the revision by one. Checking the text
// after a write goes on in the background; the next write ends it and starts it anew.

import { CodedError } from '../shared/errors.ts';
import type { LineRequest } from '../shared/linecommand.ts';
import type {
  CallId,
  DocumentEvent,
  DocumentState,
  EditIntent,
  EditResult,
  FormatOptions,
  FormatPart,
  Opened,
  Selection,
  Source,
  TextChange,
} from '../shared/protocol.ts';
import type { Splice } from '../shared/splice.ts';
import { unpackSplices } from '../shared/splicepack.ts';
import { asRevision, type ByteRange, type Revision } from '../shared/units.ts';
import { Beginning } from './beginning.ts';
import { JsonDocument } from './engine/document.ts';
import { planEdit } from './engine/edit.ts';
import { Decoder, Encoder } from './engine/encoding.ts';
import { History, type Change, type Recording } from './engine/history.ts';
import { landingsOf, rowsAt } from './engine/landing.ts';
import { compileEngine } from './engine/memory.ts';
import { resolveIntent } from './engine/pasting.ts';
import { planLines } from './engine/linecommands.ts';
import { reformat } from './engine/reformat.ts';
import { Runner, type Step } from './runner.ts';
import { SortAhead } from './sortahead.ts';
import { openText } from './source.ts';
import { describe, withRow } from './telling.ts';
import { NOT_VALID, STALE } from '../shared/texts/documents.ts';

const STATE_MS = 100;
const BLOB_PIECE = 8 * 1024 * 1024;

/** The state and the operations behind a document worker's calls. */
export class Session {
  readonly runner: Runner;
  readonly beginning: Beginning;
  document: JsonDocument;
  revision: Revision = asRevision(0);
  readonly sortAhead = new SortAhead(this);
  private readonly module = compileEngine();
  private history = new History();
  private phase: DocumentState['phase'] = 'empty';
  private expectedSize = 0;
  /** What the document was read with. */
  private decoder = new Decoder('utf-8');
  rowsVersion = 0;
  /** What the latest write has changed. */
  private change: TextChange | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  /** Counts the background checks; an older one stops. */
  private check = 0;
  settled: Promise<unknown> = Promise.resolve();
  /** The latest content that was found valid: what the tape speaks of. */
  private validContent = 1;
  private toldAt = 0;

  constructor(private readonly send: (event: DocumentEvent) => void) {
    this.runner = new Runner(send);
    this.beginning = new Beginning(send);
    this.document = new JsonDocument(this.module, 0);
  }

  /** Replaces everything. On failure all is as before. */
  open(call: CallId, { content, dialect, first, ahead }: Opened): Promise<Revision> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        const before = {
          document: this.document,
          history: this.history,
          phase: this.phase,
          expectedSize: this.expectedSize,
          decoder: this.decoder,
        };
        const text = await openText(content, first);
        const total = text.size;
        const document = new JsonDocument(this.module, total, dialect);
        let decoder = new Decoder('utf-8');
        try {
          for await (const piece of text.read((found) => (decoder = found))) {
            document.append(piece);
            if (this.document !== document) {
              this.stopChecking();
              this.show(document);
              this.decoder = decoder;
              this.history = new History();
              this.phase = 'loading';
              this.expectedSize = total;
              if (ahead !== undefined) this.beginning.tell(document, asRevision(this.revision + 1), ahead);
              this.wrote();
              if (ahead !== undefined && document.size < total) await this.beginning.wait();
            }
            this.tellSometimes();
            await step.breathe({ done: document.size, total });
          }
        } catch (error) {
          if (this.document === document) {
            before.document.folds.succeed(document.folds);
            Object.assign(this, before);
            this.wrote();
          }
          throw error;
        }
        document.complete();
        this.validContent = this.history.content;
        this.phase = 'ready';
        this.changedRows();
        return this.revision;
      }),
    );
  }

  /** Replaces the content, as one undo step. @throws CodedError `stale` where another revision than `base` is there */
  replace(
    call: CallId,
    { content, dialect }: Source,
    selection: Selection | null,
    base: Revision | null,
  ): Promise<EditResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        if (base !== null) this.checkBase(base);
        const text = await openText(content);
        const total = text.size;
        const document = new JsonDocument(this.module, total, dialect);
        for await (const piece of text.read()) {
          document.append(piece);
          await step.breathe({ done: document.size, total });
        }
        document.complete();
        return this.exchangeDocument(document, selection);
      }),
    );
  }

  /** The whole content, in UTF-8 or as the file was. */
  read(call: CallId, as: 'utf-8' | 'file'): Promise<Blob> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        const { memory, size } = this.document;
        const parts: Blob[] = [];
        const encoder = new Encoder(as === 'file' ? this.decoder.encoding : 'utf-8');
        for (let start = 0; start < size; start += BLOB_PIECE) {
          const end = Math.min(size, start + BLOB_PIECE);
          const piece = encoder.encode(memory.text(start, end), end === size);
          parts.push(new Blob([piece as Uint8Array<ArrayBuffer>]));
          await step.breathe({ done: start, total: size });
        }
        return new Blob(parts, { type: 'application/json' });
      }),
    );
  }

  /** A copy of some bytes. */
  readRange(range: ByteRange): Uint8Array {
    return this.document.memory.text(range.start, Math.min(range.end, this.document.size)).slice();
  }

  /**
   * One that is refused counts as a write that changes nothing: those that were sent behind it are based on what it would
   * have made, and must not be taken for ones that are based on another write. @throws CodedError `stale`
   */
  apply(base: Revision, splices: readonly Splice[], typing: boolean, selection: Selection | null): Promise<EditResult> {
    return this.exclusive(() => {
      try {
        this.checkBase(base);
        return this.write(splices, typing ? 'typing' : 'alone', selection);
      } catch (error) {
        this.change = { start: 0, end: 0, length: 0 };
        this.wrote();
        this.startChecking();
        throw error;
      }
    });
  }

  /** The same for splices that are too many to be objects on a page. @throws CodedError `stale`, `cancelled` */
  applyPacked(call: CallId, base: Revision, packed: Blob, selection: Selection | null): Promise<EditResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        const splices = unpackSplices(await packed.arrayBuffer());
        step.check();
        return this.write(splices, 'alone', selection);
      }),
    );
  }

  /** @throws CodedError `stale`, `invalid-document`, `refused`, `syntax`, `cancelled` */
  edit(
    call: CallId,
    base: Revision,
    intent: EditIntent,
    selection: Selection | null,
    joins: boolean,
  ): Promise<EditResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        await this.settled;
        if (!this.document.isLive) throw new CodedError('invalid-document', NOT_VALID.tree);
        const { places, tape } = this.document;
        const { intent: plain, pastedAs, count, kept } = await step.run(resolveIntent(places, intent));
        const unchanged = { revision: this.revision, changed: null, rows: [], selection: null };
        if (plain === null) return unchanged;
        const splices = await step.run(planEdit(places, plain, (...asked) => this.sortAhead.order(...asked)));
        const landings = landingsOf(places, plain);
        const before = tape.count;
        const result = splices.length === 0 ? unchanged : this.write(splices, joins ? 'joined' : 'alone', selection);
        await this.settled;
        if (!this.document.isLive) return result;
        const rows = rowsAt(this.document, landings, this.document.tape.count - before);
        this.changedRows();
        return {
          ...result,
          rows,
          ...(pastedAs === null ? {} : { pastedAs }),
          ...(count === null ? {} : { count }),
          ...(kept === null ? {} : { kept }),
        };
      }),
    );
  }

  /** Takes the latest step back, or does it again. */
  undo(call: CallId, direction: 'undo' | 'redo'): Promise<EditResult | null> {
    return this.exclusive(() =>
      this.runner.call(call, async () => {
        let changed: ByteRange | null = null;
        const look = this.history[direction]((change) => {
          const done = this.carryOut(change);
          changed = done.changed;
          return done.inverse;
        });
        if (look === undefined) return null;
        this.wrote();
        this.startChecking();
        await this.settled;
        if (this.document.isLive && look.expanded.length > 0) {
          this.document.rows.expandStarts(look.expanded);
          this.changedRows();
        }
        return withRow(this.document, { revision: this.revision, changed, rows: [], selection: look.selection });
      }),
    );
  }

  /** @throws CodedError `invalid-document`, `refused`, `too-large`, `cancelled`; `stale` for a part */
  format(
    call: CallId,
    options: FormatOptions,
    part: FormatPart | null,
    selection: Selection | null,
  ): Promise<EditResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step: Step) => {
        if (part !== null) this.checkBase(part.base);
        await this.settled;
        const made = await step.run(reformat(this.document, options, part?.spans ?? null, selection));
        if (made.type === 'splices' && made.splices.length === 0)
          return { revision: this.revision, changed: null, rows: [], selection: null };
        const result =
          made.type === 'document'
            ? this.exchangeDocument(made.document, selection)
            : this.write(made.splices, 'alone', selection);
        await this.settled;
        const expanded = made.expandedIn(this.document);
        if (expanded.length > 0) {
          this.document.rows.expandStarts(expanded);
          this.changedRows();
        }
        return withRow(this.document, { ...result, selection: made.selectionIn(this.document) });
      }),
    );
  }

  /** Answers what is selected then. @throws CodedError `stale`, `too-large`, `cancelled` */
  changeLines(call: CallId, base: Revision, request: LineRequest, selection: Selection | null): Promise<EditResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        const { splices, spans } = await step.run(planLines(this.document, request));
        if (splices.length === 0) return { revision: this.revision, changed: null, rows: [], selection: spans };
        return { ...this.write(splices, 'alone', selection), selection: spans };
      }),
    );
  }

  /** Sends the state to the panel. */
  tell(): void {
    this.toldAt = performance.now();
    const { document, history, phase, revision, rowsVersion, expectedSize, decoder, change } = this;
    const state = describe({ document, history, phase, revision, rowsVersion, expectedSize, decoder, change });
    this.send({ type: 'state', state });
  }

  /** Says that rows read before may differ now. */
  changedRows(): void {
    this.rowsVersion += 1;
    this.tell();
  }

  private tellSometimes(): void {
    if (performance.now() - this.toldAt > STATE_MS) this.tell();
  }

  /** Runs a write when those before it are done. */
  exclusive<T>(body: () => Promise<T> | T): Promise<T> {
    const run = this.queue.then(body);
    this.queue = run.catch(() => undefined);
    return run;
  }

  private checkBase(base: Revision): void {
    if (base === this.revision) return;
    throw new CodedError('stale', STALE.edit(base, this.revision));
  }

  private write(splices: readonly Splice[], how: Recording, selection: Selection | null): EditResult {
    const { changed, inverse } = this.carryOut({ type: 'splices', splices });
    this.history.record(inverse, how, performance.now(), selection);
    if (this.phase === 'empty') this.phase = 'ready';
    this.wrote();
    this.startChecking();
    return { revision: this.revision, changed, rows: [], selection: null };
  }

  private exchangeDocument(document: JsonDocument, selection: Selection | null): EditResult {
    this.stopChecking();
    this.history.record({ type: 'document', document: this.document }, 'alone', performance.now(), selection);
    this.show(document);
    if (document.isLive) this.validContent = this.history.content;
    this.phase = 'ready';
    this.wrote();
    return { revision: this.revision, changed: null, rows: [], selection: null };
  }

  /** Changes the content, and answers what changes it back. */
  private carryOut(change: Change): { changed: ByteRange | null; inverse: Change } {
    this.stopChecking();
    if (change.type === 'document') {
      const inverse: Change = { type: 'document', document: this.document };
      this.show(change.document);
      return { changed: null, inverse };
    }
    const back = this.document.apply(change.splices);
    const last = back.at(-1);
    const changed = back[0] === undefined || last === undefined ? null : { start: back[0].start, end: last.end };
    const end = change.splices.at(-1)?.end ?? 0;
    this.change = changed && { start: changed.start, end, length: changed.end - changed.start };
    return { changed, inverse: { type: 'splices', splices: back } };
  }

  private show(document: JsonDocument): void {
    document.folds.succeed(this.document.folds);
    this.document = document;
    this.change = null;
  }

  private wrote(): void {
    this.sortAhead.forget();
    this.revision = asRevision(this.revision + 1);
    this.changedRows();
  }

  private stopChecking(): void {
    this.check += 1;
  }

  private startChecking(): void {
    const check = ++this.check;
    const { document } = this;
    const run = this.runner.background(document.settle(), () => check !== this.check);
    this.settled = run.then(
      (finished) => {
        if (!finished) return;
        if (document.validity === 'valid') {
          this.history.keepExpanded(this.validContent, document.takeLostExpansion());
          this.validContent = this.history.content;
        }
        this.changedRows();
      },
      (error: unknown) => {
        // The index of the new text does not fit: the text is there, the tree stays at the last valid one.
        document.refuse(error instanceof CodedError ? error : new CodedError('internal', String(error)));
        this.changedRows();
      },
    );
  }
}
