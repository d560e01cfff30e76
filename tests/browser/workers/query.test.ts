// Queries in a real browser, with jq fetched as a separate file.

import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../src/shared/bytes/bytes.ts';
import type { PlainLanguage } from '../../../src/shared/protocol/query.ts';
import { asRevision } from '../../../src/shared/units.ts';
import { JsonDocument } from '../../../src/engine/document/document.ts';
import { compileEngine } from '../../../src/engine/base/memory.ts';
import { QueryInput } from '../../../src/engine/query/input.ts';
import { takeSnapshot } from '../../../src/engine/document/snapshot.ts';
import { finish } from '../../../src/engine/base/work.ts';
import { runLanguage } from '../../../src/engine/languages/run.ts';

describe('[TRF-2] a query in the browser', () => {
  it.each<[PlainLanguage, string, string]>([
    ['jmespath', '[?a > `1`]', '[{"a":2.0}]'],
    ['jsonpath', '$[?@.a > 1]', '[{"a":2.0}]'],
    ['jsonquery', 'filter(.a > 1)', '[{"a":2.0}]'],
    ['jq', 'map(select(.a > 1))', '[{"a":2.0}]'],
  ])('in %s gives a result', async (language, text, expected) => {
    const bytes = new TextEncoder().encode('[{"a":1},{"a":2.0}]');
    const document = new JsonDocument(compileEngine(), bytes.length);
    document.append(bytes);
    document.complete();
    const input = QueryInput.of(takeSnapshot(document, asRevision(1)), []);
    const { pieces } = await runLanguage(input, language, text, (work) => Promise.resolve(finish(work)));
    expect(new TextDecoder().decode(joinBytes(pieces))).toBe(expected);
  });
});
