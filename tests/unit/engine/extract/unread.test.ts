// Values of other languages that JSON has no form for: the record around them is read, with each of its other members.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { findsIn } from '../support/finds.ts';

const ESC = '\u001b';

describe('[NEW-3] values without a form in JSON', () => {
  it.each<[text: string, kind: string, json: string]>([
    // NumPy, whose arrays are calls.
    ['array([1, 2, 3])', 'python', '[1,2,3]'],
    ["{'a': array([[1., 2.],\n       [3., 4.]]), 'b': 1}", 'python', '{"a":[[1,2],[3,4]],"b":1}'],
    ["{'a': array([1, 2], dtype=int64), 'b': 1}", 'python', '{"a":[1,2],"b":1}'],
    ['array([0.5, nan, -inf])', 'python', '[0.5,"nan","-inf"]'],
    ["array('a' => 1, 'b' => array(1, 2))", 'php', '{"a":1,"b":[1,2]}'],
    ["{'a': np.float64(1.5), 'b': np.True_}", 'python', '{"a":1.5,"b":true}'],
    ["{'a': np.int64(3), 'b': np.str_('x'), 'c': np.nan}", 'python', '{"a":3,"b":"x","c":"nan"}'],
    // Missing values, and those beyond numbers.
    ["{'a': NaT, 'b': 1}", 'python', '{"a":"NaT","b":1}'],
    ["{'a': <NA>, 'b': 1}", 'js', '{"a":"<NA>","b":1}'],
    ["{'a': -inf, 'b': inf, 'c': -nan}", 'js', '{"a":"-inf","b":"inf","c":"-nan"}'],
    [
      "{'a': Timestamp('2020-01-01 00:00:00'), 'b': pd.NA}",
      'python',
      `{"a":"Timestamp('2020-01-01 00:00:00')","b":"<NA>"}`,
    ],
    ["{'a': 1+2j, 'b': range(0, 3), 'c': None}", 'python', '{"a":"⟨1+2j⟩","b":"⟨range(0, 3)⟩","c":null}'],
    // Go.
    ['map[string]interface {}{"a":interface {}(nil), "b":1}', 'go', '{"a":null,"b":1}'],
    ['main.T{A:(*int)(nil), B:[]string(nil), C:error(nil), D:"x"}', 'go', '{"A":null,"B":null,"C":null,"D":"x"}'],
    [
      '&main.T{A:(func())(0x123), B:(chan int)(0xc0), C:"x"}',
      'go',
      '{"A":"⟨(func())(0x123)⟩","B":"⟨(chan int)(0xc0)⟩","C":"x"}',
    ],
    // Node.
    ["{\n  a: 'aaa ' +\n    'bbb' +\n    \"c\",\n  b: 1\n}", 'js', '{"a":"aaa bbbc","b":1}'],
    ['{ a: /re\\/[/]/gi, b: 1 }', 'js', '{"a":"/re\\\\/[/]/gi","b":1}'],
    ["{ a: [class X], b: [class X extends Y], c: 'x' }", 'js', '{"a":"[class X]","b":"[class X extends Y]","c":"x"}'],
    ["{ a: Symbol(x), [Symbol(k)]: 1, b: 'x' }", 'js', '{"a":"⟨Symbol(x)⟩","[Symbol(k)]":1,"b":"x"}'],
    [
      "{ p: Promise { <pending> }, r: <ref *1> { b: 1 }, c: 'x' }",
      'js',
      '{"p":"⟨Promise { <pending> }⟩","r":"⟨<ref *1> { b: 1 }⟩","c":"x"}',
    ],
    [
      "{ e: Error: boom\n    at x (y.js:1:2)\n    at z, b: 'x' }",
      'js',
      '{"e":"⟨Error: boom at x (y.js:1:2) at z⟩","b":"x"}',
    ],
    ["[ 'x', <2 empty items>, ... 97 more items ]", 'js', '["x","<2 empty items>","97 more items"]'],
    // .NET.
    ['Foo { A = System.String[], B = 1 }', 'csharp', '{"A":"System.String[]","B":1}'],
    ['{ A = System.Byte[], B = x }', 'csharp', '{"A":"System.Byte[]","B":"x"}'],
    [
      "{ a: System.Collections.Generic.List`1[System.String], b: 'x' }",
      'js',
      '{"a":"⟨System.Collections.Generic.List`1[System.String]⟩","b":"x"}',
    ],
    // Prints of objects.
    [
      "{'a': <Foo>, 'b': <__main__.Foo object at 0x7f01>}",
      'js',
      '{"a":"⟨<Foo>⟩","b":"<__main__.Foo object at 0x7f01>"}',
    ],
    ["{'a': Foo(1, 2), 'b': {...}, 'c': [...]}", 'js', '{"a":"⟨Foo(1, 2)⟩","b":"⟨{...}⟩","c":"⟨[...]⟩"}'],
    ['{:a=>#<Foo:0x000 @a=1, @b={:c=>2}>, :b=>nil}', 'ruby', '{"a":"⟨#<Foo:0x000 @a=1, @b={:c=>2}>⟩","b":null}'],
    ["{'a': 0 days 00:00:01, 'b': 10.0.0.1}", 'js', '{"a":"⟨0 days 00:00:01⟩","b":"⟨10.0.0.1⟩"}'],
  ])('%j is %s', (text, kind, json) => {
    expect(findsIn(text).map((found) => [found.kind, found.json])).toEqual([[kind, json]]);
  });

  it.each([
    // The time of a line, coloured.
    `${ESC}[90m[2019-04-22T13:50:31.123Z]${ESC}[39m hello`,
    `${ESC}[2m[2019-04-22 13:50:31]${ESC}[0m {x}`,
    `${ESC}[36m[2019-04-22]${ESC}[39m started`,
    `${ESC}[90m[2019-04-22T13:50:31Z] x`,
    // Calls in prose.
    'Please use Foo(a=1) for it.',
    'See Config(debug=True) in the docs',
    "Calling Foo(name='x').",
    'the User(id=1) method',
    'Call `Client(timeout=30)` first',
    '- several results become an array (N results), see array (where "x" is) or',
    't=Array(n-e+1),r=Array(e<0?0:e)',
    // Code, and JSON with a fault.
    "{'a': x, 'b': 1} {'a': user.id, 'b': 1} {'a': f(x), 'b': 1}",
    "{'a': 1 + x, 'b': 1} [y for y in 'abc'] {'a': [x, 1], 'b': 2}",
    "{ 'retry-after': String(seconds) } { 'a': Promise.resolve('x') }",
    '{() => void copy()} {[a, b] => a} { a: b + 1, c: 2 }',
    '{"a": tru, "b": 2}',
    '{"a": <x>, "b": 2}',
  ])('%j has no find', (text) => {
    expect(findsIn(text)).toEqual([]);
  });
});

