// The records of a log are those that a plain reading of each find by itself gives, one after the other.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { extractJson, readListed, scanFinds } from '../../../../src/engine/extract/extract.ts';
import { readLineFields, writeRecords } from '../../../../src/engine/extract/log-records.ts';
import { findsIn } from '../support/finds.ts';
import { randomLog } from '../support/random-logs.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function recordsOf(text: string): string[] {
  const lines = Buffer.concat(finish(writeRecords(encoder.encode(text)))).toString();
  return lines === '' ? [] : lines.slice(0, -1).split('\n');
}

/** What a person would write down of a find: its line, the text around it, and its members. */
function modelOf(text: string): unknown[] {
  const bytes = encoder.encode(text);
  let behind = 0;
  const finds = findsIn(bytes);
  return finds.map(({ start, end, line, json }, index) => {
    const lineStart = decoder.decode(bytes.subarray(behind, start));
    const before = lineStart.slice(lineStart.lastIndexOf('\n') + 1);
    const [after = ''] = decoder.decode(bytes.subarray(end)).split(/[\r\n]/);
    const next = finds[index + 1]?.start ?? bytes.length;
    const isLast = next >= end + encoder.encode(after).length;
    behind = end;
    const { time, level, prefix } = readLineFields(before);
    // oxlint-disable-next-line no-control-regex -- colours of terminals begin with it
    const suffix = after.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').trim();
    return {
      line: line + 1,
      ...(time === null ? {} : { time }),
      ...(level === null ? {} : { level }),
      ...(prefix === '' ? {} : { prefix }),
      ...(suffix === '' || !isLast || /[[{]/.test(after) ? {} : { suffix }),
      value: JSON.parse(json) as unknown,
    };
  });
}

/** The same of a record that was written. */
function partsOf(record: string): unknown {
  const members = JSON.parse(record) as Record<string, unknown>;
  const mark = '__line' in members && !('_line' in members && Object.keys(members)[0] === '_line') ? '__' : '_';
  const parts: Record<string, unknown> = {};
  for (const name of ['line', 'time', 'level', 'prefix', 'suffix', 'value']) {
    if (!(mark + name in members)) continue;
    parts[name] = members[mark + name];
    delete members[mark + name];
  }
  return { ...parts, ...('value' in parts ? {} : { value: members }) };
}

describe('[NEW-3] records of a log', () => {
  it('are those of its finds, read by themselves', () => {
    fc.assert(
      fc.property(randomLog, (text) => {
        expect(recordsOf(text).map(partsOf)).toEqual(modelOf(text));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('and a find of the list is read again as it was found', () => {
    fc.assert(
      fc.property(randomLog, (text) => {
        const bytes = encoder.encode(text);
        const { finds } = finish(extractJson(bytes));
        const found: string[] = [];
        finish(
          scanFinds(bytes, ({ start, end, json, kind }) =>
            found.push(
              `${start} ${end} ${kind} ${typeof json === 'string' ? json : decoder.decode(json ?? bytes.subarray(start, end))}`,
            ),
          ),
        );
        const again = Array.from({ length: finds.length }, (_, index) => {
          const { start, end, kind, json } = readListed(bytes, finds.at(index));
          return `${start} ${end} ${kind} ${json}`;
        });
        expect(again).toEqual(found);
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each<[text: string, records: readonly string[]]>([
    ['a {"n": 1}\n', ['{"_line":1,"_prefix":"a","n":1}']],
    ['{"n":1} tail\n{"n":2} [x]\n', ['{"_line":1,"_suffix":"tail","n":1}', '{"_line":2,"n":2}']],
    ['{} [1,2,3]', ['{"_line":1,"_prefix":"{}","_value":[1,2,3]}']],
    ['A(a=1) and B(b=2) end', ['{"_line":1,"a":1}', '{"_line":1,"_prefix":"and","_suffix":"end","b":2}']],
    ['{"a":{"_line":7}}', ['{"__line":1,"a":{"_line":7}}']],
    ['{ "a" : "x y" , "b" : [ ] }', ['{"_line":1,"a":"x y","b":[]}']],
  ])('%j gives its fields', (text, records) => {
    expect(recordsOf(text)).toEqual(records);
  });
});
