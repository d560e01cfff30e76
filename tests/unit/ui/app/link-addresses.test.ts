// [RTE-1] Reading the hash: a link written by the page, one copied from the address bar, and one typed by hand name the same
// document.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, parseSearch, type Route } from '../../../../src/ui/link/route.ts';

/** The value of `location.hash` after a text was entered in the address bar: browsers encode some of its characters. */
const throughAddressBar = (text: string): string => new URL(`http://localhost/${text}`).hash;
const left = (key: string | null): Route => ({ section: null, left: key, right: null });

/** Keys that must survive every way. */
const KEYS: readonly string[] = [
  'local.abcdef',
  'cloud.0123-ABC_x',
  'url.https://a.org/x.json',
  'url.http://localhost:8080/x.json',
  'url.https://a.org/x?a=1&b=2',
  'url.https://a.org/x?sig=a%2Fb%3D',
  'url.https://a.org/x?X-Amz-Signature=0a%2F1b%2Bc%3D%3D&X-Amz-Date=20260101T000000Z',
  'url.https://a.org/x?next=https%3A%2F%2Fb.org%2Fy%3Fz%3D1',
  'url.https://a.org/100%25.json',
  'url.https://a.org/a%20b.json',
  'url.https://a.org/a+b.json?q=c+d',
  'url.https://a.org/%C3%A9.json',
  'url.https://a.org/x#part',
  'url.https://user:pass@a.org/x',
  'url.data:application/json,%7B%22a%22%3A1%7D',
  'url.blob:https://a.org/6e-4f',
  'url./files/a%2Fb.json',
  'url.files/x.json',
  'url.x.json',
  'json.[1]',
  'json.{"a":1}',
  'json.{"d":"5% off"}',
  'json.{"d":"100%"}',
  'json.{"d":"5% off, not 100%25"}',
  'json.{"d":"%zz"}',
  'json.{"u":"https://a.org/x?s=a%2Fb"}',
  'json.{"a": "b c"}',
  'json.{"a":1+1}',
  'json.{"a&b":"c=d","right=":1}',
  'json.{"é":"😀"}',
  'json.{"é":"100 %"}',
  'json.{"a":"<b>`c`</b>"}',
  'json.{"a":"#1"}',
  'json.{"a":"\\n\\u0041\\""}',
  'json.null',
  'json."x.y"',
  'json.gz.H4sIAAAAAAAAA6tWSlSyMqwFANJ4-_',
  'json.json5.{a:1}',
  'ftp.1',
];

