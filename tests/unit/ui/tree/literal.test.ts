// From the text of a field to JSON and back, and the effect of keys.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeKeys } from '../../../../src/ui/tree/commands/tree-keys.ts';
import { typedBy, type KeyPress } from '../../../../src/ui/model/key-press.ts';
import {
  editableOf,
  literalOf,
  literalOfEscaped,
  needsQuotes,
  onOneLine,
  readEscapes,
  toField,
} from '../../../../src/ui/model/literal.ts';

describe('a string without its quotes', () => {
  it.each([
    '',
    ' ',
    '5',
    ' 5 ',
    '-1.5e5',
    '0xff',
    '.5',
    'NaN',
    'true',
    'null',
    '[]',
    '{}',
    '[1,\n2]',
    '"a"',
    '{"a": 1}',
  ])('[TRE-1] needs them where it is %j', (text) => {
    expect(needsQuotes(text)).toBe(true);
  });

  it.each(['a', 'true story', '5 apples', '2026-01-02', '1.2.3', '[draft] text', '"a" and b', '"', '{', 'nullable'])(
    '[TRE-1] does not need them where it is %j',
    (text) => {
      expect(needsQuotes(text)).toBe(false);
    },
  );
});

describe('what a person types in the tree', () => {
  it('[TRE-2] leaves a string a string, whatever it looks like', () => {
    expect(literalOf('12', 'string')).toBe('"12"');
    expect(literalOf('null', 'string')).toBe('"null"');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => JSON.parse(literalOf(text, 'string')) === text));
  });

  it('[FMT-4] sends a number as it is typed, digit for digit', () => {
    for (const text of ['12345678901234567890', '1.0', '-0', '1E400', '0.1000']) {
      expect(literalOf(text, 'number')).toBe(text);
      expect(literalOf(` ${text} `, 'null')).toBe(text);
    }
  });

  it('[TRE-2] takes JSON as JSON where the value was no string, and all else as a string', () => {
    // Numbers in JSON5 spelling, in a JSON5 document.
    for (const text of ['0xFE', '.25', '-Infinity', '+3', '5.', '5.e3', 'NaN', '-0x1f', '+.5e-3']) {
      expect(literalOf(text, 'number', 'json5')).toBe(text);
      expect(literalOf(text, 'number')).toBe(JSON.stringify(text));
    }
    for (const text of ['01', '0x', '.', '5.5.5', '1e', '+-3', 'infinity'])
      expect(literalOf(text, 'number', 'json5')).toBe(JSON.stringify(text));
    expect(literalOf('true', 'number')).toBe('true');
    expect(literalOf('{"a": [1.50]}', 'null')).toBe('{"a": [1.50]}');
    expect(literalOf('"quoted"', 'null')).toBe('"quoted"');
    for (const text of ['01', '1.', '+1', 'NaN', 'True', '{a:1}', '[1,]', '', 'hello']) {
      expect(literalOf(text, 'number')).toBe(JSON.stringify(text));
    }
  });

  it('comes back from a field unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '\u0000') }), (text) => {
        const field = toField(editableOf(JSON.stringify(text), 'string'));
        expect(field?.fromField(field.value)).toBe(text);
      }),
    );
  });

  it('keeps the line ends that a field does not know, and refuses to mix them', () => {
    expect(toField('a\r\nb')?.value).toBe('a\nb');
    expect(toField('a\r\nb')?.fromField('a\nb\nc')).toBe('a\r\nb\r\nc');
    expect(toField('a\rb')?.fromField('a\nc')).toBe('a\rc');
    expect(toField('a\r\nb\nc')).toBeNull();
  });

  it('shows control characters on one line', () => {
    expect(onOneLine('a\nb\tc\u0000\u2028')).toBe('a↵b⇥c\\u0000\\u2028');
  });
});

