// The life of one panel's document: opens, changes and formats it, keeps its history, and reports to the panel.
//
//   panel ── apply, edit, undo, format ──▶ exclusive queue ──▶ document.apply ──▶ settle (in slices)
//         ── readText, readRows ─────────▶ served between any two slices
//         ◀── state, progress ───────────  the event port
//
// Writes wait for each other; reads don't wait. A write raises the revision by one. After a write, the text is checked in the
// background; the next write ends that check and starts a new one.

import { CodedError } from '../../shared/errors.ts';
import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { EditIntent } from '../../shared/protocol/edit-intent.ts';
import type {
  DocumentEvent,
  DocumentState,
  Opened,
  OpenResult,
  Source,
  TextChange,
  TextVersion,
  UndoStep,
  WriteResult,
} from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { TableIntent } from '../../shared/protocol/table.ts';
import type { FormatOptions, FormatPart } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { unpackSplices } from '../../shared/document/splice-pack.ts';
import { asRevision, type ByteRange, type Revision } from '../../shared/units.ts';
import { writeDraftBase } from './draft-base.ts';
import { ChangeFeed } from './change-feed.ts';
import { detectDialect } from '../engine/document/detect-dialect.ts';
import { FirstText } from './first-text.ts';
import { JsonDocument } from '../engine/document/document.ts';
import { planEdit } from '../engine/edit/edit.ts';
import { Decoder, Encoder } from '../engine/document/encoding.ts';
import { History, type Change, type Recording } from '../engine/document/history.ts';
import { expandedInMove, landingsOf, rowsAt } from '../engine/edit/landing.ts';
import { compileEngine } from '../engine/base/memory.ts';
import { mapSelection } from '../engine/base/selection-tracking.ts';
import { isKeyTaken } from '../engine/edit/taken-key.ts';
import { planTable } from '../engine/table/table-edit.ts';
import { resolveIntent } from '../engine/edit/resolve-intent.ts';
import { planLines } from '../engine/lines/line-commands.ts';
import { reformat } from '../engine/edit/reformat.ts';
import { Runner, type Step } from './runner.ts';
import { SortAhead } from './sort-ahead.ts';
import { openText } from './source.ts';
import { describe, isShort, withRow } from './state-report.ts';
import { NOT_VALID, STALE } from '../../shared/texts/documents.ts';

const STATE_MS = 100;
const BLOB_PIECE = 8 * 1024 * 1024;

/** The state and the operations behind the calls of a document worker. */
export class Session {
  readonly runner: Runner;
  readonly beginning: FirstText;
  readonly feed: ChangeFeed;
  document: JsonDocument;
  revision: Revision = asRevision(0);
  readonly sortAhead = new SortAhead(this);
  private readonly module = compileEngine();
  private history = new History();
  private phase: DocumentState['phase'] = 'empty';
  private expectedSize = 0;
  /** The decoder that the document was read with. */
  private decoder = new Decoder('utf-8');
  /** Whether only its beginning could be unpacked. */
  private isCut = false;
  rowsVersion = 0;
  /** The range that the latest write changed. */
  private change: TextChange | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  /** The number of the latest background check; older ones stop. */
  private check = 0;
  settled: Promise<unknown> = Promise.resolve();
  /** The latest content number that was found valid: the one that the tape describes. */
  private validContent = 1;
  private toldAt = 0;

  constructor(private readonly send: (event: DocumentEvent) => void) {
    this.runner = new Runner(send);
    this.beginning = new FirstText(send);
    this.feed = new ChangeFeed(send, this.runner);
    this.document = new JsonDocument(this.module, 0);
  }

