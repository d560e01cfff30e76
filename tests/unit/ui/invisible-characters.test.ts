// Which characters are invisible.

import { describe, expect, it } from 'vitest';
import { hiddenIn, invisibleIn } from '../../../src/ui/model/invisible-characters.ts';

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

  it('[TRE-1] are spaces at the ends of a text too, but not between its words or where it is cut', () => {
    const shown = (text: string, ends: 'both' | 'start' = 'both'): string =>
      hiddenIn(text, ends)
        .toReversed()
        .reduce((all, { index, length, name }) => all.slice(0, index) + name + all.slice(index + length), text);
    expect(shown('  two words ')).toBe('··two words·');
    expect(shown('  two words ', 'start')).toBe('··two words ');
    expect(shown('   ')).toBe('···');
    expect(shown('a ↵ ⇥')).toBe('a·↵·⇥');
    expect(shown('\u00a0a\u2003b\u200b ')).toBe('U+00A0a\u2003bU+200B·');
    expect(shown('👨\u200d')).toBe('👨U+200D');
    expect(hiddenIn(' a ', 'none')).toEqual([]);
    expect(hiddenIn('a b', 'both')).toEqual([]);
  });

  it.each(['plain', 'é\n\t ', '👨\u200d👩\u200d👧', '🏳\ufe0f\u200d🌈', 'نامه\u200cای', 'שלום', 'क्\u200dष'])(
    'are not in %j',
    (text) => {
      expect(invisibleIn(text)).toEqual([]);
    },
  );
});
