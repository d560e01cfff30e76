// Repairs a text in its own dialect: the smallest changes that a person would make, as edits. What is valid in the dialect stays
// as it is, comments and numbers included.
//
//   text ── wrapping.ts   the document inside a fence, after a sentence, or escaped
//        ── structure.ts  brackets, commas, colons, keys           frames.ts   which bracket is missing
//             strings.ts  where a string ends                      string-content.ts   its escapes
//             words.ts    numbers and literals of other languages
//        ── records.ts    NDJSON, line by line

import type { Dialect } from '../../shared/document/dialect.ts';
import { isJson } from '../../shared/document/json-text.ts';
import { applyEdits, BeyondRepair, type RepairEdit } from './edits.ts';
import { keepsValues } from './kept-values.ts';
import { repairRecords } from './records.ts';
import { RepairSource } from './source.ts';
import { Structure } from './structure.ts';
import { fencedIn, isEscaped, unescaped, withoutIntroduction } from './wrapping.ts';

/** A repaired text, and the edits that make it; `null` if they are too many to be told apart. */
export interface Repaired {
  readonly text: string;
  readonly edits: readonly RepairEdit[] | null;
}

/** Repairs a text without a byte order mark. @throws BeyondRepair */
export function repairInDialect(text: string, dialect: Dialect): Repaired {
  if (dialect === 'ndjson') return made(text, repairRecords(text, isJson));
  const fence = fencedIn(text);
  if (fence !== null) {
    const inside = text.slice(fence.start, fence.end);
    const { edits } = dialect === 'json' && isJson(inside) ? { edits: [] } : repairValue(inside, dialect);
    if (edits === null) return repairValue(inside, dialect);
    return made(text, [
      { start: 0, end: fence.start, insert: '' },
      ...edits.map((edit) => ({ ...edit, start: edit.start + fence.start, end: edit.end + fence.start })),
      { start: fence.end, end: text.length, insert: '' },
    ]);
  }
  return repairValue(text, dialect);
}

function repairValue(text: string, dialect: Dialect): Repaired {
  if (isEscaped(text)) {
    const plain = unescaped(text);
    return { text: isJson(plain) ? plain : repairValue(plain, dialect).text, edits: null };
  }
  const whole = new RepairSource(text, dialect);
  const extent = withoutIntroduction(whole);
  if (extent === null) throw new BeyondRepair(0);
  const source = new RepairSource(text, dialect, extent.start, extent.end);
  const edits = new Structure(source, 'array').run();
  const result = made(text, extent.start === 0 ? edits : [{ start: 0, end: extent.start, insert: '' }, ...edits]);
  if (!keepsValues(text.slice(extent.start), result.text)) throw new BeyondRepair(extent.start);
  return result;
}

function made(text: string, edits: readonly RepairEdit[]): Repaired {
  return { text: applyEdits(text, edits), edits };
}
