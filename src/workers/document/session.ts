// The life of one panel's document: opens, changes and formats it, keeps its history, and reports to the panel.
//
//   panel ── apply, edit, undo, format ──▶ exclusive queue ──▶ document.apply ──▶ settle (in slices)
//         ── readText, readRows ─────────▶ served between any two slices
//         ◀── state, progress ───────────  the event port
//
// Writes wait for each other; reads don't wait. A write raises the revision by one. After a write, the text is checked in the
// background; the next write ends that check and starts a new one.

import { CodedError } from '../../shared/errors.ts';
import { summaryOf } from '../../engine/document/step-summary.ts';
import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { EditIntent, StringsIntent, PlainIntent } from '../../shared/protocol/edit-intent.ts';
import type {
  DocumentEvent,
  DocumentState,
  Opened,
  OpenResult,
  Source,
  TextChange,
  UndoStep,
  WriteResult,
  TextVersion,
} from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { TableIntent } from '../../shared/protocol/table.ts';
import type { FormatOptions, FormatPart } from '../../shared/protocol/format-options.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { unpackSplices } from '../../shared/document/splice-pack.ts';
import { asRevision, type ByteRange, type Revision } from '../../shared/units.ts';
import { ChangeFeed } from './change-feed.ts';
import { detectDialect } from '../../engine/document/detect-dialect.ts';
import { FirstText } from './first-text.ts';
import { JsonDocument } from '../../engine/document/document.ts';
import { prefixOf, type Prefix } from '../../engine/document/prefix.ts';
import { planEdit } from '../../engine/edit/edit.ts';
import { Decoder } from '../../engine/document/encoding.ts';
import { History, type HistoryChange, type Recording } from '../../engine/document/history.ts';
import { expandedInMove, landingsOf, rowsAt } from '../../engine/edit/landing.ts';
import { compileEngine } from '../../engine/base/memory.ts';
import { mapSelection } from '../../engine/base/selection-tracking.ts';
import { isKeyTaken } from '../../engine/edit/taken-key.ts';
import { hideLines, widenUnlike } from './narrow-calls.ts';
import { isWhole, planWhole } from './whole-edits.ts';
import { resolveIntent } from '../../engine/edit/resolve-intent.ts';
import { planLines } from '../../engine/lines/line-commands.ts';
import { reformat } from '../../engine/edit/reformat.ts';
import { Runner, type RunnerStep } from './runner.ts';
import { SortAhead } from './sort-ahead.ts';
import { openText } from './source.ts';
import { describe, withRow } from './state-report.ts';
import { NOT_VALID, STALE } from '../../shared/texts/documents.ts';
import { nameOfEdit, STEP } from '../../shared/texts/steps.ts';
import type { EncodingName } from '../../shared/document/encoding-name.ts';
import type { FrozenText } from '../../engine/document/frozen-text.ts';

const STATE_MS = 100;

