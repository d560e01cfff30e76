// Formats the result of a query.

import { CodedError, hasCode } from '../../shared/errors.ts';
import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { QUERY } from '../../shared/texts/queries.ts';
import type { JsonDocument } from '../document/document.ts';
import { rewriteDocument } from '../layout/rewrite.ts';
import type { Work } from '../base/work.ts';

/**
 * Formats a result; compact where the indentation alone would be too large, as for a value 100,000 levels deep.
 * @throws CodedError `too-large` for a result whose index does not fit into memory; `internal` for one that is not valid
 */
export function* layOutResult(made: JsonDocument, layout: WriteOptions): Work<JsonDocument> {
  if (!made.isLive) {
    if (made.error?.code === 'too-large') throw new CodedError('too-large', QUERY.resultTooLarge(made.size));
    throw new CodedError('internal', QUERY.notJson, made.error?.place ?? null);
  }
  try {
    return yield* rewriteDocument(made, layout);
  } catch (error) {
    if (!hasCode(error, 'too-large') || layout.style === 'compact') throw error;
    return yield* rewriteDocument(made, { ...layout, style: 'compact' });
  }
}
