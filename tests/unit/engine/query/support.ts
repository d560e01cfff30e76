// Shared by the tests of queries: inputs from texts, and results as text.

import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Path } from '../../../../src/shared/document/path.ts';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import { asRevision } from '../../../../src/shared/units.ts';
import { QueryInput } from '../../../../src/engine/query/input.ts';
import { writeOutput, type Trust } from '../../../../src/engine/query/output.ts';
import { takeSnapshot } from '../../../../src/engine/document/snapshot.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { makeDocument } from '../support/documents.ts';

/** The query input for a text, or for the value at a path in it. */
export function inputOf(text: string, path: Path = [], dialect: Dialect = 'json'): QueryInput {
  return QueryInput.of(takeSnapshot(makeDocument(text, 1 << 20, dialect), asRevision(1)), path);
}

/** Decodes bytes, keeping a byte order mark. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The text of a result. */
export function output(input: QueryInput, value: unknown, trust: Trust): string | null {
  const pieces = finish(writeOutput(input, value, trust));
  return pieces === null ? null : decode(joinBytes(pieces));
}

/** A JSON text without the white space between its tokens. */
export function compact(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/gs, (_, literal?: string) => literal ?? '');
}
