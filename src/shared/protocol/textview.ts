// Requests of a text view and their replies: windows of the text, folds, sticky lines, suggestions and descriptions.

import type { Path } from '../document/path.ts';
import type { RowKind } from './rows.ts';
import type { Visit } from './search.ts';
import type { ByteOffset, ByteRange, Revision } from '../units.ts';

/** Requests a slice of the text around a byte, or around a line or byte counted without folded text. */
export interface TextRequest {
  readonly anchor: { readonly byte: ByteOffset } | { readonly line: number } | { readonly shown: number };
  /** Opens the folds that hide the anchor; those of a visit close with the next one. */
  readonly reveal?: boolean | Visit;
  /** Size of the slice on each side of the anchor's line; the first limit reached applies. */
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Text omitted from a slice: whole lines that belong before the index `at` of its bytes. */
export interface TextGap {
  readonly at: number;
  readonly bytes: number;
  readonly lines: number;
}

/** Size of the folded text of the document, and of the part before a slice. */
export interface FoldSums {
  /** @see DocumentState.foldsVersion */
  readonly version: number;
  readonly bytes: number;
  readonly lines: number;
  readonly allBytes: number;
  readonly allLines: number;
}

/** An exact slice of the document's bytes without folded lines. Starts and ends at line starts, unless a line is overlong. */
export interface TextWindow {
  readonly revision: Revision;
  readonly range: ByteRange;
  /** Transferred. */
  readonly bytes: Uint8Array;
  /** In text order. */
  readonly gaps: readonly TextGap[];
  readonly folds: FoldSums;
  /** The line that contains `range.start`, and the distance from that line's start in UTF-16 units. */
  readonly firstLine: number;
  readonly firstColumn: number;
  /** The indentation of that line, if the slice begins inside the line; at most 4 KB. */
  readonly firstIndent: string;
  /** Whether the slice starts inside a string, and the number of containers open there. */
  readonly startsInString: boolean;
  readonly startsAtDepth: number;
  /** The opening lines of the containers around the slice's start, from the innermost outwards; the first few. */
  readonly outer: readonly OuterLine[];
  /** The anchor as a byte offset. */
  readonly anchor: ByteOffset;
  /** Size of the whole document. */
  readonly size: number;
  readonly lineCount: number;
  /** A line in the slice is truncated or longer than 20 KB, and has to be wrapped. */
  readonly overlong: boolean;
}

/**
 * Folds or unfolds containers at carets: the container that opens on a caret's line, or the enclosing one. `toggle` depends on
 * the first caret.
 */
export type FoldRequest =
  | {
      readonly type: 'fold' | 'unfold' | 'toggle' | 'fold-recursively' | 'unfold-recursively';
      readonly offsets: readonly ByteOffset[];
    }
  | { readonly type: 'fold-all' | 'unfold-all' }
  /** Containers of this depth; the root's depth is 1. */
  | { readonly type: 'fold-level'; readonly level: number };

/** A foldable container that opens in a part of the text. */
export interface FoldMark {
  /** Offset of its opening bracket. */
  readonly offset: ByteOffset;
  readonly kind: 'object' | 'array';
  readonly count: number;
}

/** The indentation of a line that opens a container. */
export interface OuterLine {
  readonly kind: 'object' | 'array';
  readonly indent: string;
}

/** The opening line of an enclosing container. */
export interface AncestorLine {
  /** From 0. */
  readonly line: number;
  readonly offset: ByteOffset;
  /** Number of containers open at the start of the line. */
  readonly depth: number;
  /** The line's text, truncated if long. */
  readonly text: string;
}

/** Suggested keys or values at a place in the text, most frequent first. */
export interface Suggestions {
  readonly at: 'key' | 'value';
  /** Bytes replaced by a suggestion; empty if there is nothing yet. */
  readonly range: ByteRange;
  /** Text to insert after a suggestion: the colon, if a key has none. */
  readonly behind: string;
  readonly items: readonly Suggestion[];
}

/** One suggested key or value. */
export interface Suggestion {
  /** The text to insert. */
  readonly spelling: string;
  /** Its meaning: the characters of a key or string. */
  readonly label: string;
  readonly kind: 'key' | RowKind;
  /** Number of occurrences. */
  readonly count: number;
}

/** A key or value in the text. */
export interface Description {
  readonly path: Path;
  readonly kind: RowKind;
  /** Range of the key, the scalar or the bracket. */
  readonly range: ByteRange;
  /** Number of items or members of a container. */
  readonly count: number | null;
  /** A scalar in its spelling, possibly truncated. */
  readonly text: string;
  readonly isCut: boolean;
  /** Size of the value, in bytes. */
  readonly size: number;
  /** Length of a string's content in UTF-16 units; `null` if it is too long to count. */
  readonly characters: number | null;
}
