// Two texts in one memory, so that the passes can compare them:
//
//   | new text, with its tape, of a document ... | old text |        or        | old text | new text |

import type { JsonDocument } from '../document/document.ts';
import { DocumentMemory, TEXT_BASE } from '../base/memory.ts';

/** A text, and whether it may hold comments and strings in single quotes. */
export interface PairedText {
  readonly bytes: Uint8Array;
  readonly isRelaxed: boolean;
}

/** Two texts to compare. Void once the memory grows. */
export class TextPair {
  /** Views of the texts. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;

  private constructor(
    private readonly memory: DocumentMemory,
    private readonly beforeBase: number,
    beforeLength: number,
    private readonly afterBase: number,
    afterLength: number,
  ) {
    this.before = memory.bytes.subarray(beforeBase, beforeBase + beforeLength);
    this.after = memory.bytes.subarray(afterBase, afterBase + afterLength);
  }

  /** Copies both. @throws CodedError `too-large` */
  static of(module: WebAssembly.Module, before: Uint8Array, after: Uint8Array): TextPair {
    const memory = new DocumentMemory(module, before.length + after.length);
    memory.bytes.set(before, TEXT_BASE);
    memory.bytes.set(after, TEXT_BASE + before.length);
    return new TextPair(memory, TEXT_BASE, before.length, TEXT_BASE + before.length, after.length);
  }

  /** Copies the old text behind the tape of a document that has the new one. @throws CodedError `too-large` */
  static beside({ memory, tape }: JsonDocument, before: Uint8Array): TextPair {
    const base = Math.ceil((memory.tapeBase + tape.byteLength) / 16) * 16;
    memory.ensure(base + before.length);
    memory.bytes.set(before, base);
    return new TextPair(memory, base, before.length, TEXT_BASE, memory.size);
  }

  /** How many bytes are the same from `start` of the old text and `newStart` of the new one, of at most `most`. */
  sameFrom(start: number, newStart: number, most: number): number {
    return this.memory.passes.sameForward(this.beforeBase + start, this.afterBase + newStart, most) >>> 0;
  }

  /** The same before `end` and `newEnd`, exclusive. */
  sameUpTo(end: number, newEnd: number, most: number): number {
    return this.memory.passes.sameBackward(this.beforeBase + end, this.afterBase + newEnd, most) >>> 0;
  }
}

/** The tokens of two texts, without the white space between them. @throws CodedError `too-large` */
export function pairOfTokens(module: WebAssembly.Module, before: PairedText, after: PairedText): TextPair {
  const [one, other] = [before, after].map(({ bytes, isRelaxed }) => {
    const memory = new DocumentMemory(module, bytes.length);
    memory.bytes.set(bytes, TEXT_BASE);
    const end = memory.passes.withoutSpace(TEXT_BASE, TEXT_BASE + bytes.length, TEXT_BASE, isRelaxed) >>> 0;
    return memory.bytes.subarray(TEXT_BASE, end);
  }) as [Uint8Array, Uint8Array];
  return TextPair.of(module, one, other);
}
