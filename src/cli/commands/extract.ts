// diptych extract: JSON out of any text.

import { resolve } from 'node:path';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { finish } from '../../workers/engine/base/work.ts';
import { extractJson, readFind } from '../../workers/engine/extract/extract.ts';
import { FindList } from '../../workers/engine/extract/find-list.ts';
import { writeRecords } from '../../workers/engine/extract/log-records.ts';
import { layOutText } from '../../workers/engine/layout/small-text.ts';
import { EXIT, isOn, positionals, UsageError, type CliCommand } from '../command.ts';
import { readVersion } from '../files.ts';
import { unpacked } from '../gzip-files.ts';

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
    const bytes = file === '-' ? await io.readInput() : (await readVersion(resolve(io.cwd, file))).bytes;
    const text = unpacked(bytes, file);
    const finds = new FindList();
    finish(extractJson(text, finds));
    if (isOn(call, 'list') || isOn(call, 'values')) {
      for (let index = 0; index < finds.length; index += 1) {
        const { start, end, line, kind, isGuess } = finds.at(index);
        if (isOn(call, 'values')) {
          const { json } = readFind(text, start);
          await io.write(`${json.includes('\n') ? layOutText(json, null) : json}\n`);
          continue;
        }
        const shown = decodeUtf8(text.subarray(start, Math.min(end, start + MAX_SHOWN))).replaceAll(/\s+/g, ' ');
        await io.write(`${line + 1}: ${kind}${isGuess ? '?' : ''}: ${shown}${end - start > MAX_SHOWN ? '…' : ''}\n`);
      }
    } else if (finds.length > 0) {
      for (const piece of finish(writeRecords(text, finds))) await io.write(piece);
    }
    return finds.length > 0 ? EXIT.ok : EXIT.different;
  },
};
