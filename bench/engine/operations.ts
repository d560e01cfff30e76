// Steps of the suite `operations`: edits, sorts, searches, snapshots and undo on one document, in scans of the same document, and
// beside the same change to parsed values, from bytes to bytes. Costs that must not depend on the size have limits in milliseconds.

import { asNode, asRevision } from '../../src/shared/units.ts';
import type { PlainIntent } from '../../src/shared/protocol/edit-intent.ts';
import type { JsonDocument } from '../../src/engine/document/document.ts';
import type { Splice } from '../../src/shared/document/splice.ts';
import { spliceIntent } from '../../src/engine/edit/edit.ts';
import { History } from '../../src/engine/document/history.ts';
import { Hits } from '../../src/engine/search/hits.ts';
import type { SearchQuery } from '../../src/shared/protocol/search.ts';
import { findProblems } from '../../src/engine/problems/problems.ts';
import { rewriteDocument } from '../../src/engine/layout/rewrite.ts';
import { searchDocument } from '../../src/engine/search/search.ts';
import { narrowedLines } from '../../src/engine/textview/narrowed-lines.ts';
import { narrowTo } from '../../src/engine/treeview/narrowing.ts';
import { carryOutWizard } from '../../src/engine/query/wizard.ts';
import { measureShape } from '../../src/engine/suggest/shape.ts';
import { takeSnapshot } from '../../src/engine/document/snapshot.ts';
import { finish } from '../../src/engine/base/work.ts';
import { NO_WIZARD, type Wizard, type WizardFilter } from '../../src/shared/protocol/wizard.ts';
import { generate } from '../generate.ts';
import { bytesOf, decode, encodeValue, holding, openDocument, scanOf } from './open.ts';
import type { BenchJob, Limit, Peer, Step } from './step.ts';

const QUERY: SearchQuery = { pattern: 'amber', regex: false, matchCase: true, wholeWord: false, scope: 'text' };
const MANY = 1_000_000;
const MANY_ITEMS = 5_000_000;

interface Account {
  balance: number;
  readonly id: number;
}

