import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../../src/ui/model/schema.ts';

describe('[SCH-1] a stored schema', () => {
  it.each([
    [{ type: 'none' }, { type: 'none' }],
    [
      { type: 'url', url: 'https://a.example/s.json' },
      { type: 'url', url: 'https://a.example/s.json' },
    ],
    [
      { type: 'document', compoundKey: 'local.1' },
      { type: 'document', compoundKey: 'local.1' },
    ],
    [
      { type: 'content', content: '{}' },
      { type: 'content', content: '{}' },
    ],
    [
      { type: 'panel', panelId: 'right' },
      { type: 'panel', panelId: 'right' },
    ],
    [{ type: 'NONE' }, { type: 'none' }],
    [
      { type: 'URL', url: 'https://a.example' },
      { type: 'url', url: 'https://a.example' },
    ],
    [
      { type: 'DOCUMENT', compoundKey: 'cloud.2' },
      { type: 'document', compoundKey: 'cloud.2' },
    ],
    [
      { type: 'TEXT', content: 'true' },
      { type: 'content', content: 'true' },
    ],
    [
      { type: 'TEXT', text: 'false' },
      { type: 'content', content: 'false' },
    ],
    [
      { type: 'PANEL', panelId: 'left' },
      { type: 'panel', panelId: 'left' },
    ],
    [{ type: 'URL' }, { type: 'none' }],
    [{ type: 'DOCUMENT', url: 'https://a.example' }, { type: 'none' }],
    [{ type: 'TEXT', content: 7 }, { type: 'none' }],
    [{ type: 'PANEL' }, { type: 'none' }],
    [{ type: 'constructor' }, { type: 'none' }],
    [null, { type: 'none' }],
    [undefined, { type: 'none' }],
    ['url', { type: 'none' }],
  ])('%j is read as %j', (stored, schema) => {
    expect(readSchema(stored)).toEqual(schema);
  });
});
