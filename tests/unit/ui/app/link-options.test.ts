// Options in a link, besides its documents.

import { describe, expect, it } from 'vitest';
import { readParameters } from '../../../../src/embed/page/parameters.ts';
import { formatLinkOptions, readLinkOptions, splitOptions } from '../../../../src/ui/link/link-options.ts';
import { formatRoute, parseRoute } from '../../../../src/ui/link/route.ts';

const read = (text: string) => readLinkOptions(splitOptions(text));

describe('[RTE-1] the options of a link', () => {
  it('stand before the documents, to which everything behind them belongs', () => {
    expect(parseRoute('#mode=tree&compare&left=url.https://a.example/?mode=text&path=x')).toEqual({
      section: null,
      left: 'url.https://a.example/?mode=text&path=x',
      right: null,
      options: 'mode=tree&compare',
    });
    expect(parseRoute('#/help?path=%24.a&right=json.[1]&mode=tree')).toEqual({
      section: 'help',
      left: null,
      right: 'json.[1]&mode=tree',
      options: 'path=%24.a',
    });
    // Without options, the route has no `options` field.
    expect(parseRoute('#left=json.1')).toEqual({ section: null, left: 'json.1', right: null });
  });

  it('come back from their own spelling', () => {
    for (const options of ['mode=tree', 'mode=text,table&path=%2Fa%2F0&compare', '']) {
      const route = { section: null, left: 'json.[1]', right: null, ...(options && { options }) };
      expect(parseRoute(formatRoute(route))).toEqual(route);
    }
    const asked = {
      modes: { left: 'tree', right: 'text' },
      place: { side: 'right', path: ['a/b', '~', '', 'ü&=%'] },
      compare: true,
    } as const;
    expect(read(formatLinkOptions(asked))).toEqual(asked);
    expect(formatLinkOptions({ modes: {}, place: null, compare: null })).toBe('');
  });

  it('are left out where they say nothing that is known', () => {
    expect(read('mode=hex&path=%24..a&compare=maybe&__proto__=x')).toEqual({ modes: {}, place: null, compare: null });
    expect(read('mode=,tree&compare=0')).toEqual({ modes: { right: 'tree' }, place: null, compare: false });
    expect(read('mode=tree&mode=text').modes).toEqual({ left: 'tree', right: 'tree' });
    expect(read('path=$.a[0]').place).toEqual({ side: 'left', path: ['a', 0] });
    expect(read('path=right.%2Fa').place).toEqual({ side: 'right', path: ['a'] });
  });
});

describe('[EMB-1] the parameters of the embed page', () => {
  it('are those of any link and its own', () => {
    expect(
      readParameters(
        '#panels=2&readonly&theme=dark&color=red&tools=status,title&save&exit=0&secrets&language=en&right=json.1',
      ),
    ).toEqual({
      documents: { left: null, right: 'json.1' },
      place: null,
      options: {
        mode: {},
        panels: 2,
        readonly: true,
        theme: 'dark',
        color: 'red',
        tools: ['title', 'status'],
        saveButton: true,
        exitButton: false,
        checkSecrets: true,
        language: 'en',
      },
    });
  });

  it('never throw, and leave out what can’t be read', () => {
    expect(readParameters('#panels=3&readonly=perhaps&theme=blue&color=#&tools=menu&left=')).toEqual({
      documents: { left: null, right: null },
      place: null,
      options: { mode: {} },
    });
    for (const hash of ['', '#', '#%', '#&&&', '#left', '#/&?', '#tools=%00'])
      expect(() => readParameters(hash)).not.toThrow();
  });
});