/** Returns the steps on one document of records. */
export function* operationSteps({ shape, style, size }: BenchJob): Generator<Step> {
  const bytes = generate(shape, style, size);
  const document = openDocument(bytes);
  const { tape } = document;
  const scanning = scanOf(document);
  const scalars: number[] = [];
  for (let entry = 1; entry < tape.count && scalars.length < MANY; entry += 1) {
    if (!tape.isClosing(entry) && !tape.isOpening(entry)) scalars.push(entry);
  }
  const byHand = (change: (items: Account[]) => unknown): Peer[] => [
    {
      name: 'JSON.parse, by hand, stringify',
      start: 'bytes',
      run: () => encodeValue(change(JSON.parse(decode(bytes)) as Account[])),
    },
    holding(
      'by hand, stringify',
      () => JSON.parse(decode(bytes)) as Account[],
      (items) => encodeValue(change(items)),
    ),
  ];
  const scanLimit = (scans: number): Limit => ({ scans });
  /** An edit, and the bytes of the document after it; it is undone after each run. */
  const edit = (intent: PlainIntent): Pick<Step, 'own' | 'restore' | 'fromBytes'> => {
    let back: readonly Splice[] = [];
    const change = (target: JsonDocument): readonly Splice[] => {
      const splices = target.apply(spliceIntent(target.places, intent));
      finish(target.settle());
      return splices;
    };
    return {
      own: () => {
        back = change(document);
        return bytesOf(document);
      },
      restore: () => {
        document.apply(back);
        finish(document.settle());
      },
      fromBytes: () => {
        const opened = openDocument(bytes);
        change(opened);
        return bytesOf(opened);
      },
    };
  };
  const root = asNode(0);
  const middle = asNode(scalars[Math.floor(scalars.length / 2)] ?? 1);
  const path = ['balance'];
  const byPath = { type: 'path', path } as const;
  yield {
    name: 'set one value',
    ...edit({ type: 'set', node: middle, json: '"new"' }),
    beside: [
      ...byHand((all) => {
        const item = all[all.length >> 1];
        if (item !== undefined) item.balance = 0;
        return all;
      }),
      scanning,
    ],
    limit: scanLimit(0.5),
  };
  yield {
    name: 'set a million values',
    ...edit({ type: 'set-all', nodes: Uint32Array.from(scalars), jsons: ['0'] }),
    beside: [scanning],
    limit: scanLimit(6),
    facts: () => ({ values: scalars.length }),
  };
  yield {
    name: 'sort the records by a number',
    ...edit({ type: 'sort', nodes: [root], by: byPath, direction: 'descending' }),
    beside: [...byHand((all) => all.toSorted((a, b) => b.balance - a.balance)), scanning],
    limit: scanLimit(6),
  };
  const search = (query: Partial<SearchQuery>): Pick<Step, 'own' | 'fromBytes'> => {
    const find = (target: JsonDocument): void => finish(searchDocument(target, { ...QUERY, ...query }, new Hits()));
    return { own: () => find(document), fromBytes: () => find(openDocument(bytes)) };
  };
  yield {
    name: 'search plain text',
    ...search({}),
    beside: [
      { name: 'TextDecoder, indexOf', start: 'bytes', run: () => countIn(decode(bytes), QUERY.pattern) },
      holding(
        'indexOf',
        () => decode(bytes),
        (text) => countIn(text, QUERY.pattern),
      ),
      scanning,
    ],
    limit: scanLimit(1),
  };
  yield { name: 'search keys and values', ...search({ scope: 'all' }), beside: [scanning], limit: scanLimit(1) };
  yield { name: 'search, ignoring case', ...search({ matchCase: false, scope: 'all' }), beside: [scanning] };
  const about = { kind: 'matches', detail: QUERY.pattern } as const;
  const only: { nodes: Uint32Array } = { nodes: new Uint32Array() };
  yield {
    name: 'show only what was found',
    prepare: () => {
      const hits = new Hits();
      finish(searchDocument(document, { ...QUERY, scope: 'all' }, hits));
      only.nodes = Uint32Array.from({ length: hits.storedCount }, (_, index) => hits.at(index).node ?? 0);
    },
    own: () => {
      const found = { ...only, around: new Uint32Array(), whole: false };
      document.rows.narrow(finish(narrowTo(tape, about, found)), 'meanwhile');
      // The text view asks for the lines.
      document.folds.narrow(() => finish(narrowedLines(document)));
      return document.folds.gaps;
    },
    restore: () => {
      document.rows.widen();
      document.folds.widen();
    },
    beside: [scanning],
    limit: { ms: 500 },
    facts: () => ({ values: only.nodes.length }),
  };
  const expression = '[a-z]+@example\\.org';
  yield {
    name: 'search an expression in the text',
    ...search({ pattern: expression, regex: true }),
    beside: [
      { name: 'TextDecoder, matchAll', start: 'bytes', run: () => countMatches(decode(bytes), expression) },
      holding(
        'matchAll',
        () => decode(bytes),
        (text) => countMatches(text, expression),
      ),
      scanning,
    ],
    limit: scanLimit(10),
  };
  const inValues = { pattern: '^[a-z]+1\\d*@', regex: true, scope: 'values' } as const;
  yield { name: 'search an expression in values', ...search(inValues), beside: [scanning], limit: scanLimit(10) };
  yield { name: 'find all problems', own: () => void finish(findProblems(document)), beside: [scanning] };
  yield {
    name: 'the shape of the records',
    own: () => void finish(measureShape(document, 0, 1000)),
    beside: [scanning],
  };
  const filter: WizardFilter = { path, operator: '>', literal: '5000' };
  const wizard = (parts: Partial<Wizard>): Pick<Step, 'own' | 'fromBytes'> => {
    const run = (target: JsonDocument): unknown => finish(carryOutWizard(target.places, 0, { ...NO_WIZARD, ...parts }));
    return { own: () => run(document), fromBytes: () => run(openDocument(bytes)) };
  };
  yield {
    name: 'filter the records',
    ...wizard({ filters: [filter] }),
    beside: [...byHand((all) => all.filter(({ balance }) => balance > 5000)), scanning],
  };
  yield {
    name: 'filter, sort and pick them',
    ...wizard({ filters: [filter], sort: { path, direction: 'ascending' }, pick: [['id'], path] }),
    beside: [
      ...byHand((all) =>
        all
          .filter(({ balance }) => balance > 5000)
          .toSorted((a, b) => a.balance - b.balance)
          .map(({ id, balance }) => ({ id, balance })),
      ),
      scanning,
    ],
  };
  yield { name: 'take a snapshot', own: () => void takeSnapshot(document, asRevision(1)), beside: [scanning] };
  yield { ...undoOfFormat(document), beside: [scanning], limit: scanLimit(2) };
  yield { ...pathsOfMany(), beside: [], limit: { ms: 1 } };
}

function countMatches(text: string, expression: string): number {
  return [...text.matchAll(new RegExp(expression, 'g'))].length;
}

function countIn(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) count += 1;
  return count;
}

/** Formats a document and replaces it as a session does, not measured; then the undo, until the panel's state is known. */
function undoOfFormat(source: JsonDocument): Pick<Step, 'name' | 'prepare' | 'own'> {
  let history = new History();
  let document = source;
  return {
    name: 'undo of a format',
    prepare: () => {
      history = new History();
      document = finish(rewriteDocument(source, { style: 'compact', indent: '', maxLineLength: 0 }));
      history.record({ type: 'document', document: source }, 'alone');
    },
    own: () => {
      history.undo(([change]) => {
        if (change?.type !== 'document') throw new Error('the step of a format is a document');
        const inverse = { type: 'document', document } as const;
        ({ document } = change);
        return [inverse];
      });
      finish(document.settle());
      const { size, lines, rows } = document;
      if (document !== source || size * lines.lineCount * rows.count === 0) throw new Error('the undo did nothing');
    },
  };
}

/** The path of an item near the end of a large array, and the item at that path, once the array was searched. */
function pathsOfMany(): Pick<Step, 'name' | 'own'> {
  const bytes = new TextEncoder().encode(`[${Array.from({ length: MANY_ITEMS }, (_, item) => item).join(',')}]`);
  const { places } = openDocument(bytes);
  let item = MANY_ITEMS - 1;
  return {
    name: `a path and back, in an array of ${MANY_ITEMS} items`,
    own: () => {
      const found = places.atPath(places.path(item + 1));
      if (found !== item + 1) throw new Error(`item ${item} is at entry ${found}`);
      item = item > MANY_ITEMS - 1000 ? item - 1 : MANY_ITEMS - 1;
    },
  };
}
