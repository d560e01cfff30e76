// Makes src/ui/schema/catalogue.json of the catalogue of SchemaStore (https://github.com/SchemaStore/schemastore, file
// src/api/json/catalog.json, Apache-2.0): node scripts/schema-catalogue.mjs catalog.json <commit>
// Kept are names, addresses and the file names of JSON that need no folder: a panel knows no more of a file than its name.

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
