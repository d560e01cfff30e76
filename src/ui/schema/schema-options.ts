// The settings for reading schemas.

import type { SchemaOrder } from '../../shared/protocol/schema.ts';
import type { Preferences } from '../settings/preferences.ts';

const DRAFTS = { '2020-12': 2020, '2019-09': 2019, '7': 7, '6': 6, '4': 4 } as const;

/** Returns the default draft of schemas that name none, and whether `format` is asserted. */
export function readOptions({
  schemaDraft,
  schemaFormats,
}: Pick<Preferences, 'schemaDraft' | 'schemaFormats'>): Pick<SchemaOrder, 'draft' | 'assertsFormats'> {
  return { draft: DRAFTS[schemaDraft], assertsFormats: schemaFormats === 'assert' };
}
