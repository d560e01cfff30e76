// Merges the edits of two versions of a document in a job worker.

import { CodedError } from '../../shared/errors.ts';
import { type Dialect, valueDialect } from '../../shared/document/dialect.ts';
import type { MergeOrder } from '../../shared/protocol/jobs.ts';
import { conflictKey, pathOfKey, type MergedText } from '../../shared/protocol/jobs/merge.ts';
import { MERGE_TEXTS } from '../../shared/texts/conversions.ts';
import { equalBytes } from '../../shared/bytes/bytes.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { openText } from '../document/source.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadDocument, loadStream } from '../../engine/document/load-document.ts';
import { mergeThreeWay } from '../../engine/merge/three-way.ts';
import { JobDriver } from './drive-job.ts';

/** The part of a job worker that merges documents. */
export class MergeJob {
  private readonly driver = new JobDriver();

  /** @throws CodedError `invalid-document`, `unreadable`, `too-large`, `cancelled`; `syntax` where an answer is no value */
  async mergeTexts({ base, left, right, dialect, answers }: MergeOrder, progress: MessagePort): Promise<MergedText> {
    for (const [key, answer] of answers) {
      if (typeof answer === 'string' || isValue(answer.text, dialect)) continue;
      throw new CodedError('syntax', MERGE_TEXTS.noValue(pathOfKey(key)));
    }
    const one = await load(base, dialect, 'base');
    const mine = await load(left, dialect, 'left');
    const theirs = await load(right, dialect, 'right');
    const work = mergeThreeWay(one, mine, theirs, {
      prefer: (conflict) => answers.get(conflictKey(conflict)) ?? 'left',
      identity: null,
    });
    const { text, conflicts } = await this.driver.report(work, progress);
    const content = new Blob([text as BlobPart], { type: 'application/json' });
    return { content, conflicts, isLeft: equalBytes(text, mine.memory.text()) };
  }
}

async function load(content: Blob, dialect: Dialect, which: 'base' | 'left' | 'right'): Promise<JsonDocument> {
  const source = await openText(content);
  const document = await loadStream(source.size, source.read(), dialect);
  if (!document.isWhole) throw new CodedError('invalid-document', MERGE_TEXTS.invalid[which]);
  return document;
}

/** Whether a text is one value of a dialect, which may stand for another one in a document. */
function isValue(text: string, dialect: Dialect): boolean {
  if (dialect === 'ndjson' && /[\r\n]/.test(text)) return false;
  const document = loadDocument(encodeUtf8(text), valueDialect(dialect));
  return document.isWhole && document.tape.count > 0;
}