/** The state and the operations behind the calls of a document worker. */
export class Session {
  readonly runner: Runner;
  readonly beginning: FirstText;
  readonly feed: ChangeFeed;
  document: JsonDocument;
  revision: Revision = asRevision(0);
  readonly sortAhead = new SortAhead(this);
  private readonly module = compileEngine();
  history = new History();
  phase: DocumentState['phase'] = 'empty';
  expectedSize = 0;
  /** The beginning of a document that is still being read, and whether rows of it were read. */
  private prefix: Prefix | null = null;
  private isPrefixShown = false;
  /** The decoder that the document was read with. */
  decoder = new Decoder('utf-8');
  /** Whether only its beginning could be unpacked. */
  isCut = false;
  /** The number of the content that was last taken over from the file; 0 if there is none. */
  synced = 0;
  /** Since this revision, records were only appended. */
  grownSince: Revision = asRevision(0);
  rowsVersion = 0;
  /** The range that the latest write changed. */
  change: TextChange | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  /** The number of the latest background check; older ones stop. */
  private check = 0;
  settled: Promise<unknown> = Promise.resolve();
  /** The latest content number that was found valid: the one that the tape describes. */
  private validContent = 1;
  private reportedAt = 0;

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
              this.isPrefixShown = false;
              this.prefix = document.size < total ? prefixOf(piece, document.dialect) : null;
              if (ahead !== undefined) this.beginning.sendText(document, asRevision(this.revision + 1), ahead);
              this.wrote();
              if (ahead !== undefined && document.size < total) await this.beginning.wait();
            }
            if (performance.now() - this.reportedAt > STATE_MS) this.reportState();
            await step.breathe({ done: document.size, total });
          }
          this.isCut = isCut;
        } catch (error) {
          this.prefix = null;
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
        this.endPrefix();
        return { revision: this.revision, content: this.history.content, dialect: document.dialect };
      }),
    );
  }

  /** The document whose rows are shown, and the end of what is known of it: while it is being read, that is its beginning. */
  get shown(): { readonly document: JsonDocument; readonly cut: number } {
    if (this.prefix === null) return { document: this.document, cut: Number.POSITIVE_INFINITY };
    this.isPrefixShown = true;
    return this.prefix;
  }

  /** Shows the whole document in place of its beginning. What was expanded there stays so. */
  private endPrefix(): void {
    const { prefix, document } = this;
    this.prefix = null;
    if (prefix === null || !this.isPrefixShown) return this.changedRows();
    const { rows, tape } = prefix.document;
    if (document.isLive) document.rows.expandOnly(rows.expandedEntries(0, tape.count));
    this.wrote();
  }

  /** Continues with the numbers of a worker that died. */
  resume(revision: Revision, rowsVersion: number, foldsVersion: number): Promise<void> {
    return this.exclusive(() => {
      this.revision = revision;
      this.rowsVersion = rowsVersion;
      this.document.folds.version = foldsVersion;
      this.send({ type: 'resumed' });
      this.reportState();
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
        return this.exchangeDocument(document, selection, STEP.replaced);
      }),
    );
  }

  /** Keeps the text after all writes sent so far; the caller ends it. */
  freeze(): Promise<FrozenContent> {
    return this.exclusive(() => {
      const { document, revision } = this;
      const { dialect } = document;
      const { content } = this.history;
      return { text: document.freezeText(), content, revision, dialect, encoding: this.decoder.encoding };
    });
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
        return this.write(splices, step, selection, STEP.text[step]);
      } catch (error) {
        this.change = { start: 0, end: 0, length: 0 };
        this.wrote();
        this.startChecking();
        throw error;
      }
    });
  }

  /** The same for more splices than a page should hold as objects. @throws CodedError `stale`, `cancelled` */
  applyPacked(
    call: CallId,
    base: Revision,
    packed: Blob,
    selection: Selection | null,
    name: string | null,
  ): Promise<WriteResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step) => {
        this.checkBase(base);
        const splices = unpackSplices(await packed.arrayBuffer());
        step.check();
        const result = this.write(splices, 'alone', selection, name ?? STEP.changes(splices.length));
        return { ...result, selection: selection && mapSelection(splices, selection) };
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
        if (isWhole(intent)) return this.editWhole(step, intent, selection, joins);
        const { intent: plain, pastedAs, noNumbers, count, kept } = await step.run(resolveIntent(places, intent));
        const unchanged = this.result();
        if (plain === null) return unchanged;
        const splices = await step.run(planEdit(places, plain, (...asked) => this.sortAhead.order(...asked)));
        const repeatsKey = plain.type === 'rename' && (await step.run(isKeyTaken(places, plain.node, plain.key)));
        const landings = landingsOf(places, plain);
        const before = tape.count;
        const expanded = plain.type === 'move' ? expandedInMove(this.document, plain.nodes, landings) : [];
        const name = nameOfEdit(intent, countOf(this.document, plain, count));
        const result =
          splices.length === 0 ? unchanged : this.write(splices, joins ? 'joined' : 'alone', selection, name);
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

  private async editWhole(
    step: RunnerStep,
    intent: TableIntent | StringsIntent,
    selection: Selection | null,
    joins: boolean,
  ): Promise<WriteResult> {
    const plan = planWhole(this.document, this.feed.strings, this.history.content, intent);
    const { splices, count, wrote } = await step.run(plan);
    const name = nameOfEdit(intent, count);
    const result =
      splices.length === 0 ? this.result() : this.write(splices, joins ? 'joined' : 'alone', selection, name);
    wrote?.(this.history.content);
    await this.settled;
    return { ...result, count };
  }

  /** @throws CodedError `invalid-document`, `refused`, `too-large`, `cancelled`; `stale` for a part */
  format(
    call: CallId,
    options: FormatOptions,
    part: FormatPart | null,
    selection: Selection | null,
  ): Promise<WriteResult> {
    return this.exclusive(() =>
      this.runner.call(call, async (step: RunnerStep) => {
        if (part !== null) this.checkBase(part.base);
        await this.settled;
        const made = await step.run(reformat(this.document, options, part?.spans ?? null, selection));
        if (made.type === 'splices' && made.splices.length === 0) return this.result();
        const name = STEP.formatted(options, part !== null);
        const result =
          made.type === 'document'
            ? this.exchangeDocument(made.document, selection, name)
            : this.write(made.splices, 'alone', selection, name);
        await this.settled;
        if (made.type === 'document') hideLines(made.document);
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
        return { ...this.write(splices, 'alone', selection, STEP.lines), selection: spans };
      }),
    );
  }

  /** Sends the state to the panel. */
  reportState(): void {
    this.reportedAt = performance.now();
    this.send({ type: 'state', state: describe(this, this.prefix?.document ?? this.document) });
  }

  /** Reports that rows read before may have changed. */
  changedRows(): void {
    this.rowsVersion += 1;
    this.reportState();
  }

  /** Runs a write after the earlier ones are done and reported. */
  exclusive<T>(body: () => Promise<T> | T): Promise<T> {
    const run = this.queue.then(body);
    const tell = () => this.feed.finish(this.document, this.revision);
    this.queue = run.then(tell, tell);
    return run;
  }

  /** Resolves when all writes sent so far have been made, and the text is checked: a later write ends a check, and starts another. */
  async checked(): Promise<void> {
    for (let known: unknown = null; known !== this.settled || this.phase === 'loading';) {
      await this.exclusive(() => undefined);
      known = this.settled;
      await known;
    }
  }

  /** @throws CodedError `stale` */
  checkBase(base: Revision): void {
    if (base === this.revision) return;
    throw new CodedError('stale', STALE.edit(base, this.revision));
  }

  /** Applies splices; to be called in `exclusive`. */
  write(splices: readonly Splice[], how: Recording, selection: Selection | null, name: string): WriteResult {
    const { changed, inverse } = this.carryOut({ type: 'splices', splices });
    this.history.record(inverse, how, selection, name, (back) => summaryOf(this.document, back));
    if (this.phase === 'empty') this.phase = 'ready';
    this.wrote();
    this.startChecking();
    return { ...this.result(), changed };
  }

  /** The current revision and content number, as the result of a write without changes. */
  result(): WriteResult {
    return {
      revision: this.revision,
      content: this.history.content,
      changed: null,
      rows: [],
      selection: null,
    };
  }

  private exchangeDocument(document: JsonDocument, selection: Selection | null, name: string): WriteResult {
    this.stopChecking();
    this.history.record({ type: 'document', document: this.document }, 'alone', selection, name);
    this.show(document);
    if (document.isLive) this.validContent = this.history.content;
    this.phase = 'ready';
    this.wrote();
    return this.result();
  }

  /** Changes the content, and returns the inverse change; to be called in `exclusive`, and recorded in the history. */
  carryOut(change: HistoryChange): { changed: ByteRange | null; inverse: HistoryChange } {
    this.stopChecking();
    if (change.type === 'document') {
      const inverse: HistoryChange = { type: 'document', document: this.document };
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
    widenUnlike(document, this.document);
    document.folds.continueVersion(this.document.folds);
    this.feed.beforeExchange(this.document, document);
    this.document = document;
    this.change = null;
  }

  /** Reports that the content has changed. */
  wrote(): void {
    this.sortAhead.forget();
    this.revision = asRevision(this.revision + 1);
    this.grownSince = this.revision;
    this.feed.report(this.revision);
    this.changedRows();
  }

  private stopChecking(): void {
    this.check += 1;
  }

  startChecking(): void {
    const [check, { document }] = [++this.check, this];
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

/** Containers whose items are counted; more are not sorted one by one. */
const MAX_COUNTED = 1000;

/** Returns the number of values of an edit; `applied` is known of some. Must be called before the edit. */
function countOf({ children }: JsonDocument, intent: PlainIntent, applied: number | null): number {
  if (intent.type === 'sort') {
    let items = 0;
    for (const node of intent.nodes.slice(0, MAX_COUNTED)) items += children.count(node);
    return items;
  }
  if (intent.type === 'drop') return intent.items.length;
  if (intent.type === 'insert-all') return intent.items.length;
  return applied ?? ('nodes' in intent ? intent.nodes.length : 1);
}

/** A content that stays readable while the document changes. */
interface FrozenContent extends Pick<TextVersion, 'content' | 'revision' | 'dialect'> {
  readonly text: FrozenText;
  /** The encoding of its file. */
  readonly encoding: EncodingName;
}
