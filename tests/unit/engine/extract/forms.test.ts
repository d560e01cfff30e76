// The forms that values have in texts, and what looks like one and is none. Guesses begin with a question mark.

import { expect, it } from 'vitest';
import { findsIn } from '../support/finds.ts';

const ESC = '\u001b';

it.each<[text: string, finds: readonly string[]]>([
  ['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.SflKxw', ['{"alg":"HS256"}', '{"sub":"1"}']],
  ["d=defaultdict(<class 'list'>, {'x': [1]}) Counter({'a': 3})", ['{"x":[1]}', '{"a":3}']],
  ["OrderedDict([('a', 1), ('b', [True, None])])", ['{"a":1,"b":[true,null]}']],
  ['[]string{"a", "b"} map[string]interface {}{"a":[]int{1}}', ['["a","b"]', '{"a":[1]}']],
  ['[]int{1, 2, 3}', ['?[1,2,3]']],
  ['s=[{Name:Ann Age:3} {Name:Bob Age:4}]', ['?[{"Name":"Ann","Age":3},{"Name":"Bob","Age":4}]']],
  [
    '{Name:Ann Lee At:2026-03-01 08:15:02 URL:https://x/y}',
    ['?{"Name":"Ann Lee","At":"2026-03-01 08:15:02","URL":"https://x/y"}'],
  ],
  ['User[id=1, roles=[A, B]] and [Foo(a=1), Foo(a=2)]', ['?{"id":1,"roles":["A","B"]}', '?[{"a":1},{"a":2}]']],
  ['Foo { A = 1, B = x y, C = { D = 2 } }', ['?{"A":1,"B":"x y","C":{"D":2}}']],
  [
    'Config { name: "x", dur: 1.5s, e: Err("x"), s: {1, 2}, u: () }',
    ['{"name":"x","dur":"1.5s","e":{"Err":"x"},"s":[1,2],"u":[]}'],
  ],
  [
    "{ code: 'E', at: 2026-03-01T08:15:02.003Z, res: [Object] }",
    ['{"code":"E","at":"2026-03-01T08:15:02.003Z","res":"[Object]"}'],
  ],
  ["array('a' => 1, 'b' => array(1, 2)) ['c' => ['x']]", ['{"a":1,"b":[1,2]}', '{"c":["x"]}']],
  ['q=%257B%2522a%2522%253A1%257D&z={%22a%22:[1,2,3]}', ['{"a":1}', '{"a":[1,2,3]}']],
  [`echo '{"msg":"it'\\''s"}'`, [`{"msg":"it's"}`]],
  [`${ESC}[36mweb |${ESC}[0m {\n${ESC}[36mweb |${ESC}[0m "a":1\n${ESC}[36mweb |${ESC}[0m }`, ['{\n"a":1\n}']],
  [`${ESC}[32m'x'${ESC}[39m { a: ${ESC}[33m1${ESC}[39m, b: ${ESC}[32m'two'${ESC}[39m }`, ['{"a":1,"b":"two"}']],
  [' 9 | {\n10 |   "a": [\n11 |      1, 2, 3\n12 |   ]\n13 | }', ['{\n  "a": [\n     1, 2, 3\n  ]\n}']],
  ['t stdout P {"a":"x\nt stderr F oops\nt stdout F y"}', ['{"a":"xy"}']],
  ['{"a": [1, 2} then {"ok":true}', ['{"ok":true}']],
  ['{"a": 1,\n  "b": [1, 2,\n2026-03-01 next {"c":2}', ['{"c":2}']],
  ['"{\\"a\\":{\\"b\\":1},\\"c\\":[{\\"d\\"" tail {"ok":1}', ['{"ok":1}']],
  ['fn({ a, b }); fn({ a: 1, b: x }); fn({ ...rest, a: 1 }); x = {}; if (a) { b(); }', []],
  ['up{job="a"} 1 sum(x{job="api",code=~"5.."}[5m]) {app="x"} |= "e"', []],
  ['enum Color { Red = 1, Green = 2 } new { Id = 7, Name = "x" }', []],
  ['body { margin: 0 } a { color: red } {"a"} {"a", "b"} {\'x\'} {1, 2}', []],
  ['a[0] b["x"] c[\'y\'] d[1, 2, 3] [1] [2] [[]] {} ${a=1} @{x} [`code`](link)', []],
  ['return Foo(a=b) and raise Bar(c=d)', []],
])('[NEW-3] finds what is in %j', (text, expected) => {
  expect(findsIn(text).map(({ json, isGuess }) => (isGuess ? '?' : '') + json)).toEqual(expected);
});
