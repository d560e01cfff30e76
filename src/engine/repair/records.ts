// Repairs the records of NDJSON, each by itself.

import { BeyondRepair, type RepairEdit, Edits } from './edits.ts';
import { RepairSource } from './source.ts';
import { Structure } from './structure.ts';
import { withoutIntroduction } from './wrapping.ts';

/** Returns the changes that make each line a record. A line that is neither a record nor a value goes. */
export function repairRecords(text: string, isRecord: (line: string) => boolean): readonly RepairEdit[] {
  const edits = new Edits();
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const lineEnd = feed < 0 ? text.length : feed;
    const behind = feed < 0 ? text.length : feed + 1;
    const line = text.slice(start, lineEnd);
    if (line.trim() !== '' && !isRecord(line)) {
      for (const edit of lineEdits(text, start, lineEnd, behind)) edits.replace(edit.start, edit.end, edit.insert);
    }
    start = behind;
  }
  return edits.sorted();
}

function lineEdits(text: string, start: number, end: number, behind: number): readonly RepairEdit[] {
  const source = new RepairSource(text, 'ndjson', start, end);
  const first = source.skip(start);
  const isBare = /^(?:[[\]]|[^\p{L}\p{N}"'{[(]*)$/u.test(text.slice(first, source.trimEnd(first, end)));
  const extent = first >= end || isBare ? null : withoutIntroduction(source);
  if (extent === null) return [{ start, end: behind, insert: '' }];
  if (extent.start > start) {
    // What precedes a record in a log would be lost.
    throw new BeyondRepair(start);
  }
  return new Structure(source, 'lines').run();
}
