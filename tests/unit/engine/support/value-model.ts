// The reference model for laws of edits: a document as a plain value with its members in order, and random documents.

import fc from 'fast-check';
import { expect } from 'vitest';
import { hasComments } from '../../../../src/shared/document/dialect.ts';
import type { PlainIntent } from '../../../../src/shared/protocol/edit-intent.ts';
import type { JsonDocument } from '../../../../src/engine/document/document.ts';
import { spliceIntent } from '../../../../src/engine/edit/edit.ts';
import { formatDocument } from '../../../../src/engine/layout/format.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { anyDialect, commentsIn, textIn } from './dialect-documents.ts';
import { makeDocument, textOf } from './documents.ts';
import { runs } from '../../../runs.ts';

/** A value with its members in order, including duplicate keys. */
export type Model =
  | { readonly type: 'scalar'; readonly text: string }
  | { readonly type: 'array'; readonly items: Model[] }
  | { readonly type: 'object'; readonly items: Model[]; readonly keys: string[] };

export type Container = Exclude<Model, { type: 'scalar' }>;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the model of a document, and the model of each of its nodes. */
export function modelOf(document: JsonDocument): {
  root: Model;
  nodes: Map<number, Model>;
  parents: Map<number, number>;
} {
  const { tape, places } = document;
  const nodes = new Map<number, Model>();
  const parents = new Map<number, number>();
  const open: number[] = [];
  for (let entry = 0; entry < tape.count; entry += 1) {
    if (tape.isClosing(entry)) {
      open.pop();
      continue;
    }
    const kind = places.kind(entry);
    const { start, end } = places.range(entry);
    const model: Model =
      kind === 'array'
        ? { type: 'array', items: [] }
        : kind === 'object'
          ? { type: 'object', items: [], keys: [] }
          : { type: 'scalar', text: decoder.decode(document.memory.text(start, end)) };
    const parent = open.at(-1);
    if (parent !== undefined) {
      parents.set(entry, parent);
      const around = nodes.get(parent) as Container;
      around.items.push(model);
      if (around.type === 'object') around.keys.push(places.key(entry));
    }
    nodes.set(entry, model);
    if (tape.isOpening(entry)) open.push(entry);
  }
  const root = nodes.get(0);
  if (root === undefined) throw new Error('no root');
  return { root, nodes, parents };
}

/**
 * Applies an edit and its inverse, with checks. Returns the model after the edit. `keeps` expects every comment to be
 * preserved.
 */
export function applyAndUndo(document: JsonDocument, intent: PlainIntent, keeps = false): Model {
  const before = textOf(document);
  const splices = spliceIntent(document.places, intent);
  const inverse = document.apply(splices);
  finish(document.settle());
  expect(document.error?.message, textOf(document)).toBeUndefined();
  document.check();
  if (keeps && hasComments(document.dialect)) {
    expect(commentsIn(textOf(document)).toSorted()).toEqual(commentsIn(before).toSorted());
  }
  const { root } = modelOf(document);
  document.apply(inverse);
  finish(document.settle());
  expect(textOf(document)).toBe(before);
  return root;
}

/** Runs `body` on random documents, as generated, formatted and compact, with nodes picked at random. */
export function forDocuments(
  tries: number,
  body: (document: JsonDocument, pick: (nodes: readonly number[]) => number, picks: readonly number[]) => void,
): void {
  fc.assert(
    fc.property(
      anyDialect.chain((dialect) => textIn(dialect).map((text) => ({ text, dialect }))),
      fc.constantFrom('as it is', 'format', 'smart', 'compact'),
      fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      ({ text, dialect }, style, picks) => {
        let document = makeDocument(text, 1 << 20, dialect);
        if (style !== 'as it is')
          document = finish(formatDocument(document, { style, indent: '\t', maxLineLength: 40 }));
        let used = 0;
        body(document, (nodes) => nodes[(picks[used++ % picks.length] ?? 0) % nodes.length] ?? 0, picks);
      },
    ),
    { numRuns: runs(tries) },
  );
}

/** Returns the position of each ancestor in its parent, because keys may be repeated. */
export function pathTo(document: JsonDocument, node: number): number[] {
  return document.places.steps(node).map(({ ordinal }) => ordinal);
}

export function containerAt(root: Model, path: readonly number[]): Container {
  let model = root;
  for (const ordinal of path) model = (model as Container).items[ordinal] ?? model;
  return model as Container;
}

/** Returns a model without its keys, for moves that assign a new key. */
export function blankKeys(model: Model): unknown {
  return JSON.parse(JSON.stringify(model), (key, value: unknown) => (key === 'keys' ? undefined : value)) as unknown;
}
