import { expect, it } from 'vitest';
import { schemaNameOf } from '../../../../src/ui/schema/infer-schema.ts';

it.each([
  ['orders.json', 'orders.schema.json'],
  ['orders.2024.jsonc', 'orders.2024.schema.json'],
  ['events.ndjson.gz', 'events.schema.json'],
  ['orders.schema.json', 'orders.schema.json'],
  ['New document', 'New document.schema.json'],
])('[SCH-1] the schema that is inferred from %s is called %s', (document, expected) => {
  expect(schemaNameOf(document)).toBe(expected);
});
