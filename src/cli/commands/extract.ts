// diptych extract: JSON out of any text.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Candidate } from '../../engine/extract/candidate.ts';
import { jsonBytes, scanFinds } from '../../engine/extract/extract.ts';
import { RecordWriter } from '../../engine/extract/log-records.ts';
import { layOutText } from '../../engine/layout/small-text.ts';
import { EXIT, isOn, positionals, UsageError, type CliCommand } from '../command.ts';
import { unpacked } from '../gzip-files.ts';
import { inputName, readBytes } from '../inputs.ts';
import { decodeText } from '../text-encoding.ts';

/** Bytes of a find that a line shows. */
const MAX_SHOWN = 200;

export const extract: CliCommand = {
  usage: 'extract FILE',
  summary: 'print the JSON in any text (logs, code, answers, dumps) as records, with the text around it as fields',
  details: `      --values   the values alone, one in a line
      --list     where they are: line, kind, beginning; "?" marks a guess
Literals of other languages become JSON; numbers keep their digits. Exit code 1: there is none.`,
  examples: [
    'extract app.log > records.ndjson',
    "kubectl logs api | diptych extract - --values | diptych query - '$..error'",
  ],
  options: { values: { type: 'boolean' }, list: { type: 'boolean' } },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    if (isOn(call, 'values') && isOn(call, 'list')) throw new UsageError('--values and --list exclude each other.');
    const { text } = decodeText(unpacked(await readBytes(file, io), inputName(file)), inputName(file));
    let count = 0;
    const records = new RecordWriter(text);
    let lines = '';
    const write = isOn(call, 'list')
      ? (found: Candidate, line: number) => void (lines += listLine(text, found, line))
      : isOn(call, 'values')
        ? (found: Candidate) => void (lines += valueLine(text, found))
        : (found: Candidate, line: number) => records.add(found, line);
    const work = scanFinds(text, (found, line) => {
      count += 1;
      write(found, line);
    });
    // What a slice finds is written at once: nothing grows with the file.
    for (let step = work.next(); step.done !== true; step = work.next()) {
      await io.write(lines);
      lines = '';
      await io.write(records.take().slice());
    }
    await io.write(lines);
    for (const piece of records.finish()) await io.write(piece);
    return count > 0 ? EXIT.ok : EXIT.different;
  },
};

function valueLine(text: Uint8Array, found: Candidate): string {
  const json = decodeUtf8(jsonBytes(text, found));
  return `${json.includes('\n') ? layOutText(json, null) : json}\n`;
}

function listLine(text: Uint8Array, { start, end, kind, isGuess }: Candidate, line: number): string {
  const shown = decodeUtf8(text.subarray(start, Math.min(end, start + MAX_SHOWN))).replaceAll(/\s+/g, ' ');
  return `${line + 1}: ${kind}${isGuess ? '?' : ''}: ${shown}${end - start > MAX_SHOWN ? '…' : ''}\n`;
}
