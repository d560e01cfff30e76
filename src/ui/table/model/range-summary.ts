// Summarises the selected cells once the selection rests. A single cell has no summary.

import type { CellRange, CellSummary } from '../../../shared/protocol/table.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Rectangle } from '../../model/cell-selection.ts';
import { unlessStale } from '../../async/stale.ts';

/** Delay after the last selection change, in milliseconds. */
const REST_MS = 120;

/** The parts of the table model that are used here. */
export interface SummaryHost {
  readonly client: DocumentClient;
  readonly area: Rectangle | null;
  readonly range: CellRange | null;
  run(action: Promise<unknown>): void;
}

/** The summary of one table's selection. */
export class RangeSummary {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;

  constructor(
    private readonly host: SummaryHost,
    private readonly tell: (summary: CellSummary) => void,
  ) {}

  askSoon(): void {
    this.stop();
    const { area } = this.host;
    if (area === null || (area.firstRow === area.lastRow && area.firstColumn === area.lastColumn)) return;
    this.timer = setTimeout(() => this.host.run(this.ask()), REST_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  private async ask(): Promise<void> {
    const { client, range } = this.host;
    if (range === null) return;
    const asking = new AbortController();
    this.asking = asking;
    const summary = await unlessStale(client.summarizeCells(range, { signal: asking.signal }), null, 'cancelled');
    if (summary !== null && !asking.signal.aborted) this.tell(summary);
  }
}
