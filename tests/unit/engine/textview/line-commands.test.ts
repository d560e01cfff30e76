// Line commands on bytes, compared with simple string functions and with rules for the bytes that they leave alone.
// tests/browser/text/line-commands.test.ts compares them with Monaco.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndentStyle, LineCommand, LineRequest } from '../../../../src/shared/protocol/line-command.ts';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import type { Span } from '../../../../src/shared/protocol/selection.ts';
import { planLines } from '../../../../src/engine/lines/line-commands.ts';
import type { LinesPlan } from '../../../../src/engine/lines/lines-plan.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { encode, makeDocument, textOf } from '../support/documents.ts';
import { runs } from '../../../runs.ts';

const TWO: IndentStyle = { insertSpaces: true, size: 2, tabSize: 4 };
const TABS: IndentStyle = { insertSpaces: false, size: 4, tabSize: 4 };
const COMMANDS: readonly LineCommand[] = [
  'indent',
  'outdent',
  'reindent',
  'toggle-comment',
  'add-comment',
  'remove-comment',
  'move-up',
  'move-down',
  'copy-up',
  'copy-down',
  'duplicate',
  'delete',
  'sort-ascending',
  'sort-descending',
  'reverse',
  'unique',
  'join',
  'trim',
];

interface Run {
  readonly document: JsonDocument;
  readonly plan: LinesPlan;
  readonly text: string;
  /** The text with its selection between `‹` and `›`; a caret is `|`. */
  readonly marked: string;
  undo(): string;
}

/** Runs a command on a text in which `‹` and `›` are the anchor and the caret, or `|` is both. */
function run(marked: string, command: LineCommand, more: Partial<LineRequest> = {}): Run {
  const anchor = encode(marked.replace(/[›|]/, '').split('‹')[0] ?? '').length;
  const active = encode(marked.replace('‹', '').split(/[›|]/)[0] ?? '').length;
  const span: Span = { anchor: marked.includes('‹') ? anchor : active, active };
  return runOn(encode(marked.replaceAll(/[‹›|]/g, '')), command, [span], more);
}

function runOn(bytes: Uint8Array, command: LineCommand, spans: Span[], more: Partial<LineRequest> = {}): Run {
  const document = makeDocument(bytes);
  const plan = finish(planLines(document, { command, spans, indent: TWO, lineEnd: '\n', ...more }));
  const back = document.apply(plan.splices);
  document.lines.check();
  const text = textOf(document);
  const [first] = plan.spans;
  const made = encode(text);
  const mark = (parts: readonly (readonly [number, string])[]): string => {
    let marked = '';
    let at = 0;
    for (const [offset, sign] of parts.toSorted((a, b) => a[0] - b[0])) {
      marked += new TextDecoder().decode(made.subarray(at, offset)) + sign;
      at = offset;
    }
    return marked + new TextDecoder().decode(made.subarray(at));
  };
  const marked =
    first === undefined
      ? text
      : first.anchor === first.active
        ? mark([[first.active, '|']])
        : mark([
            [first.anchor, '‹'],
            [first.active, '›'],
          ]);
  return {
    document,
    plan,
    text,
    marked,
    undo: () => {
      document.apply(back);
      return textOf(document);
    },
  };
}

const LINE_END = /\r\n|\r|\n/;

/** Runs a command on the whole text. */
function runAll(text: string, command: LineCommand, isForward: boolean): Run {
  const bytes = encode(text);
  const span = isForward ? { anchor: 0, active: bytes.length } : { anchor: bytes.length, active: 0 };
  return runOn(bytes, command, [span]);
}

/** Joins lines, with a space between non-empty ones. */
function joined(lines: readonly string[]): string {
  let [all = ''] = lines;
  for (const one of lines.slice(1)) {
    const text = one.replace(/^[ \t]+/, '');
    if (text === '') continue;
    all = all === '' ? text : `${all.replace(/[ \t]+$/, '')} ${text}`;
  }
  return all;
}