describe('[NEW-3] records that Docker has cut', () => {
  const part = (log: string, stream = 'stdout', time = '1Z'): string => `${JSON.stringify({ log, stream, time })}\n`;
  const logsIn = (text: string): unknown[] =>
    findsIn(text).map(({ json }) => (JSON.parse(json) as { log: string }).log);

  it('are joined, as those of CRI are', () => {
    const record = JSON.stringify({ a: 'x'.repeat(40), b: 'é\\n"' });
    fc.assert(
      fc.property(fc.array(fc.nat(record.length), { maxLength: 5 }), fc.constantFrom('', '\r'), (cuts, end) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), record.length];
        const logs = places
          .slice(1)
          .map((to, index) => record.slice(places[index], to) + (index === cuts.length ? '\n' : ''));
        const text = [part('before\n'), ...logs.map((log) => part(log)), part('after\n')]
          .join('')
          .replaceAll('\n', `${end}\n`);
        expect(logsIn(text)).toEqual(['before\n', `${record}\n`, 'after\n']);
        expect(findsIn(text)[1]?.json).toContain('"stream":"stdout","time":"1Z"}');
      }),
      { numRuns: runs(500) },
    );
  });

  it.each<[what: string, text: string, logs: readonly string[]]>([
    ['of another stream', part('a') + part('b\n', 'stderr') + part('c\n'), ['a', 'b\n', 'c\n']],
    ['behind a line that is none', `${part('a')}x\n${part('b\n')}`, ['a', 'b\n']],
    ['at the end of the file', part('a') + part('b'), ['ab']],
    ['with a backslash and an n', part('a\\n') + part('b\n'), ['a\\nb\n']],
    ['of another program', '{"log":"a","x":1}\n{"log":"b","x":1}\n', ['a', 'b']],
  ])('but not those %s, where they do not go on', (_, text, logs) => {
    expect(logsIn(text)).toEqual(logs);
  });
});

