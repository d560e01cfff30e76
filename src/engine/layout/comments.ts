// The comments of an item that moves to another place.

import { hasComments } from '../../shared/document/dialect.ts';
import type { ItemComments } from '../../shared/protocol/edit-intent.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { gapAfter, gapBefore } from './comment-owner.ts';
import type { Layout } from './container-layout.ts';
import type { Places } from '../tape/places.ts';
import { readKey, skipTrivia, type Comment } from '../tape/trivia.ts';

export type Comments = ItemComments;

/** Which comments move with an item: its own; also those of its container before it; or those on both sides. */
export type CommentExtent = 'own' | 'before' | 'all';

export function commentsOf(places: Places, container: number, item: number, extent: CommentExtent = 'own'): Comments {
  const [before, after] = [gapBefore(places, container, item), gapAfter(places, container, item)];
  const isLast = places.tape.next(item) === places.tape.closing(container);
  const spell = (comments: readonly Comment[]): string[] =>
    comments.map(({ start, end }) => decodeUtf8(places.text.slice(start, end)));
  return {
    before: spell(extent !== 'own' ? [...before.own, ...before.lead] : before.lead),
    inside: places.kind(container) === 'object' ? spell(insideOf(places, item)) : [],
    behind: spell(extent === 'all' && isLast ? [...after.trail, ...after.own] : after.trail),
  };
}

/** The comments of a member between its key and its value. */
export function insideOf(places: Places, member: number): Comment[] {
  const { key, colon } = readKey(places, member);
  const found: Comment[] = [];
  for (const at of [key.end, colon + 1]) skipTrivia(places.text, at, (comment) => found.push(comment));
  return found;
}

export const NO_COMMENTS: Comments = { before: [], inside: [], behind: [] };

/** All comments around an item; none if the dialect has no comments. */
export function commentsAround(places: Places, container: number, item: number): Comments {
  return hasComments(places.tape.dialect) ? commentsOf(places, container, item, 'all') : NO_COMMENTS;
}

/** Adapts comments to a layout: if the items share a line, line comments become block comments where possible. */
export function fitComments(comments: Comments, { indent }: Pick<Layout, 'indent'>): Comments {
  if (indent !== null) return comments;
  const flat = (list: readonly string[]): string[] =>
    list.map((comment) => (comment.includes('*/') ? comment : flatComment(comment)));
  return { before: flat(comments.before), inside: flat(comments.inside), behind: flat(comments.behind) };
}

/** A comment as written where there are no lines. */
export function flatComment(comment: string): string {
  if (!isLineComment(comment)) return comment;
  return comment.includes('*/') ? `${comment}\n` : `/*${comment.slice(2).trimEnd()} */`;
}

/** Whether a comment ends with its line. */
export function isLineComment(comment: string): boolean {
  return comment.startsWith('//');
}

/**
 * The comments before an item, each on its own line if the layout has lines. Includes those between its key and value, because
 * the key is rewritten.
 */
export function formatCommentsBefore(
  { before, inside }: Comments,
  layout: Pick<Layout, 'indent'>,
  eol: string,
): Uint8Array[] {
  return [...before, ...inside].map((comment) => {
    const breaks = layout.indent !== null || isLineComment(comment);
    return encodeUtf8(comment + (breaks ? eol + (layout.indent ?? '') : ' '));
  });
}

/**
 * The comments after an item, with a line end where `next`, the text that follows, would otherwise become part of a comment.
 */
export function formatCommentsBehind({ behind }: Comments, next: string, eol: string): Uint8Array[] {
  return behind.map((comment, index) => {
    const follows = index + 1 < behind.length ? ' ' : next;
    return encodeUtf8(` ${comment}${isLineComment(comment) && !/^[ \t]*[\r\n]/.test(follows) ? eol : ''}`);
  });
}
