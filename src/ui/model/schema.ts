// The source of a document's schema. @see requirements SCH-1

export type Schema =
  /** None was chosen: the document's `$schema` is used, unless it is ignored. */
  | { readonly type: 'none'; readonly ignoresDocument?: boolean }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'document'; readonly compoundKey: string }
  | { readonly type: 'content'; readonly content: string }
  /** The document in the other panel, by the panel's name. */
  | { readonly type: 'panel'; readonly panelId: string };

export const NO_SCHEMA: Schema = { type: 'none' };

/** The types, including those of the first version, and the field that each requires. */
const TYPES = [
  ['url', 'url', 'url'],
  ['document', 'document', 'compoundKey'],
  ['content', 'content', 'content'],
  ['text', 'content', 'content'],
  ['text', 'content', 'text'],
  ['panel', 'panel', 'panelId'],
] as const;

/** Parses a stored schema. Types of the first version are converted; invalid or incomplete ones become `none`. */
export function readSchema(value: unknown): Schema {
  const stored = new Map(Object.entries(value ?? {}));
  const named = String(stored.get('type')).toLowerCase();
  if (named === 'none' && stored.get('ignoresDocument') === true) return { type: 'none', ignoresDocument: true };
  for (const [name, type, field] of TYPES) {
    const found: unknown = stored.get(field);
    if (name === named && typeof found === 'string') {
      return { type, [name === 'text' ? 'content' : field]: found } as unknown as Schema;
    }
  }
  return NO_SCHEMA;
}
