// Compares in a job worker, on snapshots from the two document workers. The last comparison is kept: entries, counterparts, merges
// and exports are served from it.

import type {
  ChangedTable,
  ChangedText,
  ChangeView,
  CompareFormat,
  CompareOptions,
  CompareResult,
  DifferencePlace,
  LineFillers,
  MergeSelection,
  Side,
} from '../../shared/protocol/compare.ts';
import type { Path } from '../../shared/document/path.ts';
import { CodedError } from '../../shared/errors.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import { differenceOf } from './difference.ts';
import { JobDriver } from './drive-job.ts';
import { compareDocuments, type Comparison } from '../../engine/diff/result/compare.ts';
import { compareStructures } from '../../engine/diff/result/structure-changes.ts';
import { counterpartsOf } from '../../engine/diff/result/counterparts.ts';
import { changedTable } from '../../engine/diff/result/changed-table.ts';
import { differencePlace } from '../../engine/diff/result/difference-place.ts';
import { levelLines } from '../../engine/diff/result/level-lines.ts';
import { writeDelta } from '../../engine/diff/output/delta.ts';
import { Entries } from '../../engine/diff/result/entries.ts';
import { writeJsonPatch } from '../../engine/diff/output/json-patch.ts';
import { mergeChanges } from '../../engine/diff/output/merge.ts';
import { writeReport } from '../../engine/diff/output/report.ts';
import { changedText } from '../../engine/diff/result/text-changes.ts';
import { writeChanges } from '../../engine/csv/write-changes.ts';
import type { Snapshots } from './snapshots.ts';
import { STALE } from '../../shared/texts/documents.ts';

/** A page with a larger delta would take minutes to open. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
const WRITERS = { 'json-patch': writeJsonPatch, delta: writeDelta, report: writeReport, csv: writeChanges } as const;

const COMPARE = { values: compareDocuments, structure: compareStructures } as const;

const TYPES = {
  'json-patch': 'application/json',
  delta: 'application/json',
  report: 'text/plain',
  csv: 'text/csv',
} as const;

/** The last comparison, and its id. */
interface Kept {
  readonly id: number;
  readonly comparison: Comparison;
  readonly entries: Entries;
}

/** The part of a job worker that compares its snapshots of both sides. */
export class CompareJob {
  private readonly driver = new JobDriver();
  private kept: Kept | null = null;
  private lastId = 0;

  constructor(private readonly snapshots: Snapshots) {
    snapshots.onReplace(() => (this.kept = null));
  }

  /** @throws CodedError as the engine's comparison, `cancelled` */
  async compare(options: CompareOptions, progress: MessagePort): Promise<CompareResult> {
    const [left, right] = [this.snapshots.get('left'), this.snapshots.get('right')];
    this.kept = null;
    const comparison = await this.driver.report(
      COMPARE[options.structureOnly ? 'structure' : 'values'](left, right, options),
      progress,
    );
    this.lastId += 1;
    this.kept = { id: this.lastId, comparison, entries: new Entries(comparison) };
    const { changes, marks, count, notes } = comparison;
    return {
      id: this.lastId,
      count,
      changes: changes.slice(),
      marks: { left: marks.left.slice(), right: marks.right.slice() },
      notes,
    };
  }

  /** @throws CodedError `stale` for another comparison than the last one */
  describeChanges(id: number, from: number, count: number): ChangeView[] {
    return this.last(id).entries.describe(from, count);
  }

  /** @throws CodedError `stale` */
  counterparts(id: number, side: Side, nodes: Uint32Array): Uint32Array<ArrayBuffer> {
    return counterpartsOf(this.last(id).comparison, side, nodes);
  }

  /** @throws CodedError `stale`, `cancelled` */
  changedTable(id: number, side: Side, path: Path, progress: MessagePort): Promise<ChangedTable> {
    return this.driver.report(changedTable(this.last(id).comparison, side, path), progress);
  }

  /** @throws CodedError `stale`, `cancelled` */
  lineFillers(id: number, progress: MessagePort): Promise<LineFillers> {
    return this.driver.report(levelLines(this.last(id).comparison), progress);
  }

  /** @throws CodedError `stale` */
  differencePlace(id: number, side: Side, path: Path): DifferencePlace {
    return differencePlace(this.last(id).comparison, side, path);
  }

  /** @throws CodedError `stale` */
  changedText(id: number, index: number): ChangedText | null {
    return changedText(this.last(id).comparison, index, differenceOf);
  }

  /** @throws CodedError `stale`, `cancelled`, `refused`, `too-large` */
  async planMerge(id: number, selection: MergeSelection, toward: Side, progress: MessagePort): Promise<Blob> {
    const { comparison } = this.last(id);
    return new Blob([packSplices(await this.driver.report(mergeChanges(comparison, selection, toward), progress))]);
  }

  /**
   * A report is an HTML page, or plain text if the page would be too large.
   * @throws CodedError `stale`, `cancelled`, `refused`
   */
  async exportChanges(id: number, format: CompareFormat, progress: MessagePort): Promise<Blob> {
    const { comparison } = this.last(id);
    if (format === 'report' && !comparison.options.structureOnly) {
      const delta = new Blob(await this.driver.report(writeDelta(comparison), progress));
      if (delta.size <= MAX_PAGE_BYTES) {
        const { htmlReport } = await import('./html-report.ts');
        return htmlReport(await delta.text());
      }
    }
    const type = TYPES[format];
    return new Blob(await this.driver.report(WRITERS[format](comparison), progress), { type });
  }

  private last(id: number): Kept {
    if (this.kept?.id === id) return this.kept;
    throw new CodedError('stale', STALE.comparison);
  }
}
