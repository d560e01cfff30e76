// Which pasted texts are plainly tables.

import { describe, expect, it } from 'vitest';
import { isPlainlyTable } from '../../../../src/ui/incoming/open-pasted.ts';

describe('[TAB-4] a pasted text', () => {
  it.each(['a\tb\n1\t2', 'id,name\r\n1,Ann\r\n2,"x, y"\r\n', '"a";"b"\n1;2\n', `k|v\n${'x|y\n'.repeat(2000)}`])(
    'is a table: %j',
    (text) => expect(isPlainlyTable(text)).toBe(true),
  );

  it.each([
    '[1,2]\n[3,4]\n',
    '{"a":1,\n"b":2}',
    '{"a":1}\n{"a":2}\n',
    '"a": 1,\n"b": 2,\n',
    'a: 1,\nb: 2,\n',
    'a,b',
    'Well, yes\nNo\n',
    'plain\ntext\n',
    '',
    '"one"\n"two"\n',
  ])('is none: %j', (text) => expect(isPlainlyTable(text)).toBe(false));
});