describe('[RTE-1] a key in the hash', () => {
  it.each(KEYS)('%s is read as it was written, typed, and copied', (key) => {
    const written = formatRoute(left(key));
    expect(parseRoute(written)).toEqual(left(key));
    expect(parseRoute(throughAddressBar(written))).toEqual(left(key));
    expect(parseRoute(throughAddressBar(`#left=${key}`))).toEqual(left(key));
    expect(parseRoute(throughAddressBar(`#/section?left=${key}`))).toEqual({ ...left(key), section: 'section' });
    expect(parseRoute(throughAddressBar(`#right=${key}&left=json.[0]`))).toEqual({ ...left('json.[0]'), right: key });
    // Changing the section writes the parsed route back.
    expect(parseRoute(formatRoute(parseRoute(throughAddressBar(`#left=${key}`))))).toEqual(left(key));
  });

  /** Links as other programs rewrite them. */
  const OTHERS: readonly [hash: string, left: string | null, right?: string][] = [
    ['#left=url.https:%2F%2Fa.org%2Fx%3Fs%3Da%252Fb', 'url.https://a.org/x?s=a%2Fb'],
    ['#left=url.https%3A//a.org/x', 'url.https://a.org/x'],
    ['#left=url.https%253A%252F%252Fa.org%252Fx', 'url.https://a.org/x'],
    ['#left=url.HTTPS%3a%2f%2fa.org%2fx', 'url.HTTPS://a.org/x'],
    ['#left=url%2Ehttps%3A%2F%2Fa.org%2Fx', 'url.https://a.org/x'],
    ['#left=url%2Ehttps%3A%2F%2Fa.org%2Fx%3Fs%3Da%252Fb', 'url.https://a.org/x?s=a%2Fb'],
    ['#left=url.https%3A%2F%2Fa.org%2F100%', 'url.https://a.org/100%'],
    ['#left=url.https%3A%2F%2Fa.org%2F%E9', 'url.https://a.org/%E9'],
    ['#left=url.https%3A%FF', 'url.https:%FF'],
    ['#left=url.my%20file.json', 'url.my file.json'],
    ['#left=url.https://a.org/x?left=1', 'url.https://a.org/x?left=1'],
    ['#left=url.https://a.org/x?a=1&left=2&b=3', 'url.https://a.org/x?a=1&left=2&b=3'],
    ['#left=url.https://a.org/x?a=1&right=2', 'url.https://a.org/x?a=1&right=2'],
    ['#left=url.https://a.org/x?a=1&right=json.[2]', 'url.https://a.org/x?a=1', 'json.[2]'],
    ['#left=json.%7B%22a%22:1%7D', 'json.{"a":1}'],
    ['#left=json.{"a":"x%26y"}', 'json.{"a":"x&y"}'],
    ['#left=json.%7B%22a%22%3A%22%E9%22%7D', 'json.{"a":"%E9"}'],
    ['#left=json.%7B%22d%22%3A%225%%20off%22%7D', 'json.{"d":"5% off"}'],
    ['#left=json.%7B%22a%22%3A1,"b":2%7D', 'json.{"a":1,"b":2}'],
    ['#left=json%2E%5B1%5D', 'json.[1]'],
    ['#left=json.%5B1%5D&right=local.abc', 'json.[1]', 'local.abc'],
    ['#left=&right=json.[1]', null, 'json.[1]'],
    ['#left=ftp.1&right=nothing', 'ftp.1', 'nothing'],
    ['#right=json.[1]', null, 'json.[1]'],
    ['#left=%', '%'],
    ['#', null],
    ['#left', null],
  ];
  it.each(OTHERS)('%s', (hash, key, right) => {
    const route = { section: null, left: key, right: right ?? null };
    expect(parseRoute(hash)).toEqual(route);
    expect(parseRoute(throughAddressBar(hash))).toEqual(route);
  });

  it('is any text that is no escape in itself', () => {
    const unit = fc.constantFrom('{', '"', 'x', 'z', ' ', '%', '% ', '&', '+', 'é', '😀', '/', ':', '#');
    const text = fc.string({ unit });
    fc.assert(
      fc.property(text, (json) => {
        const key = `json.{"a":"${json}%"}`;
        expect(parseRoute(throughAddressBar(`#left=${key}`)).left).toBe(key);
        expect(parseRoute(formatRoute(left(key))).left).toBe(key);
      }),
    );
  });

  it('that was stored with half a character stops nothing', () => {
    expect(parseRoute(formatRoute(left('json."\ud83d"'))).left).toBe('json."\ufffd"');
  });
});

describe('[RTE-4] an address of the old kind', () => {
  it.each([
    ['?url=https%3A%2F%2Fa.org%2Fx%3Fs%3Da%252Fb&x=1', 'https://a.org/x?s=a%2Fb'],
    ['?url=https://a.org/x?s=a%2Fb%3D', 'https://a.org/x?s=a%2Fb%3D'],
    ['?url=https://a.org/x?a=1&b=c+d', 'https://a.org/x?a=1&b=c+d'],
    ['?url=https:%2F%2Fa.org%2Fx', 'https://a.org/x'],
    ['?url=files/x.json', 'files/x.json'],
  ])('%s', (search, id) => expect(parseSearch(search)).toEqual({ source: 'url', id }));
});