/** A language: how it writes members with a value that has no form, and such values. */
interface Language {
  readonly record: (members: readonly string[]) => string;
  readonly member: (key: string, value: string) => string;
  readonly scalars: readonly (readonly [written: string, json: unknown])[];
  readonly unreadable: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    record: (members) => `{${members.join(', ')}}`,
    member: (key, value) => `'${key}': ${value}`,
    scalars: [
      ["'x, y}'", 'x, y}'],
      ['None', null],
      ['True', true],
      ['1.5', 1.5],
      ["[1, 'a']", [1, 'a']],
      ["{'k': 0}", { k: 0 }],
    ],
    unreadable: [
      '<Foo>',
      '<Foo (1, 2)>',
      '<__main__.A object at 0x7f>',
      'Foo(1, 2)',
      "Foo('a', {1: 2})",
      '1+2j',
      '...',
      '{...}',
      '[...]',
      'range(0, 3)',
      "dict_keys(['x'])",
      'NaT',
      '<NA>',
      '-inf',
      'array([1, ..., 9])',
      'tensor([1.])',
      '0 days 00:00:01',
      'slice(1, None, None)',
      'numpy.timedelta64(1, None)',
      'functools.partial(<function f at 0x1>, 1)',
      '12:30:45',
      '10%',
      'IPv4Address(1)',
    ],
  },
  node: {
    record: (members) => `{ ${members.join(', ')} }`,
    member: (key, value) => `${key}: ${value}`,
    scalars: [
      ["'x, y}'", 'x, y}'],
      ['null', null],
      ['true', true],
      ['1.5', 1.5],
      ["[ 1, 'a' ]", [1, 'a']],
      ['{ k: 0 }', { k: 0 }],
    ],
    unreadable: [
      '/a,b}/g',
      '[class A]',
      '[class A extends B]',
      'Symbol(a)',
      '[Function: f]',
      '[AsyncFunction: f]',
      'Promise { <pending> }',
      '<ref *1> { a: 1 }',
      '[Circular *1]',
      'WeakSet { <items unknown> }',
      '[Getter/Setter]',
      '<Buffer 01 02>',
      '[Error: no, never]',
      'Error: no\n    at f (a.js:1:2)\n    at g',
      'Proxy [ {}, {} ]',
      '<1 empty item>',
      'System.String[]',
      '[Module: null prototype] { a: 1 }',
    ],
  },
  ruby: {
    record: (members) => `{${members.join(', ')}}`,
    member: (key, value) => `:${key}=>${value}`,
    scalars: [
      ['"x, y}"', 'x, y}'],
      ['nil', null],
      ['true', true],
      ['1.5', 1.5],
      ['[1, "a"]', [1, 'a']],
      ['{:k=>0}', { k: 0 }],
    ],
    unreadable: [
      '#<Foo>',
      '#<Foo:0x01 @a=1, @b="}">',
      '#<Proc:0x01 a.rb:1>',
      '(1/3)',
      '1..3',
      '#<struct A b=1>',
      '#<Set: {1, 2}>',
    ],
  },
  go: {
    record: (members) => `main.T{${members.join(', ')}}`,
    member: (key, value) => `${key}:${value}`,
    scalars: [
      ['"x, y}"', 'x, y}'],
      ['interface {}(nil)', null],
      ['true', true],
      ['1.5', 1.5],
      ['[]int{1, 2, 3}', [1, 2, 3]],
    ],
    unreadable: ['(func())(0x123)', '(chan int)(0xc0)', '(*main.U)(0xc000)', '(func(int, string) error)(0x1)'],
  },
};

describe('[NEW-3] a value that can’t be read', () => {
  it.each(Object.entries(LANGUAGES))(
    'of %s never loses the other members',
    (_, { record, member, scalars, unreadable }) => {
      const others = fc.array(fc.constantFrom(...scalars), { minLength: 1, maxLength: 5 });
      const law = fc.property(
        others,
        fc.constantFrom(...unreadable),
        fc.nat(5),
        fc.boolean(),
        (values, bad, place, isNested) => {
          const at = place % (values.length + 1);
          const members = values.map(([written], index) => member(`k${index}`, written));
          members.splice(at, 0, member('bad', bad));
          const inner = record(members);
          const text = isNested ? record([member('in', inner), member('last', scalars[2]?.[0] ?? '')]) : inner;
          // Something tells the language apart from JSON, whatever the values are.
          const finds = findsIn(`10:00 got ${text} end`);
          expect(finds).toHaveLength(1);
          const all = JSON.parse(finds[0]?.json ?? 'null') as Record<string, unknown>;
          const found = (isNested ? all['in'] : all) as Record<string, unknown>;
          if (isNested) expect(all['last']).toEqual(scalars[2]?.[1]);
          expect(Object.keys(found)).toHaveLength(values.length + 1);
          for (const [index, [, json]] of values.entries()) expect(found[`k${index}`]).toEqual(json);
          const [word = ''] = /\w+|[^\w\s]+/.exec(bad) ?? [];
          expect(JSON.stringify(found['bad'])).toContain(JSON.stringify(word).slice(1, -1));
        },
      );
      fc.assert(law, { numRuns: runs(2000) });
    },
  );
});