describe('[TXT-1] commands on lines', () => {
  it.each<readonly [LineCommand, string, string]>([
    ['indent', '{\n‹"a": 1,\n\n   "b"›: 2\n}', '{\n‹  "a": 1,\n\n    "b"›: 2\n}'],
    ['indent', '{\n‹"a",\n›"b"\n}', '{\n‹  "a",\n›"b"\n}'],
    ['outdent', '‹{\n   "a"›: 1,\n "b"\n}', '‹{\n  "a"›: 1,\n "b"\n}'],
    ['outdent', '    ‹a\n  b›', '  ‹a\nb›'],
    ['reindent', '{\n"a"|: [\n1\n\n]\n}', '{\n  "a"|: [\n    1\n\n  ]\n}'],
    ['reindent', '{\n      "a": [\n‹1,\n2›\n3', '{\n      "a": [\n‹        1,\n        2›\n3'],
    [
      'reindent',
      '‹[{\n"}": 1, // {\n/* [\n   [ */\n"b": 2 }, {\n}]›',
      '‹[{\n  "}": 1, // {\n  /* [\n   [ */\n  "b": 2 }, {\n}]›',
    ],
    ['reindent', '‹[\n[1,\n"[\n2]\n] ]\n  } 3›', '‹[\n  [1,\n    "[\n    2]\n] ]\n} 3›'],
    ['move-down', '1\n‹2\n3›\n4\n5', '1\n4\n‹2\n3›\n5'],
    ['move-down', '1\n‹2›\n3', '1\n3\n‹2›'],
    ['move-up', '1\n2\n›3\n4‹', '1\n›3\n4‹\n2'],
    ['move-up', '‹1\n2›', '‹1\n2›'],
    ['copy-down', '1\n‹2\n3›\n4', '1\n2\n3\n‹2\n3›\n4'],
    ['copy-up', '1\n‹2\n›3', '1\n‹2\n›2\n3'],
    ['duplicate', 'a‹b\nc›d', 'ab\nc‹b\nc›d'],
    ['duplicate', 'ab|', 'ab\nab|'],
    ['delete', '1\n‹2\n3›3\n4', '1\n4|'],
    ['delete', '1\n2\n3|', '1\n2|'],
    ['delete', 'abcdef\nx|y', 'a|bcdef'],
    ['delete', '‹1\n2›', '|'],
    ['sort-ascending', '‹b\nA\na\n›0', '‹a\nA\nb\n›0'],
    ['sort-descending', 'b|\na\nc', '‹c\nb\na›'],
    ['toggle-comment', '‹  a\n\n    b›', '‹  // a\n\n  //   b›'],
    ['toggle-comment', '‹// a\n  //b\n›c', '‹a\n  b\n›c'],
    ['add-comment', '‹// a\n›b', '// ‹// a\n›b'],
    ['remove-comment', '‹// a\n  b›', '‹a\n  b›'],
    ['reverse', '0\n‹a\nbc\n›d', '0\n‹bc\na\n›d'],
    ['reverse', '0\na›a\nb‹b\n', '0\n›bb\naa‹\n'],
    ['reverse', 'a|b\nc\nd\n', 'd\nc\na|b\n'],
    ['reverse', '‹a\nb\na›', '‹a\nb\na›'],
    ['unique', 'a\n‹b\na\nb\nb\n c›\na', 'a\n‹b\na\n c›\na'],
    ['unique', '{}\na\n{}\na|\n', '{}\na|\n'],
    ['join', 'a|b\n    c\nd', 'a|b c\nd'],
    ['join', '0\n‹[  \n\n  1,\n\t2›\n  ]', '0\n‹[ 1, 2›\n  ]'],
    ['join', '‹\n\n  a›\nb', '‹a›\nb'],
    ['join', 'a\nb|', 'a\nb|'],
    ['join', 'a‹\n\n›b', 'a‹ ›b'],
    ['trim', 'a \t\n  \n|b ', 'a\n\n|b'],
  ])('%s of %j', (command, before, after) => {
    const { marked, undo } = run(before, command);
    expect(marked).toBe(after);
    expect(undo()).toBe(before.replaceAll(/[‹›|]/g, ''));
  });

  it('reindents to where formatting puts it, whatever stood there, and changes nothing else', () => {
    const values = fc.jsonValue({ maxDepth: 5 });
    fc.assert(
      fc.property(
        values,
        fc.infiniteStream(fc.stringMatching(/^[ \t]{0,5}$/)),
        fc.constantFrom('\n', '\r\n', '\r'),
        (value, blanks, lineEnd) => {
          const formatted = JSON.stringify(value, null, 2);
          const lines = formatted.split('\n').map((line) => (blanks.next().value ?? '') + line.trimStart());
          const made = runAll(lines.join(lineEnd), 'reindent', true);
          expect(made.text).toBe(formatted.replaceAll('\n', lineEnd));
          expect(runAll(made.text, 'reindent', true).plan.splices).toEqual([]);
          expect(made.undo()).toBe(lines.join(lineEnd));
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('reindents a string that goes on in the next line in JSON5 alone', () => {
    const text = `[\n'[\\\n[',\n1]`;
    const plan = (dialect: Dialect): string => {
      const document = makeDocument(text, undefined, dialect);
      const spans = [{ anchor: 0, active: text.length }];
      document.apply(finish(planLines(document, { command: 'reindent', spans, indent: TWO, lineEnd: '\n' })).splices);
      return textOf(document);
    };
    expect(plan('json5')).toBe(`[\n  '[\\\n[',\n  1]`);
    expect(plan('json')).toBe(`[\n  '[\\\n    [',\n      1]`);
  });

  it('writes tabs where the text is indented by tabs', () => {
    expect(run('‹[\n[\n1\n   ]›', 'reindent', { indent: TABS }).text).toBe('[\n\t[\n\t\t1\n\t]');
    expect(run('‹a\n\tb\n  c›', 'indent', { indent: TABS }).text).toBe('\ta\n\t\tb\n\tc');
    expect(run('‹a\n\t\tb\n      c›', 'outdent', { indent: TABS }).text).toBe('a\n\tb\n\tc');
  });

  it('keeps every line end, and none melts into another', () => {
    expect(run('a\r\n‹b\rc›\n', 'indent').text).toBe('a\r\n  b\r  c\n');
    expect(run('‹x\r\ny›\rz', 'move-down').text).toBe('z\rx\r\ny');
    // The blanks between a lone CR and an LF keep the two line ends apart, so they stay.
    expect(run('‹a\r  \nb›', 'outdent').text).toBe('a\r  \nb');
    expect(run('a\r|x\r\n\n', 'delete').text.split(/\r\n?|\n/)).toEqual(['a', '', '']);
    expect(run('‹b\r\na›', 'sort-ascending').text).toBe('a\r\nb');
    expect(run('a\rb\n|', 'move-up').text.split(/\r\n?|\n/)).toEqual(['a', '', 'b']);
    expect(run('a\r‹\rb\r\rb\n›c', 'unique').text.split(LINE_END)).toEqual(['a', '', 'b', 'c']);
    expect(run('a\r‹\r\r›\nb', 'join').text.split(LINE_END)).toEqual(['a', '', 'b']);
    expect(run('a\r‹\r\r›', 'unique').text.split(LINE_END)).toEqual(['a', '', '']);
    expect(run('‹\r \n›\n', 'sort-descending').text.split(/\r\n?|\n/)).toEqual([' ', '', '', '']);
  });

  it('leaves a byte order mark and broken bytes as they are', () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0xff, 10, 0xc3, 0x28, 10);
    const { document } = runOn(bytes, 'indent', [{ anchor: 0, active: bytes.length }]);
    expect([...document.memory.text()]).toEqual([0xef, 0xbb, 0xbf, 32, 32, 0xff, 10, 32, 32, 0xc3, 0x28, 10]);
  });

  it.each(COMMANDS)('leaves a byte order mark where it is: %s', (command) => {
    const mark = [0xef, 0xbb, 0xbf];
    for (const at of [0, 3, 4, 5, 6]) {
      const { document } = runOn(Uint8Array.of(...mark, 49, 10, 50), command, [{ anchor: at, active: at }]);
      const bytes = [...document.memory.text()];
      expect(bytes.slice(0, 3)).toEqual(mark);
      expect(bytes.slice(3)).not.toContain(0xbf);
    }
  });

  it('indents a million lines by few splices, and outdents them again', () => {
    const text = '{"a": 1},\n'.repeat(1_000_000);
    const { plan, document } = run(`‹${text}›`, 'indent');
    expect(plan.splices.length).toBeLessThan(2000);
    expect(document.size).toBe(text.length + 2_000_000);
    const back = finish(planLines(document, { command: 'outdent', spans: plan.spans, indent: TWO, lineEnd: '\n' }));
    document.apply(back.splices);
    expect(textOf(document) === text).toBe(true);
  });

  const line = fc.stringMatching(/^[ \t]{0,4}[a-cé😀"{}[\]/ ]{0,6}$/u);
  const texts = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { minLength: 1, maxLength: 9 });

  it.each<readonly [LineCommand, (lines: readonly string[]) => string[]]>([
    ['reverse', (lines) => lines.toReversed()],
    ['unique', (lines) => [...new Set(lines)]],
    ['join', (lines) => [joined(lines)]],
  ])('%s is what it is to an array of lines', (command, model) => {
    fc.assert(
      fc.property(texts, line, fc.boolean(), (ended, rest, isForward) => {
        // The final `z`: an empty last line would not be selected.
        const text = `${ended.map(([content, end]) => content + end).join('')}${rest}z`;
        const [before, after] = [text.split(LINE_END), runAll(text, command, isForward).text.split(LINE_END)];
        expect(after).toEqual(model(before));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('finds the same line again among many', () => {
    const lines = Array.from({ length: 300_000 }, (_, index) => `{"id": ${index % 100_000}}`);
    const { document } = run(lines.join('\n'), 'unique');
    expect(textOf(document) === lines.slice(0, 100_000).join('\n')).toBe(true);
  });

  it('leaves lines whole, keeps what it does not select, and is undone by its inverse', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), fc.constantFrom(...COMMANDS), (lines, a, b, command) => {
        const text = lines.map(([content, end]) => content + end).join('');
        const bytes = encode(text);
        // Between two characters, but not inside a line end.
        const place = (wanted: number): number => {
          let at = wanted % (text.length + 1);
          while (at > 0 && /^(?:[\udc00-\udfff]|\n(?<=\r\n))/.test(text.slice(at))) at -= 1;
          while (at > 0 && text[at] === '\n' && text[at - 1] === '\r') at -= 1;
          return encode(text.slice(0, at)).length;
        };
        const made = runOn(bytes, command, [{ anchor: place(a), active: place(b) }]);
        const split = (whole: string): string[] => whole.split(LINE_END);
        const strip = (list: readonly string[]): string[] => list.map((one) => one.replaceAll(/[ \t]|\/\//g, ''));
        const [before, after] = [split(text), split(made.text)];
        if (!/copy|duplicate|delete|unique|join/.test(command)) {
          expect(after).toHaveLength(before.length);
          expect(strip(after).toSorted()).toEqual(strip(before).toSorted());
        }
        for (const { anchor, active } of made.plan.spans)
          for (const end of [anchor, active]) expect(end >= 0 && end <= made.document.size).toBe(true);
        expect(made.undo()).toBe(text);
      }),
      { numRuns: runs(1000) },
    );
  });
});
