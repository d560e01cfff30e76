// The calls that read a document's bytes; the whole content while writes go on: for a save, and as the base of a draft.

import type { TextVersion } from '../../shared/protocol/protocol.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { ByteRange } from '../../shared/units.ts';
import { Encoder } from '../../engine/document/encoding.ts';
import type { FrozenText } from '../../engine/document/frozen-text.ts';
import { writeDraftBase } from './draft-base.ts';
import type { RunnerStep } from './runner.ts';
import type { Session } from './session.ts';

const PIECE_BYTES = 8 * 1024 * 1024;

/** Reads the content of a session's document. */
export class ContentCalls {
  constructor(private readonly session: Session) {}

  /** The content after all writes sent so far, in UTF-8 or in the encoding of the file. Later writes don't wait for it. */
  read(call: CallId, as: 'utf-8' | 'file'): Promise<TextVersion> {
    const { session } = this;
    return session.runner.call(call, async (step) => {
      const { text, content, revision, dialect, encoding } = await session.freeze();
      try {
        const parts: Blob[] = [];
        const encoder = new Encoder(as === 'file' ? encoding : 'utf-8');
        for await (const piece of encodedPieces(step, text, encoder)) parts.push(new Blob([piece]));
        return { text: new Blob(parts, { type: 'application/json' }), content, revision, size: text.size, dialect };
      } finally {
        text.end();
      }
    });
  }

  /** A copy of some bytes. */
  readRange({ start, end }: ByteRange): Uint8Array {
    const { memory, size } = this.session.document;
    return memory.text(start, Math.min(end, size)).slice();
  }

  /**
   * Writes the whole content, in the encoding of the file, into a draft's base file. Returns its content number; `null` when the browser
   * has no private file system.
   */
  writeBase(call: CallId, name: string): Promise<number | null> {
    const { session } = this;
    return session.runner.call(call, async (step) => {
      const { text, content, encoding } = await session.freeze();
      try {
        const pieces = encodedPieces(step, text, new Encoder(encoding));
        const isWritten = await writeDraftBase(name, afterCheck(session, pieces));
        return isWritten ? content : null;
      } finally {
        text.end();
      }
    });
  }
}

/** The rest of a text in pieces, with pauses for other calls in between. Each may be transferred. */
async function* encodedPieces(
  step: RunnerStep,
  text: FrozenText,
  encoder: Encoder,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let done = 0; !text.isAtEnd; done += PIECE_BYTES) {
    await step.breathe({ done, total: text.size });
    const piece = text.read(PIECE_BYTES);
    yield encoder.encode(piece, text.isAtEnd) as Uint8Array<ArrayBuffer>;
  }
}

/** Begins once the document's latest edit is checked: the user waits for that. */
async function* afterCheck<T>(session: Session, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  await session.settled;
  yield* pieces;
}
