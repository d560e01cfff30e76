// Which texts in the palette are paths, and how the value at one is shown.

import { describe, expect, it } from 'vitest';
import { pathLikeness, previewText } from '../../../../src/ui/commands/path-query.ts';

describe('a text in the palette', () => {
  it('[PAN-11] is a path by its first character, or by how it reads', () => {
    for (const text of ['$', '$.a', "$['a b'][3]", '/', '/a/b/3', '#/a', '.a.b', '[0]', ' $.a', '$.a[', '/a b'])
      expect([text, pathLikeness(text)]).toEqual([text, 'certain']);
    for (const text of ['a.b', 'a.b[3]', 'a["b c"]', 'data.json', 'items[12].name'])
      expect([text, pathLikeness(text)]).toEqual([text, 'likely']);
    for (const text of ['', ' ', 'undo', 'go to…', 'Theme: Dark', 'open data.json', 'a.', 'a[', 'v1.2.3', 'a..b', '12'])
      expect([text, pathLikeness(text)]).toEqual([text, 'none']);
  });

  it('[PAN-11] shows a value on one line, cut between characters', () => {
    expect(previewText('{\n  "a": [1,\t2]\n}', false)).toBe('{ "a": [1, 2] }');
    expect(previewText('"short"', true)).toBe('"short"…');
    expect(previewText('"caf\uFFFD', true)).toBe('"caf…');
    expect(previewText('"\uFFFD"', false)).toBe('"\uFFFD"');
    expect(previewText('x'.repeat(61), false)).toBe(`${'x'.repeat(60)}…`);
    expect(previewText(`${'x'.repeat(59)}😀`, false)).toBe(`${'x'.repeat(59)}…`);
  });
});
