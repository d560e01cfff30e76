// Lays the result of a query out.

import { CodedError, hasCode } from '../../../shared/errors.ts';
import type { WriteOptions } from '../../../shared/protocol/format-options.ts';
import { QUERY } from '../../../shared/texts/queries.ts';
import type { JsonDocument } from '../document/document.ts';
import { rewriteDocument } from '../layout/rewrite.ts';
import type { Work } from '../base/work.ts';

/**
 * A result in a layout; compact where the indentation alone would be too large, as of a value 100,000 levels deep.
 * @throws CodedError `too-large` for a result without room for its index; `internal` for one that is not valid
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
