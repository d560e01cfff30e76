// Merges the snapshot of a document with another version in a job worker. What was read and compared is kept for further answers.

import { CodedError } from '../../shared/errors.ts';
import { type Dialect, valueDialect } from '../../shared/document/dialect.ts';
import {
  conflictKey,
  pathOfKey,
  type MergeAnswers,
  type MergedText,
  type OtherVersions,
} from '../../shared/protocol/merge.ts';
import { MERGE_TEXTS } from '../../shared/texts/conversions.ts';
import { equalBytes } from '../../shared/bytes/bytes.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { openText } from '../document/source.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadDocument, loadStream } from '../../engine/document/load-document.ts';
import { PreparedMerge } from '../../engine/merge/three-way.ts';
import { JobDriver } from './drive-job.ts';
import type { Snapshots } from './snapshots.ts';

/** The part of a job worker that merges documents. */
export class MergeJob {
  private readonly driver = new JobDriver();
  private others: OtherVersions | null = null;
  /** The other versions, as they are read in the dialect of the snapshot. */
  private loaded: { readonly base: JsonDocument; readonly right: JsonDocument } | null = null;
  private prepared: PreparedMerge | null = null;

  constructor(private readonly snapshots: Snapshots) {
    snapshots.onReplace(() => (this.prepared = null));
  }

  keepVersions(others: OtherVersions): void {
    this.others = others;
    this.loaded = null;
    this.prepared = null;
  }

  /** @throws CodedError `invalid-document`, `unreadable`, `too-large`, `cancelled`; `syntax` where an answer is no value */
  async mergeSnapshot(answers: MergeAnswers, progress: MessagePort): Promise<MergedText> {
    const left = this.snapshots.get();
    for (const [key, answer] of answers) {
      if (typeof answer === 'string' || isValue(answer.text, left.dialect)) continue;
      throw new CodedError('syntax', MERGE_TEXTS.noValue(pathOfKey(key)));
    }
    const { base, right } = await this.load(left.dialect);
    if (!left.isWhole) throw new CodedError('invalid-document', MERGE_TEXTS.invalid.left);
    this.prepared ??= await this.driver.report(PreparedMerge.compare(base, left, right, null), progress);
    const work = this.prepared.merge((conflict) => answers.get(conflictKey(conflict)) ?? 'left');
    const { text, conflicts } = await this.driver.report(work, progress);
    return {
      content: new Blob([text as BlobPart], { type: 'application/json' }),
      conflicts,
      isLeft: equalBytes(text, left.memory.text()),
      bytes: base.size + left.size + right.size,
    };
  }

  private async load(dialect: Dialect): Promise<{ readonly base: JsonDocument; readonly right: JsonDocument }> {
    if (this.others === null) throw new RangeError('no versions to merge with, expected them before a merge');
    const { base, right } = this.others;
    if (this.loaded?.base.dialect !== dialect) {
      this.loaded = { base: await load(base, dialect, 'base'), right: await load(right, dialect, 'right') };
    }
    return this.loaded;
  }
}

async function load(content: Blob, dialect: Dialect, which: 'base' | 'right'): Promise<JsonDocument> {
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
