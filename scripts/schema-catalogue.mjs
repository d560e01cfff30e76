// Generates src/ui/schema/catalogue.json from the catalogue of SchemaStore (https://github.com/SchemaStore/schemastore, file
// src/api/json/catalog.json, Apache-2.0). It keeps names, addresses and the JSON file patterns without a folder, because a
// panel has only the name of a file.
//   node scripts/schema-catalogue.mjs catalog.json <commit>

import { readFileSync, writeFileSync } from 'node:fs';

const [, , path = 'catalog.json', commit = ''] = process.argv;
const { schemas } = JSON.parse(readFileSync(path, 'utf8'));
const OTHER = /\.(?:ya?ml|toml|lock|md|xml|ini|cfg)$/i;

const entries = schemas.flatMap(({ name, url, fileMatch = [] }) => {
  const patterns = fileMatch
    .map((pattern) => pattern.replace(/^(?:\*\*\/|\/)+/, ''))
    .filter(
      (pattern) =>
        !pattern.includes('/') && !OTHER.test(pattern) && !/^\*(?:\.\w+)?$/.test(pattern.replace(/json[c5]?$/, '')),
    );
  return patterns.length === 0 || !url.startsWith('https://') ? [] : [[name, url, [...new Set(patterns)]]];
});
const lines = entries.map((entry) => JSON.stringify(entry)).join(',\n');
const source = `SchemaStore/schemastore@${commit}, src/api/json/catalog.json, Apache-2.0`;
writeFileSync(
  new URL('../src/ui/schema/catalogue.json', import.meta.url),
  `{"source":${JSON.stringify(source)},"schemas":[\n${lines}\n]}\n`,
);
console.log(`${entries.length} of ${schemas.length} schemas`);
