// diptych verify: what a change has left as it was.

import { createHash } from 'node:crypto';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { finish } from '../../engine/base/work.ts';
import { writeReceipt } from '../../engine/receipt/receipt.ts';
import { EXIT, isOn, positionals, type CliCommand } from '../command.ts';
import { load } from '../documents.ts';
import { readBytes } from '../inputs.ts';

const MAX_SHOWN = 60;

export const verify: CliCommand = {
  usage: 'verify OLD NEW',
  summary: 'say what a change has left as it was: bytes, or tokens where the text was laid out anew',
  details: `      --json   as JSON
Exit code 0: the same bytes, or the same tokens. 1: some have changed.`,
  examples: ['verify config.json.orig config.json'],
  options: { json: { type: 'boolean' } },
  async run(call, io) {
    const [one = '', other = ''] = positionals(call, 2);
    const [before, after] = [await readBytes(one, io), await readBytes(other, io)];
    const [{ document: old }, { document }] = [load(before, one), load(after, other)];
    const oldText = old.memory.text();
    const receipt = finish(
      writeReceipt(document.memory.module, {
        before: oldText,
        dialect: old.dialect,
        after: document.memory.text(),
        document: document.isWhole ? document : null,
      }),
    );
    // Comparing has moved the memory.
    const text = document.memory.text();
    const hashes = { sha256Before: sha256(before), sha256After: sha256(after) };
    if (isOn(call, 'json')) {
      await io.write(`${JSON.stringify({ ...receipt, ...hashes })}\n`);
    } else {
      const { by, spans, spanCount, sameBytes, exactNumbers, values } = receipt;
      const count = (value: number): string => value.toLocaleString('en-US');
      const unit = by === 'bytes' ? 'bytes' : 'bytes of tokens';
      const lines = [
        `before: ${count(before.length)} bytes, SHA-256 ${hashes.sha256Before}`,
        `after:  ${count(after.length)} bytes, SHA-256 ${hashes.sha256After}`,
        ...(by === 'tokens' ? ['The text was laid out anew; its tokens are compared.'] : []),
        spanCount === 0
          ? `All ${count(sameBytes)} ${unit} are identical.`
          : `${count(spanCount)} changed; all other ${count(sameBytes)} ${unit} are identical.`,
        ...(by === 'bytes'
          ? spans.map(
              ({ start, end, newStart, newEnd }) =>
                `at ${count(start)}: ${shown(oldText, start, end)} → ${shown(text, newStart, newEnd)}`,
            )
          : []),
        ...(spanCount > spans.length ? [`${count(spanCount - spans.length)} more are not listed.`] : []),
        ...(exactNumbers === null ? [`${other} is not valid, so its values were not counted.`] : []),
        ...(exactNumbers !== null && exactNumbers > 0
          ? [`${count(exactNumbers)} numbers have more digits than a double keeps; they are as they are spelt.`]
          : []),
        ...(values !== null && spanCount > 0
          ? [
              `Values: ${count(values.changed)} changed, ${count(values.added)} added, ${count(values.removed)} removed, ${count(values.moved)} moved.`,
            ]
          : []),
      ];
      await io.write(`${lines.join('\n')}\n`);
    }
    return receipt.spanCount === 0 ? EXIT.ok : EXIT.different;
  },
};

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function shown(bytes: Uint8Array, start: number, end: number): string {
  if (start === end) return 'nothing';
  const text = JSON.stringify(decodeUtf8(bytes.subarray(start, Math.min(end, start + MAX_SHOWN))));
  return end - start > MAX_SHOWN ? `${text}… (${(end - start).toLocaleString('en-US')} bytes)` : text;
}
