// The kinds of values for counts and display: true and false are both of kind boolean.

import { CodedError } from '../../shared/errors.ts';
import type { JsonDocument } from '../document/document.ts';
import { kindOf } from '../tape/tape.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';

export const VALUE_KINDS = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
export type SuggestedKind = (typeof VALUE_KINDS)[number];
export type KindCounts = Record<SuggestedKind, number>;

/** The kind of the value that starts with this byte. */
export function valueKind(firstByte: number): SuggestedKind {
  const kind = kindOf(firstByte);
  return kind === 'true' || kind === 'false' ? 'boolean' : kind;
}

/** Returns counts that are all 0. */
export function noCounts(): KindCounts {
  return { object: 0, array: 0, string: 0, number: 0, boolean: 0, null: 0 };
}

/** @throws CodedError `invalid-document` if the tape is not that of the text */
export function refuseStale(document: JsonDocument): void {
  if (document.isLive) return;
  throw new CodedError('invalid-document', NOT_VALID.toMeasure, document.error?.place ?? null);
}
