// Cost of the engine's operations on one document, in multiples of a scan of the same document in the same run: edits, sorts,
// searches, snapshots, undo. Costs that must not depend on the size are in milliseconds.

import { asNode, asRevision } from '../../src/shared/units.ts';
import type { PlainIntent } from '../../src/shared/protocol/edit-intent.ts';
import { JsonDocument } from '../../src/workers/engine/document/document.ts';
import { spliceIntent } from '../../src/workers/engine/edit/edit.ts';
import { History } from '../../src/workers/engine/document/history.ts';
import { Hits } from '../../src/workers/engine/search/hits.ts';
import { compileEngine } from '../../src/workers/engine/base/memory.ts';
import type { SearchQuery } from '../../src/shared/protocol/search.ts';
import { findProblems } from '../../src/workers/engine/problems/problems.ts';
import { rewriteDocument } from '../../src/workers/engine/layout/rewrite.ts';
import { Scan } from '../../src/workers/engine/document/scan.ts';
import { searchDocument } from '../../src/workers/engine/search/search.ts';
import { carryOutWizard } from '../../src/workers/engine/query/wizard.ts';
import { measureShape } from '../../src/workers/engine/suggest/shape.ts';
import { takeSnapshot } from '../../src/workers/engine/document/snapshot.ts';
import { finish } from '../../src/workers/engine/base/work.ts';
import { NO_WIZARD, type Wizard, type WizardFilter } from '../../src/shared/protocol/wizard.ts';
import { generate } from '../generate.ts';
import type { BenchJob } from './measure.ts';

/** One operation: its best time of several rounds, also in scans. */
export interface Operation {
  readonly name: string;
  readonly ms: number;
  readonly scans: number;
  /** The limit for the engine, in scans or in milliseconds; `null` where there is none. */
  readonly limit: Limit | null;
}

export type Limit = { readonly scans: number } | { readonly ms: number };

const QUERY: SearchQuery = { pattern: 'amber', regex: false, matchCase: true, wholeWord: false, scope: 'text' };
const MANY = 1_000_000;
const MANY_ITEMS = 5_000_000;

