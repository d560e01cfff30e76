// Takes over what other programs write into the file of a session's document. Only the bytes that differ are written, so that
// everything else in the views stays where it is; inside of them, what is expanded, folded and selected is found again by path.

import { CodedError } from '../../shared/errors.ts';
import type { DocumentState, FileDifference, WriteResult } from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { CR, LF } from '../../shared/bytes/ascii.ts';
import { STEP } from '../../shared/texts/steps.ts';
import { STALE } from '../../shared/texts/documents.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte, type Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { Decoder } from '../../engine/document/encoding.ts';
import type { History, Recording } from '../../engine/document/history.ts';
import { recordView, restoreView } from '../../engine/edit/kept-view.ts';
import type { Runner, RunnerStep } from './runner.ts';
import { openText } from './source.ts';
import { withRow } from './state-report.ts';

/** Bytes compared in one slice. */
const SLICE = 4 * 1024 * 1024;

/** The part of the session that reloading uses. */
export interface ReloadingSession {
  readonly document: JsonDocument;
  readonly history: History;
  readonly revision: Revision;
  readonly phase: DocumentState['phase'];
  readonly runner: Runner;
  readonly settled: Promise<unknown>;
  decoder: Decoder;
  synced: number;
  grownSince: Revision;
  exclusive<T>(body: () => Promise<T> | T): Promise<T>;
  checkBase(base: Revision): void;
  write(splices: readonly Splice[], how: Recording, selection: Selection | null, name: string): WriteResult;
  result(): WriteResult;
  reportState(): void;
  changedRows(): void;
}

/** What turns the text of a revision into that of a file. */
interface Plan {
  readonly base: Revision;
  /** `null` if nothing differs. */
  readonly splice: Splice | null;
  readonly decoder: Decoder;
}

/** The calls of one session. */
export class Reloading {
  private plan: Plan | null = null;
  /** The content that the last `extend` made. */
  private extended = 0;

  constructor(private readonly session: ReloadingSession) {}

  planReload(call: CallId, base: Revision, content: Blob): Promise<FileDifference> {
    this.plan = null;
    return this.session.runner.call(call, async (step) => {
      this.check(base);
      const { size } = this.session.document;
      const { front, rest, decoder } = await this.readDifference(step, base, content);
      const back = await this.countCommonEnd(step, base, rest, size - front);
      const { document } = this.session;
      const [start, before] = seamBefore(document, front, rest);
      const insert = joinBytes([before, rest]);
      const kept = seamAfter(document, insert, Math.min(back, rest.length));
      const [end, last] = [size - kept, insert.length - kept];
      const isSame = start === end && last === 0;
      this.plan = {
        base,
        splice: isSame ? null : { start: asByte(start), end: asByte(end), insert: insert.slice(0, last) },
        decoder,
      };
      if (isSame) return 'none';
      return last === 0 && end === size ? 'cut' : 'changed';
    });
  }

  reload(call: CallId, base: Revision, selection: Selection | null): Promise<WriteResult> {
    const { session } = this;
    return session.exclusive(() =>
      session.runner.call(call, async (step) => {
        this.check(base);
        await session.settled;
        const { plan } = this;
        this.plan = null;
        if (plan?.base !== base) throw new CodedError('stale', STALE.document);
        const { splice, decoder } = plan;
        session.decoder = decoder;
        if (splice === null) {
          session.synced = session.history.content;
          session.reportState();
          return { ...session.result(), selection };
        }
        const view = await step.run(recordView(session.document, splice, selection));
        session.synced = session.history.nextContent;
        const result = session.write([splice], 'alone', selection, STEP.reloaded);
        await session.settled;
        const kept = await step.run(restoreView(session.document, view, splice.insert.length));
        session.changedRows();
        return withRow(session.document, { ...result, selection: kept });
      }),
    );
  }

  extend(base: Revision, start: number, tail: Uint8Array): Promise<WriteResult> {
    const { session } = this;
    return session.exclusive(() => {
      this.check(base);
      const { document, history } = session;
      const joins = this.extended === history.content;
      const { grownSince } = session;
      const isGrowing = start === document.size && document.isWhole && document.memory.text(start - 1, start)[0] === LF;
      session.synced = history.nextContent;
      this.extended = history.nextContent;
      const splice = { start: asByte(start), end: asByte(document.size), insert: tail };
      const result = session.write([splice], joins ? 'joined' : 'alone', null, STEP.arrived);
      if (isGrowing) session.grownSince = grownSince;
      return result;
    });
  }

  /** @throws CodedError `stale` */
  private check(base: Revision): void {
    if (this.session.phase === 'loading') throw new CodedError('stale', STALE.document);
    this.session.checkBase(base);
  }

  /** Reads a content up to its end. Returns how many bytes at the start are the document's, and those after them. */
  private async readDifference(step: RunnerStep, base: Revision, content: Blob) {
    const text = await openText(content);
    let decoder = new Decoder('utf-8');
    let front = 0;
    let read = 0;
    const parts: Uint8Array[] = [];
    for await (const piece of text.read((found) => (decoder = found))) {
      this.check(base);
      let same = 0;
      if (parts.length === 0) {
        const known = this.session.document.memory.text(
          front,
          Math.min(this.session.document.size, front + piece.length),
        );
        while (same < known.length && known[same] === piece[same]) same += 1;
        front += same;
      }
      if (same < piece.length) parts.push(piece.slice(same));
      read += piece.length;
      await step.breathe({ done: read, total: text.size });
    }
    this.check(base);
    return { front, rest: parts.length === 0 ? new Uint8Array() : joinBytes(parts), decoder };
  }

  /** Counts the bytes at the end of the document that are those at the end of `rest`, at most `most`. */
  private async countCommonEnd(step: RunnerStep, base: Revision, rest: Uint8Array, most: number): Promise<number> {
    const limit = Math.min(rest.length, most);
    for (let back = 0; back < limit;) {
      const { document } = this.session;
      const text = document.memory.text(0, document.size);
      const stop = Math.min(limit, back + SLICE);
      while (back < stop && text[text.length - 1 - back] === rest[rest.length - 1 - back]) back += 1;
      if (back < stop) return back;
      await step.breathe({ done: back, total: limit });
      this.check(base);
    }
    return limit;
  }
}

/**
 * Moves the start of a difference back to where it splits neither a character nor a line end. Returns it, and the bytes passed.
 */
function seamBefore({ memory, size }: JsonDocument, front: number, rest: Uint8Array): readonly [number, Uint8Array] {
  const text = memory.text(0, size);
  let start = front;
  const splits = (): boolean => {
    const isHere = start === front;
    const follower = isHere ? rest[0] : text[start];
    return text[start - 1] === CR || isContinuation(text[start]) || isContinuation(follower);
  };
  while (start > 0 && front - start < 4 && splits()) start -= 1;
  return [start, text.slice(start, front)];
}

/** The number of common bytes at the end, without a first character or line end that would be split. */
function seamAfter({ memory, size }: JsonDocument, insert: Uint8Array, back: number): number {
  const text = memory.text(0, size);
  let kept = back;
  const splits = (): boolean =>
    isContinuation(text[size - kept]) || text[size - kept - 1] === CR || insert[insert.length - kept - 1] === CR;
  while (kept > 0 && splits()) kept -= 1;
  return kept;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
