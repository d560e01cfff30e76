// The files that are opened: by the installed page when the system is asked to, and of a folder by `diptych open`. Each also with `.gz`.

/** Endings of names, by media type. */
export const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'application/json': [
    '.json',
    '.jsonc',
    '.json5',
    '.ndjson',
    '.jsonl',
    '.ldjson',
    '.geojson',
    '.topojson',
    '.jsonld',
    '.webmanifest',
    '.code-workspace',
    '.ipynb',
    '.har',
  ],
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv', '.tab'],
  'text/plain': ['.log'],
};

/** Names of files that grow at their end. */
export const LOG_NAME = /\.(?:log|out|err|txt|ndjson|jsonl|trace)$/i;