/** Measures the operations on the document of an order. */
export function measureOperations(order: BenchJob): Operation[] {
  const bytes = generate(order.shape, order.style, order.size);
  const document = open(bytes);
  const { tape, memory } = document;
  const best = (work: () => unknown): number => {
    const times = Array.from({ length: order.rounds }, () => {
      const started = performance.now();
      work();
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  // Scans the text in its memory, with the new tape after the existing one.
  const scanMs = best(() => {
    if (Scan.aside(memory, tape).run(memory.size, true).type !== 'done') throw new Error('the scan failed');
  });
  const scalars: number[] = [];
  for (let entry = 1; entry < tape.count && scalars.length < MANY; entry += 1) {
    if (!tape.isClosing(entry) && !tape.isOpening(entry)) scalars.push(entry);
  }
  /** Times an edit, then undoes it untimed. */
  const edit = (intent: PlainIntent): number => {
    const times = Array.from({ length: order.rounds }, () => {
      const started = performance.now();
      const back = document.apply(spliceIntent(document.places, intent));
      finish(document.settle());
      const took = performance.now() - started;
      document.apply(back);
      finish(document.settle());
      return took;
    });
    return Math.min(...times);
  };
  const search = (query: Partial<SearchQuery>): number =>
    best(() => finish(searchDocument(document, { ...QUERY, ...query }, new Hits())));
  const root = asNode(0);
  const middle = asNode(scalars[Math.floor(scalars.length / 2)] ?? 1);
  const path = ['balance'];
  const filter: WizardFilter = { path, operator: '>', literal: '5000' };
  const wizard = (parts: Partial<Wizard>): number =>
    best(() => finish(carryOutWizard(document.places, 0, { ...NO_WIZARD, ...parts })));
  const found: [name: string, ms: number, limit: Limit | number | null][] = [
    ['set one value', edit({ type: 'set', node: middle, json: '"new"' }), 0.5],
    [`set ${scalars.length} values`, edit({ type: 'set-all', nodes: Uint32Array.from(scalars), jsons: ['0'] }), 6],
    [
      'sort the records by a number',
      edit({ type: 'sort', nodes: [root], by: { type: 'path', path }, direction: 'descending' }),
      6,
    ],
    ['search plain text', search({}), 1],
    ['search keys and values', search({ scope: 'all' }), 1],
    ['search, ignoring case', search({ matchCase: false, scope: 'all' }), null],
    ['search an expression in the text', search({ pattern: '[a-z]+@example\\.org', regex: true }), 10],
    ['search an expression in values', search({ pattern: '^[a-z]+1\\d*@', regex: true, scope: 'values' }), 10],
    ['find all problems', best(() => finish(findProblems(document))), null],
    ['the shape of the records', best(() => finish(measureShape(document, 0, 1000))), null],
    ['filter the records, without a query', wizard({ filter }), null],
    [
      'filter, sort and pick them',
      wizard({ filter, sort: { path, direction: 'ascending' }, pick: [['id'], path] }),
      null,
    ],
    ['the same filter over parsed values', best(() => filterParsed(bytes)), null],
    ['take a snapshot', best(() => takeSnapshot(document, asRevision(1))), null],
    ['undo of a format', measureUndo(document, order), 2],
    [`a path and back, in an array of ${MANY_ITEMS} items`, measurePaths(), { ms: 1 }],
  ];
  return found.map(([name, ms, limit]) => ({
    name,
    ms,
    scans: ms / scanMs,
    limit: typeof limit === 'number' ? { scans: limit } : limit,
  }));
}

/** Filters parsed values, for comparison with the tape. */
function filterParsed(bytes: Uint8Array): Uint8Array {
  const items = JSON.parse(new TextDecoder().decode(bytes)) as { readonly balance?: unknown }[];
  const kept = items.filter(({ balance }) => typeof balance === 'number' && balance > 5000);
  return new TextEncoder().encode(JSON.stringify(kept));
}

function open(bytes: Uint8Array): JsonDocument {
  const document = new JsonDocument(compileEngine(), bytes.length);
  document.append(bytes);
  document.complete();
  return document;
}

/** Formats a document, replaces it as a session does, and times the undo until the panel's state is known. */
function measureUndo(source: JsonDocument, { rounds }: BenchJob): number {
  const times = Array.from({ length: rounds }, () => {
    const history = new History();
    let document = finish(rewriteDocument(source, { style: 'compact', indent: '', maxLineLength: 0 }));
    history.record({ type: 'document', document: source }, 'alone');
    const started = performance.now();
    history.undo((change) => {
      if (change.type !== 'document') throw new Error('the step of a format is a document');
      const inverse = { type: 'document', document } as const;
      ({ document } = change);
      return inverse;
    });
    finish(document.settle());
    const { size, lines, rows } = document;
    const took = performance.now() - started;
    if (document !== source || size * lines.lineCount * rows.count === 0) throw new Error('the undo did nothing');
    return took;
  });
  return Math.min(...times);
}

/**
 * Returns the time to find the path of an item near the end and the item at that path, per item, once the array was searched.
 */
function measurePaths(): number {
  const bytes = new TextEncoder().encode(`[${Array.from({ length: MANY_ITEMS }, (_, item) => item).join(',')}]`);
  const { places } = open(bytes);
  const ask = (item: number): void => {
    const found = places.atPath(places.path(item + 1));
    if (found !== item + 1) throw new Error(`item ${item} is at entry ${found}`);
  };
  ask(MANY_ITEMS - 1);
  const started = performance.now();
  for (let item = MANY_ITEMS - 1000; item < MANY_ITEMS; item += 1) ask(item);
  return (performance.now() - started) / 1000;
}
