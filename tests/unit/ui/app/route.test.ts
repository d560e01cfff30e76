// The hash of the URL, and the rules of the splitter.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenBy, movedByKey, restored, shownShare } from '../../../../src/ui/model/splitter-rules.ts';
import { nameOfUrl } from '../../../../src/ui/documents/incoming/incoming.ts';
import { formatRoute, parseCompoundKey, parseRoute } from '../../../../src/ui/link/route.ts';

describe('the hash', () => {
  it('[RTE-1] comes back from its own spelling', () => {
    const value = fc.option(fc.string({ unit: 'grapheme', minLength: 1 }));
    fc.assert(
      fc.property(value, value, value, (section, left, right) => {
        const route = { section, left, right };
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
    );
  });

  it('[RTE-1] names documents with and without a section', () => {
    expect(parseRoute('#left=url.https%3A%2F%2Fa.org%2Fx.json')).toEqual({
      section: null,
      left: 'url.https://a.org/x.json',
      right: null,
    });
    expect(parseRoute('#/help?left=local.abc&right=json.%5B1%5D')).toEqual({
      section: 'help',
      left: 'local.abc',
      right: 'json.[1]',
    });
  });

  it('[RTE-1] takes addresses that nobody encoded', () => {
    expect(parseRoute('#left=url.https://a.org/x?a=1&b=2&right=json.{"a":1+1}')).toEqual({
      section: null,
      left: 'url.https://a.org/x?a=1&b=2',
      right: 'json.{"a":1+1}',
    });
    expect(parseRoute('#left=json.100%').left).toBe('json.100%');
    // A repeated name is part of the value before it.
    expect(parseRoute('#left=json.1&left=json.2')).toEqual({ section: null, left: 'json.1&left=json.2', right: null });
  });

  it('[RTE-1] writes half a surrogate pair as what stands for it', () => {
    expect(formatRoute({ section: null, left: 'json."\ud83d"', right: null })).toBe('#left=json.%22%EF%BF%BD%22');
  });

  it('[RTE-1] splits a compound key at its first dot', () => {
    expect(parseCompoundKey('url.https://a.b.c/d.json')).toEqual({ source: 'url', id: 'https://a.b.c/d.json' });
    expect(() => parseCompoundKey('ftp.x')).toThrow(
      'unknown document source "ftp". Known sources: "local", "cloud", "url", or "json".',
    );
    expect(() => parseCompoundKey('local.')).toThrow('no document id');
  });

  it('names a document after its address', () => {
    expect(nameOfUrl('https://a.org/data/my%20file.json?x=1')).toBe('my file.json');
    expect(nameOfUrl('https://a.org/')).toBe('a.org');
  });
});

describe('the splitter', () => {
  it('[PAN-2] hides a panel beyond its threshold, and a click brings it back small', () => {
    expect(hiddenBy(0.5)).toBeNull();
    expect([hiddenBy(0.149), shownShare(0.149), restored(0.149)]).toEqual(['left', 0, 0.2]);
    expect([hiddenBy(0.851), shownShare(0.851), restored(0.851)]).toEqual(['right', 1, 0.8]);
    expect(restored(0.4)).toBe(0.4);
  });

  it('[PAN-2] is moved by the keyboard, to both ends and back', () => {
    expect(movedByKey('ArrowRight', 0.5)).toBeCloseTo(0.52);
    expect(movedByKey('Home', 0.5)).toBe(0);
    expect(movedByKey('ArrowRight', 0)).toBe(0.2);
    expect(movedByKey('Enter', 1)).toBe(0.8);
    expect(movedByKey('a', 0.5)).toBeNull();
  });
});
