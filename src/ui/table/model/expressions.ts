// Filters by regular expressions: they run in a worker of their own, on a snapshot, and are ended at a limit. Their hits go to the
// document worker, which turns them into rows that it keeps until the text changes.

import { cancelled, CodedError, hasCode } from '../../../shared/errors.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { ExpressionFilter, TableFilter } from '../../../shared/protocol/table.ts';
import type { Revision } from '../../../shared/units.ts';
import { CONDITION } from '../../strings/editors/figures.ts';
import type { DocumentClient } from '../../client/document.ts';
import { Searcher } from '../../client/searcher.ts';

/** An expression is ended after this long. */
const LIMIT_MS = 20_000;

/** The expressions of one table. */
export class Expressions {
  private searcher: Searcher | null = null;
  private readonly known = new Map<string, Revision>();

  constructor(
    private readonly client: DocumentClient,
    private readonly limitMs = LIMIT_MS,
  ) {}

  /**
   * Makes the rows of all expressions among filters known at the current revision.
   * @throws CodedError `refused` for an expression that is wrong or takes too long
   */
  async prepare(path: Path, filters: readonly TableFilter[], signal?: AbortSignal): Promise<void> {
    for (const filter of filters.flatMap(expressionsIn)) {
      const key = JSON.stringify([path, filter]);
      if (this.known.get(key) !== this.client.state.revision) await this.run(path, filter, key, signal);
    }
  }

  /** Makes all rows unknown: the worker may have dropped them. */
  forget(): void {
    this.known.clear();
  }

  close(): void {
    this.searcher?.close();
  }

  private async run(path: Path, filter: ExpressionFilter, key: string, signal?: AbortSignal): Promise<void> {
    this.searcher ??= new Searcher(this.client);
    const { pattern, matchCase = false } = filter;
    const query = { pattern, matchCase, regex: true, wholeWord: false, scope: 'values' as const };
    const limit = AbortSignal.timeout(this.limitMs);
    let sent: Promise<void> = Promise.resolve();
    let of: Revision | null = null;
    try {
      const { revision } = await this.searcher.search(query, {
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        onProgress: () => undefined,
        onHits: (words, hitsOf) => {
          const isFirst = of !== hitsOf;
          of = hitsOf;
          sent = sent.then(() => this.client.takeHits(hitsOf, path, filter, words, isFirst));
          sent.catch(() => undefined);
        },
      });
      await sent;
      if (of === null) await this.client.takeHits(revision, path, filter, new Uint32Array(), true);
      this.known.set(key, revision);
    } catch (error) {
      if (signal?.aborted === true) throw cancelled();
      if (limit.aborted && hasCode(error, 'cancelled'))
        throw new CodedError('refused', CONDITION.tooSlow(this.limitMs / 1000));
      throw error;
    }
  }
}

function expressionsIn(filter: TableFilter): readonly ExpressionFilter[] {
  if (filter.type === 'not') return expressionsIn(filter.filter);
  if (filter.type === 'any') return filter.filters.flatMap(expressionsIn);
  return filter.type === 'expression' ? [filter] : [];
}
