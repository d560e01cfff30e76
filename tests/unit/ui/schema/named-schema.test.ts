// File names in the pinned SchemaStore catalogue, and built-in meta-schemas.

import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../../src/ui/model/schema.ts';
import { findByName, isBuiltIn, matches } from '../../../../src/ui/schema/named-schema.ts';

describe('[SCH-1] schemas that nobody chose', () => {
  it('are found by the name of a file, where exactly one fits', async () => {
    expect((await findByName('package.json'))?.url).toMatch(/^https:\/\/\S+package/);
    expect((await findByName('tsconfig.build.json'))?.name).toContain('ts');
    expect(await findByName('Inline document')).toBeNull();
    expect(await findByName('data.json')).toBeNull();
  });

  it('match patterns by the whole name, signs of expressions taken as they are', () => {
    expect(matches('tsconfig.*.json', 'tsconfig.build.json')).toBe(true);
    expect(matches('tsconfig.*.json', 'xtsconfig.build.json')).toBe(false);
    expect(matches('a+b?.json', 'a+bc.json')).toBe(true);
    expect(matches('a.json', 'abjson')).toBe(false);
  });

  it('are built in for the five drafts alone', () => {
    expect(isBuiltIn('http://json-schema.org/draft-07/schema#')).toBe(true);
    expect(isBuiltIn('https://json-schema.org/draft/2020-12/schema')).toBe(true);
    expect(isBuiltIn('https://json-schema.org/draft/2020-12/schema/evil')).toBe(false);
    expect(isBuiltIn('https://evil.example/json-schema.org/draft-07/schema')).toBe(false);
  });

  it('are none where a document says so', () => {
    expect(readSchema({ type: 'NONE' })).toEqual({ type: 'none' });
    expect(readSchema({ type: 'none', ignoresDocument: true })).toEqual({ type: 'none', ignoresDocument: true });
  });
});
