// The languages that a document may be written in. `jsonc` is JSON with comments and trailing commas; `ndjson` is one JSON
// value per line, and all of them form one array.

export const DIALECTS = ['json', 'jsonc', 'json5', 'ndjson'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Display names. */
export const DIALECT_LABELS: Readonly<Record<Dialect, string>> = {
  json: 'JSON',
  jsonc: 'JSON with comments',
  json5: 'JSON5',
  ndjson: 'NDJSON',
};

/** Media type and file name extensions; new files get the first extension. */
export const DIALECT_FILES: Readonly<Record<Dialect, { readonly type: string; readonly extensions: string[] }>> = {
  json: { type: 'application/json', extensions: ['.json'] },
  jsonc: { type: 'application/json', extensions: ['.jsonc', '.json'] },
  json5: { type: 'application/json5', extensions: ['.json5'] },
  ndjson: { type: 'application/x-ndjson', extensions: ['.ndjson', '.jsonl'] },
};

const BY_EXTENSION = new Map<string, Dialect>([
  ['jsonc', 'jsonc'],
  ['code-workspace', 'jsonc'],
  ['json5', 'json5'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['ldjson', 'ndjson'],
]);

/** Files named `.json` that contain comments by convention. */
const WITH_COMMENTS = /^(?:tsconfig|jsconfig)(?:\..+)?\.json$|^\.(?:eslintrc|babelrc|swcrc|jshintrc)(?:\.json)?$/;

const BY_TYPE = new Map<string, Dialect>([
  ['application/json5', 'json5'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/jsonl', 'ndjson'],
  ['application/x-jsonlines', 'ndjson'],
]);

/** Returns the dialect that a file's name implies, or else its media type; `json` where neither implies one. */
export function dialectOf(fileName: string, mediaType = ''): Dialect {
  const name = fileName.toLowerCase().replace(/\.gz$/, '');
  if (WITH_COMMENTS.test(name)) return 'jsonc';
  return (
    BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1)) ??
    BY_TYPE.get(mediaType.toLowerCase().replace(/\s*;.*$/s, '')) ??
    'json'
  );
}

/** Validates a stored or received value; `undefined` if it is not a dialect. */
export function toDialect(value: unknown): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect === value);
}

/** Each of these accepts every text of those before it. */
const WIDENING: readonly Dialect[] = ['json', 'jsonc', 'json5'];

/** Whether every text in `dialect` is also one in `reader`, with the same meaning. */
export function acceptsDialect(reader: Dialect, dialect: Dialect): boolean {
  return reader === dialect || (dialect !== 'ndjson' && WIDENING.indexOf(reader) >= WIDENING.indexOf(dialect));
}

/**
 * Returns a file name under which a text in `dialect` opens in that dialect: the name itself if its extension fits or is
 * unknown, otherwise with the dialect's own extension.
 */
export function fileNameIn(name: string, dialect: Dialect): string {
  const [, plain = name, gz = ''] = /^(.*?)(\.gz)?$/is.exec(name) ?? [];
  const [, stem = plain, ending = ''] = /^(.+)(\.[a-z0-9-]{1,14})$/is.exec(plain) ?? [];
  const isOurs = ending === '' || ending.toLowerCase() === '.json' || BY_EXTENSION.has(ending.slice(1).toLowerCase());
  if (!isOurs || (ending !== '' && acceptsDialect(dialectOf(plain), dialect))) return name;
  return `${stem}${DIALECT_FILES[dialect].extensions[0]}${gz}`;
}

/** Returns the dialect of a document's values: records of NDJSON are JSON. */
export function valueDialect(dialect: Dialect): Exclude<Dialect, 'ndjson'> {
  return dialect === 'ndjson' ? 'json' : dialect;
}

/** Whether a dialect allows comments, so that more than white space and a comma may be between two values. */
export function hasComments(dialect: Dialect): boolean {
  return dialect === 'jsonc' || dialect === 'json5';
}