  /** Opens another document. On failure the previous one is restored. */
  open(call: CallId, { content, dialect, detection = null, first, ahead }: Opened): Promise<OpenResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        const before = {
          document: this.document,
          history: this.history,
          phase: this.phase,
          expectedSize: this.expectedSize,
          decoder: this.decoder,
          isCut: this.isCut,
        };
        const text = await openText(content, first);
        const total = text.size;
        let document = new JsonDocument(this.module, total, dialect);
        let decoder = new Decoder('utf-8');
        try {
          let isCut = false;
          const pieces = text.read(
            (found) => (decoder = found),
            () => (isCut = true),
          );
          for await (const piece of pieces) {
            if (document.size === 0 && detection !== null) {
              const found = detectDialect(piece, piece.length >= total, detection);
              if (found !== dialect) document = new JsonDocument(this.module, total, found);
            }
            document.append(piece);
            if (this.document !== document) {
              this.stopChecking();
              this.show(document);
              this.decoder = decoder;
              this.history = this.history.successor();
              this.phase = 'loading';
              this.expectedSize = total;
              if (ahead !== undefined) this.beginning.tell(document, asRevision(this.revision + 1), ahead);
              this.wrote();
              if (ahead !== undefined && document.size < total) await this.beginning.wait();
            }
            this.tellSometimes();
            await step.breathe({ done: document.size, total });
          }
          this.isCut = isCut;
        } catch (error) {
          if (this.document === document) {
            before.document.folds.continueVersion(document.folds);
            Object.assign(this, before);
            this.wrote();
          }
          throw error;
        } finally {
          this.feed.forget();
        }
        document.complete();
        await step.run(document.recoverRecords());
        this.validContent = this.history.content;
        this.phase = 'ready';
        this.changedRows();
        return { revision: this.revision, content: this.history.content, dialect: document.dialect };
      }),
    );
  }

  /** Continues with the numbers of a worker that died. */
  resume(revision: Revision, rowsVersion: number, foldsVersion: number): Promise<void> {
    return this.exclusive(() => {
      this.revision = revision;
      this.rowsVersion = rowsVersion;
      this.document.folds.version = foldsVersion;
      this.send({ type: 'resumed' });
      this.tell();
    });
  }

  /** Replaces the content, as one undo step. @throws CodedError `stale` when `base` is not the current revision */
  replace(
    call: CallId,
    { content, dialect }: Source,
    selection: Selection | null,
    base: Revision | null,
  ): Promise<WriteResult> {
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
        await step.run(document.recoverRecords());
        return this.exchangeDocument(document, selection);
      }),
    );
  }

  /** The whole content, in UTF-8 or in the encoding of the file. */
  read(call: CallId, as: 'utf-8' | 'file'): Promise<TextVersion> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        const parts: Blob[] = [];
        for await (const piece of this.encodedPieces(step, as)) parts.push(new Blob([piece]));
        const text = new Blob(parts, { type: 'application/json' });
        const { size, dialect } = this.document;
        return { text, content: this.history.content, revision: this.revision, size, dialect };
      }),
    );
  }

  /**
   * Writes the whole content, in the encoding of the file, into a draft's base file. Returns its content number; `null` when
   * the browser has no private file system.
   */
  writeBase(call: CallId, name: string): Promise<number | null> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        const isWritten = await writeDraftBase(name, this.encodedPieces(step, 'file'));
        return isWritten ? this.history.content : null;
      }),
    );
  }

  /**
   * The whole content in pieces, with pauses for other calls in between. The caller must keep writes away until the last piece.
   */
  private async *encodedPieces(step: Step, as: 'utf-8' | 'file'): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { memory, size } = this.document;
    const encoder = new Encoder(as === 'file' ? this.decoder.encoding : 'utf-8');
    for (let start = 0; start < size; start += BLOB_PIECE) {
      const end = Math.min(size, start + BLOB_PIECE);
      yield encoder.encode(memory.text(start, end), end === size) as Uint8Array<ArrayBuffer>;
      await step.breathe({ done: start, total: size });
    }
  }

  /** A copy of some bytes. */
  readRange(range: ByteRange): Uint8Array {
    return this.document.memory.text(range.start, Math.min(range.end, this.document.size)).slice();
  }

  /**
   * Applies splices. A refused write counts as one that changes nothing: writes that were sent after it are based on the
   * revision that it would have made, and must not be applied to another one.
   * @throws CodedError `stale`
   */
  apply(base: Revision, splices: readonly Splice[], step: UndoStep, selection: Selection | null): Promise<WriteResult> {
    return this.exclusive(() => {
      try {
        this.checkBase(base);
        return this.write(splices, step, selection);
      } catch (error) {
        this.change = { start: 0, end: 0, length: 0 };
        this.wrote();
        this.startChecking();
        throw error;
      }
    });
  }

  /** The same for more splices than a page should hold as objects. @throws CodedError `stale`, `cancelled` */
  applyPacked(call: CallId, base: Revision, packed: Blob, selection: Selection | null): Promise<WriteResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        const splices = unpackSplices(await packed.arrayBuffer());
        step.check();
        return { ...this.write(splices, 'alone', selection), selection: selection && mapSelection(splices, selection) };
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
  ): Promise<WriteResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        await this.settled;
        if (!this.document.isLive) throw new CodedError('invalid-document', NOT_VALID.tree);
        const { places, tape } = this.document;
        if (intent.type === 'table') return this.editTable(step, intent, selection, joins);
        const { intent: plain, pastedAs, noNumbers, count, kept } = await step.run(resolveIntent(places, intent));
        const unchanged = this.result();
        if (plain === null) return unchanged;
        const splices = await step.run(planEdit(places, plain, (...asked) => this.sortAhead.order(...asked)));
        const repeatsKey = plain.type === 'rename' && (await step.run(isKeyTaken(places, plain.node, plain.key)));
        const landings = landingsOf(places, plain);
        const before = tape.count;
        const expanded = plain.type === 'move' ? expandedInMove(this.document, plain.nodes, landings) : [];
        const result = splices.length === 0 ? unchanged : this.write(splices, joins ? 'joined' : 'alone', selection);
        await this.settled;
        if (!this.document.isLive) return result;
        this.document.rows.expandEntries(expanded);
        const rows = rowsAt(this.document, landings, this.document.tape.count - before);
        this.changedRows();
        return {
          ...result,
          rows,
          ...(pastedAs === null ? {} : { pastedAs, noNumbers }),
          ...(repeatsKey && { repeatsKey }),
          ...(count === null ? {} : { count }),
          ...(kept === null ? {} : { kept }),
        };
      }),
    );
  }

  private async editTable(
    step: Step,
    intent: TableIntent,
    selection: Selection | null,
    joins: boolean,
  ): Promise<WriteResult> {
    const { splices, count } = await step.run(planTable(this.document.places, intent));
    const unchanged = this.result();
    const result = splices.length === 0 ? unchanged : this.write(splices, joins ? 'joined' : 'alone', selection);
    await this.settled;
    return { ...result, count };
  }

  /** Undoes the latest step, or redoes it. */
  undo(call: CallId, direction: 'undo' | 'redo'): Promise<WriteResult | null> {
    return this.exclusive(() =>
      this.runner.call(call, async () => {
        let changed: ByteRange | null = null;
        let carriedOut: readonly Splice[] | null = null;
        const look = this.history[direction]((change) => {
          const done = this.carryOut(change);
          changed = done.changed;
          if (change.type === 'splices' && isShort(change.splices)) carriedOut = change.splices;
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
        const { selection } = look;
        return withRow(this.document, { ...this.result(), changed, selection, carriedOut });
      }),
    );
  }

  /** @throws CodedError `invalid-document`, `refused`, `too-large`, `cancelled`; `stale` for a part */
  format(
    call: CallId,
    options: FormatOptions,
    part: FormatPart | null,
    selection: Selection | null,
  ): Promise<WriteResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step: Step) => {
        if (part !== null) this.checkBase(part.base);
        await this.settled;
        const made = await step.run(reformat(this.document, options, part?.spans ?? null, selection));
        if (made.type === 'splices' && made.splices.length === 0) return this.result();
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

  /** Returns the selection afterwards. @throws CodedError `stale`, `too-large`, `cancelled` */
  changeLines(call: CallId, base: Revision, request: LineRequest, selection: Selection | null): Promise<WriteResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        const { splices, spans } = await step.run(planLines(this.document, request));
        if (splices.length === 0) return { ...this.result(), selection: spans };
        return { ...this.write(splices, 'alone', selection), selection: spans };
      }),
    );
  }

  /** Sends the state to the panel. */
  tell(): void {
    this.toldAt = performance.now();
    const { document, history, phase, revision, rowsVersion, expectedSize, decoder, isCut, change } = this;
    const state = describe({ document, history, phase, revision, rowsVersion, expectedSize, decoder, isCut, change });
    this.send({ type: 'state', state });
  }

  /** Reports that rows read before may have changed. */
  changedRows(): void {
    this.rowsVersion += 1;
    this.tell();
  }

  private tellSometimes(): void {
    if (performance.now() - this.toldAt > STATE_MS) this.tell();
  }

  /** Runs a write after the earlier ones are done and reported. */
  exclusive<T>(body: () => Promise<T> | T): Promise<T> {
    const run = this.queue.then(body);
    const tell = () => this.feed.finish(this.document, this.revision);
    this.queue = run.then(tell, tell);
    return run;
  }

  private checkBase(base: Revision): void {
    if (base === this.revision) return;
    throw new CodedError('stale', STALE.edit(base, this.revision));
  }

  private write(splices: readonly Splice[], how: Recording, selection: Selection | null): WriteResult {
    const { changed, inverse } = this.carryOut({ type: 'splices', splices });
    this.history.record(inverse, how, selection);
    if (this.phase === 'empty') this.phase = 'ready';
    this.wrote();
    this.startChecking();
    return { ...this.result(), changed };
  }

  /** The current revision and content number, as the result of a write without changes. */
  private result(): WriteResult {
    return {
      revision: this.revision,
      content: this.history.content,
      changed: null,
      rows: [],
      selection: null,
    };
  }

  private exchangeDocument(document: JsonDocument, selection: Selection | null): WriteResult {
    this.stopChecking();
    this.history.record({ type: 'document', document: this.document }, 'alone', selection);
    this.show(document);
    if (document.isLive) this.validContent = this.history.content;
    this.phase = 'ready';
    this.wrote();
    return this.result();
  }

  /** Changes the content, and returns the inverse change. */
  private carryOut(change: Change): { changed: ByteRange | null; inverse: Change } {
    this.stopChecking();
    if (change.type === 'document') {
      const inverse: Change = { type: 'document', document: this.document };
      this.show(change.document);
      return { changed: null, inverse };
    }
    this.feed.beforeApply(change.splices, this.document);
    const back = this.document.apply(change.splices);
    const last = back.at(-1);
    const changed = back[0] === undefined || last === undefined ? null : { start: back[0].start, end: last.end };
    this.feed.afterApply(change.splices, () => this.document.memory.text(changed?.start ?? 0, changed?.end ?? 0));
    const end = change.splices.at(-1)?.end ?? 0;
    this.change = changed && { start: changed.start, end, length: changed.end - changed.start };
    return { changed, inverse: { type: 'splices', splices: back } };
  }

  private show(document: JsonDocument): void {
    document.folds.continueVersion(this.document.folds);
    this.feed.beforeExchange(this.document, document);
    this.document = document;
    this.change = null;
  }

  private wrote(): void {
    this.sortAhead.forget();
    this.revision = asRevision(this.revision + 1);
    this.feed.tell(this.revision);
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
        if (document.isLive) {
          this.history.keepExpanded(this.validContent, document.takeRemovedExpansion());
          this.validContent = this.history.content;
        }
        this.changedRows();
      },
      (error: unknown) => {
        // The index of the new text does not fit into memory: the text is kept, and the tree stays in its last valid state.
        document.refuse(error instanceof CodedError ? error : new CodedError('internal', String(error)));
        this.changedRows();
      },
    );
  }
}