describe('control characters as escapes', () => {
  const unit = fc.oneof(
    fc.constantFrom('\\', 'n', 'u', '0', '"', '/', '\n', '\r', '\t', '\b', '\u0007', '\u2028', '\ud83d'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );

  it('[FMT-1] are those of JSON, on one line, and a backslash is one too', () => {
    expect(onOneLine('a\nb\tc\u0007\u2028', 'escapes')).toBe(String.raw`a\nb\tc\u0007\u2028`);
    expect(onOneLine(String.raw`C:\new "x"`, 'escapes')).toBe(String.raw`C:\\new "x"`);
  });

  it('[FMT-1] [FMT-4] are read as what they were, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const shown = onOneLine(text, 'escapes');
        expect(shown).not.toMatch(/[\n\r\t\u2028]/);
        expect(readEscapes(shown)).toBe(text);
        expect(toField(shown)?.value).toBe(shown);
        expect(JSON.parse(literalOfEscaped(shown, 'string', true))).toBe(text);
      }),
    );
  });

  it('[FMT-1] are none where a backslash begins nothing, and a line break that is typed is one', () => {
    expect(readEscapes(String.raw`\d+ \u12 \x41 \N`)).toBe(String.raw`\d+ \u12 \x41 \N`);
    expect(readEscapes('a\n\\n\\\\n\\')).toBe('a\n\n\\n\\');
  });

  it('[FMT-1] [TRE-2] of JSON that is typed are its own', () => {
    expect(literalOfEscaped(String.raw`{"a": "x\ny"}`, 'null', false)).toBe(String.raw`{"a": "x\ny"}`);
    expect(literalOfEscaped(String.raw`"\t"`, 'null', false)).toBe(String.raw`"\t"`);
    expect(literalOfEscaped(String.raw`"\t"`, 'null', true)).toBe(String.raw`"\t"`);
    expect(literalOfEscaped(String.raw`a\tb`, 'null', false)).toBe(String.raw`"a\tb"`);
    expect(literalOfEscaped('1.50', 'null', false)).toBe('1.50');
    // A string that contains JSON is converted to that JSON.
    const inside = onOneLine(String.raw`{"a": "x\ny"}`, 'escapes');
    expect(literalOfEscaped(inside, 'null', true)).toBe(String.raw`{"a": "x\ny"}`);
  });
});

describe('keys in the tree', () => {
  const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
    key,
    code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...held,
  });
  const command = (key: string, held: Partial<KeyPress> = {}): string | undefined =>
    treeKeys.of(press(key, held))?.command;

  it('[TRE-3] undo and redo under all their shortcuts', () => {
    expect(command('z', { ctrlKey: true })).toBe('undo');
    expect(command('Z', { metaKey: true, shiftKey: true })).toBe('redo');
    expect(command('y', { ctrlKey: true })).toBe('redo');
  });

  it('[TRE-3] Shift takes the selection along, and only where the focus moves', () => {
    expect(treeKeys.of(press('ArrowDown', { shiftKey: true }))).toEqual({
      command: 'down',
      extend: true,
      native: false,
    });
    expect(treeKeys.of(press('End', { shiftKey: true, ctrlKey: true }))).toMatchObject({
      command: 'last',
      extend: true,
    });
    expect(treeKeys.of(press('Delete', { shiftKey: true }))).toBeNull();
  });

  it('[TRE-3] Alt and a letter are known by the key, whatever it writes', () => {
    expect(command('ß', { altKey: true, code: 'KeyS' })).toBe('sort');
    expect(command('*', { shiftKey: true, code: 'Digit8' })).toBe('expandSiblings');
    expect(command('*', { code: 'NumpadMultiply' })).toBe('expandSiblings');
  });

  it('[TRE-3] leaves keys alone that it does not know, and the clipboard to the browser', () => {
    for (const key of [press('a'), press('q', { ctrlKey: true }), press('Tab')]) expect(treeKeys.of(key)).toBeNull();
    expect(treeKeys.of(press('c', { ctrlKey: true }))).toMatchObject({ command: 'copy', native: true });
  });

  it('[TRE-3] a character is typed, with AltGr too, and a shortcut is not', () => {
    expect(typedBy(press('a'))).toBe('a');
    expect(typedBy(press('😀'))).toBe('😀');
    expect(typedBy(press('@', { ctrlKey: true, altKey: true }))).toBe('@');
    for (const key of [press('q', { ctrlKey: true }), press('Tab'), press(' '), press('x', { altKey: true })])
      expect(typedBy(key)).toBeNull();
  });
});
