// Which characters are invisible.

import { describe, expect, it } from 'vitest';
import { invisibleIn } from '../../../src/ui/model/invisible-characters.ts';

describe('characters that nobody sees', () => {
  it('are those without width, and those that turn directions', () => {
    const text = 'a\u202eb\u2066c\u2069\u200bd\ufeff\u00ad\u{e0041}';
    expect(
      invisibleIn(text).map(({ name, index, length }) => [name, text.slice(index, index + length).length]),
    ).toEqual([
      ['U+202E', 1],
      ['U+2066', 1],
      ['U+2069', 1],
      ['U+200B', 1],
      ['U+FEFF', 1],
      ['U+00AD', 1],
      ['U+E0041', 2],
    ]);
    expect(invisibleIn('pay\u200dpal').map(({ name }) => name)).toEqual(['U+200D']);
  });

  it.each(['plain', 'é\n\t ', '👨\u200d👩\u200d👧', '🏳\ufe0f\u200d🌈', 'نامه\u200cای', 'שלום', 'क्\u200dष'])(
    'are not in %j',
    (text) => {
      expect(invisibleIn(text)).toEqual([]);
    },
  );
});
