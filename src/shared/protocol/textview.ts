// What a text view asks of its document, and what it is told: windows of the text, folds, the lines that stay on
// top, what may be written at a place and what stands there.

import type { Path } from '../document/path.ts';
import type { Kind } from './rows.ts';
import type { ByteOffset, ByteRange, Revision } from '../units.ts';

/** Asks for a slice of the text around a byte, or a line or byte counted without what is folded. */
export interface TextRequest {
  readonly anchor: { readonly byte: ByteOffset } | { readonly line: number } | { readonly shown: number };
  /** Opens the folds that hide the anchor. */
  readonly reveal?: boolean;
  /** How much to give on either side of the anchor's line; whichever limit is reached first counts. */
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** What is left out of a slice: bytes before the index `at` of its bytes, which are so many whole lines. */
export interface TextGap {
  readonly at: number;
  readonly bytes: number;
  readonly lines: number;
}

/** What is folded in the document, and how much of it before a slice. */
export interface FoldSums {
  /** @see DocumentState.foldsVersion */
  readonly version: number;
  readonly bytes: number;
  readonly lines: number;
  readonly allBytes: number;
  readonly allLines: number;
}

/** An exact slice of the document's bytes, but for folded lines. Starts and ends at line starts, unless a line is overlong. */
export interface TextWindow {
  readonly revision: Revision;
  readonly range: ByteRange;
  /** Transferred. */
  readonly bytes: Uint8Array;
  /** In order. */
  readonly gaps: readonly TextGap[];
  readonly folds: FoldSums;
  /** The line that `range.start` is in, and its distance from that line's start in UTF-16 units. */
  readonly firstLine: number;
  readonly firstColumn: number;
  /** The white space that this line begins with, where the slice begins further in; at most 4 KB of it. */
  readonly firstIndent: string;
  /** Whether the slice starts inside a string, and how many containers are open there. */
  readonly startsInString: boolean;
  readonly startsAtDepth: number;
  /** The lines that open the containers around the slice's start, from the innermost outwards; the first few. */
  readonly outer: readonly OuterLine[];
  /** The anchor, as a byte. */
  readonly anchor: ByteOffset;
  /** Of the whole document. */
  readonly size: number;
  readonly lineCount: number;
  /** A line in the slice was cut or is longer than 20 KB: show it wrapped. */
  readonly overlong: boolean;
}

/**
 * What is folded or unfolded in the text, by carets: what opens on a caret's line, or else is around it.
 * `toggle` goes by the first caret.
 */
export type FoldRequest =
  | {
      readonly type: 'fold' | 'unfold' | 'toggle' | 'fold-recursively' | 'unfold-recursively';
      readonly offsets: readonly ByteOffset[];
    }
  | { readonly type: 'fold-all' | 'unfold-all' }
  /** Containers of this depth, the root's being 1. */
  | { readonly type: 'fold-level'; readonly level: number };

/** A container that opens in a part of the text and can be folded. */
export interface FoldMark {
  /** Of its opening bracket. */
  readonly offset: ByteOffset;
  readonly kind: 'object' | 'array';
  readonly count: number;
}

/** How a line is indented that opens a container. */
export interface OuterLine {
  readonly kind: 'object' | 'array';
  readonly indent: string;
}

/** A line that opens a container around a place. */
export interface AncestorLine {
  /** From 0. */
  readonly line: number;
  readonly offset: ByteOffset;
  /** How many containers are open where the line starts. */
  readonly depth: number;
  /** The line's text, cut when it is long. */
  readonly text: string;
}

/** Keys or values that may be written at a place in the text, the most frequent first. */
export interface Suggestions {
  readonly at: 'key' | 'value';
  /** What one of them takes the place of; empty where nothing stands there yet. */
  readonly range: ByteRange;
  /** To be written behind it: the colon, where a key has none. */
  readonly behind: string;
  readonly items: readonly Suggestion[];
}

/** One key or value. */
export interface Suggestion {
  /** As it is to be written. */
  readonly spelling: string;
  /** What it stands for: of a key or string the characters. */
  readonly label: string;
  readonly kind: 'key' | Kind;
  /** How often it was seen. */
  readonly count: number;
}

/** A key or value in the text. */
export interface Description {
  readonly path: Path;
  readonly kind: Kind;
  /** Of the key, the scalar or the bracket that was asked for. */
  readonly range: ByteRange;
  /** Items or keys of a container. */
  readonly count: number | null;
  /** A scalar as it is spelt, or its beginning. */
  readonly text: string;
  readonly isCut: boolean;
  /** Of the value, in bytes. */
  readonly size: number;
  /** What a string stands for, in UTF-16 units; `null` where that is too long to count. */
  readonly characters: number | null;
}
