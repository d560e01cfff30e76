// jq: its own tests. The outputs of a program are one document here: an array of them, unless there is exactly one.

import { describe, expect, it } from 'vitest';
import { checkAll, runText } from './queries.ts';
import { hasSuite, suiteFiles } from './suites.ts';

interface Case {
  readonly name: string;
  readonly program: string;
  readonly input: string;
  readonly outputs: readonly string[];
  /** The expected error message of a program that must not compile. */
  readonly message: string | null;
}

const MODULES = 'the module files are not kept';
const NOT_JSON = 'the input is not JSON';
const THEN_FAILS = 'fails after its outputs, which the suite passes over: the query as a whole fails';
const DEEP = 'the stack of JavaScript ends at about 4,800 levels';
/** Programs that make values of about 10,000 levels. */
const DEEP_PROGRAMS = [
  'reduce range(9999) as $_ ([];[.]) | tojson | fromjson | flatten',
  'reduce range(10000) as $_ ([];[.]) | tojson | try (fromjson) catch . | (contains("<skipped: too deep>") | not) and contains("Exceeds depth limit for parsing")',
  'reduce range(10001) as $_ ([];[.]) | tojson | contains("<skipped: too deep>")',
  'try (reduce range(10001) as $_ ([]; [.]) as $x | $x | contains($x)) catch .',
  'reduce range(10000) as $_ ({}; {a: .}) as $x | $x * $x | length',
  'try (reduce range(10001) as $_ ({}; {a: .}) as $x | $x * $x) catch .',
  'try ((reduce range(10001) as $_ ([]; [.])) as $x | (reduce range(10001) as $_ ([]; [.])) as $y | $x == $y) catch .',
  'try ((reduce range(10001) as $_ ([]; [.])) as $x | [$x, $x] | sort) catch .',
  'try ((reduce range(10001) as $_ ([]; [.])) as $x | [$x, $x] | unique) catch .',
  'try ((reduce range(10001) as $_ ({}; {a: .})) as $x | [$x, $x] | sort) catch .',
  'try ((reduce range(10001) as $_ ({}; {a: .})) as $x | [$x, $x] | unique) catch .',
];
const KNOWN_FAILURES = new Map<string, string>([
  ['jq.test: .[] | . as {a:$a} ?// {a:$a} ?// {a:$a} | $a', THEN_FAILS],
  ['jq.test: .[] as {a:$a} ?// {a:$a} ?// {a:$a} | $a', THEN_FAILS],
  ['jq.test: [[3],[4],[5],6][] | . as {a:$a} ?// {a:$a} ?// {a:$a} | $a', THEN_FAILS],
  ['jq.test: [[3],[4],[5],6] | .[] as {a:$a} ?// {a:$a} ?// {a:$a} | $a', THEN_FAILS],
  [
    'jq.test: .[]|(try . catch (if .=="ho" then "BROKEN"|error else empty end)) | if .=="ho" then error else "\\(.) there!" end',
    THEN_FAILS,
  ],
  ['jq.test: .[] = 1', NOT_JSON],
  ['jq.test: tojson | fromjson', NOT_JSON],
  ['jq.test: map(try implode catch .)', NOT_JSON],
  ['jq.test: import "a" as foo; import "b" as bar; def fooa: foo::a; [fooa, bar::a, bar::b, foo::a]', MODULES],
  ['jq.test: import "c" as foo; [foo::a, foo::c]', MODULES],
  ['jq.test: include "c"; [a, c]', MODULES],
  [
    'jq.test: import "data" as $e; import "data" as $d; [$d[].this,$e[].that,$d::d[].this,$e::e[].that]|join(";")',
    MODULES,
  ],
  ['jq.test: import "data" as $a; import "data" as $b; def f: {$a, $b}; f', MODULES],
  ['jq.test: include "shadow1"; e', MODULES],
  ['jq.test: include "shadow1"; include "shadow2"; e', MODULES],
  ['jq.test: import "shadow1" as f; import "shadow2" as f; import "shadow1" as e; [e::e, f::e]', MODULES],
  ['jq.test: modulemeta', MODULES],
  ['jq.test: modulemeta | .deps | length', MODULES],
  ['jq.test: modulemeta | .defs | length', MODULES],
  ['jq.test: import "test_bind_order" as check; check::check', MODULES],
  ['man.test: $ENV.PAGER', 'there is no environment'],
  ['man.test: env.PAGER', 'there is no environment'],
  ...DEEP_PROGRAMS.map((program) => [`jq.test: ${program}`, DEEP] as const),
]);

/** Parses blocks that are separated by blank lines. A `%%FAIL` block contains the program, then the message. */
function read(file: string, text: string): Case[] {
  const lines = text.replace(/\r\n/g, '\n').split('\n');
  const cases: Case[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.startsWith('#')) continue;
    const block: string[] = [];
    while (at < lines.length && (lines[at] ?? '').trim() !== '') {
      block.push(lines[at] ?? '');
      at += 1;
    }
    const isFailure = (block[0] ?? '').startsWith('%%FAIL');
    const own = isFailure ? block.slice(1) : block.filter((one, index) => index < 2 || !one.startsWith('#'));
    const [program = '', ...rest] = own;
    const name = `${file}: ${program}`;
    if (isFailure) cases.push({ name, program, input: 'null', outputs: [], message: rest.join('\n') });
    else cases.push({ name, program, input: rest[0] ?? 'null', outputs: rest.slice(1), message: null });
  }
  return cases;
}

/** Parses JSON for a comparison like that of jq's own tests: 0 and -0 are equal. */
function plain(json: string): unknown {
  return JSON.parse(JSON.stringify(JSON.parse(json)));
}

describe.runIf(hasSuite('jq'))('[TRF-2] jq', () => {
  it('passes its own tests', async () => {
    const cases = [...suiteFiles('jq')]
      .filter(({ name }) => name.endsWith('.test'))
      .flatMap(({ name, bytes }) => read(name, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)));
    const check = async ({ program, input, outputs, message }: Case): Promise<void> => {
      const running = runText('jq', input, program);
      if (message !== null) {
        await expect(running).rejects.toMatchObject({ code: 'syntax' });
        return;
      }
      const expected = outputs.length === 1 ? outputs[0] : `[${outputs.join(',')}]`;
      expect(plain((await running).text)).toEqual(plain(expected ?? ''));
    };
    expect(await checkAll(cases, ({ name }) => name, check, KNOWN_FAILURES)).toEqual([]);
    expect(cases.length).toBe(879);
  });
});
