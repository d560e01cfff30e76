// The meta-schemas of the five drafts: schemas refer to them, and a schema that is being edited is validated against them.

const FILES = import.meta.glob<string>('./metaschemas/*.json', { query: '?raw', import: 'default', eager: true });
const ID = /"(?:\$id|id)"\s*:\s*"([^"#]*)#?"/;

/** Their texts by URI, without a fragment. */
export const METASCHEMAS: ReadonlyMap<string, string> = new Map(
  Object.values(FILES).map((text) => [ID.exec(text)?.[1] ?? '', text]),
);
