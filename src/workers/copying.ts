// Values read out of a document: as text for the clipboard, and what the items of a list can be sorted by.

import { CodedError } from '../shared/errors.ts';
import type { Path } from '../shared/path.ts';
import type { CallId } from '../shared/protocol.ts';
import type { NodeIndex, Revision } from '../shared/units.ts';
import type { JsonDocument } from './engine/document.ts';
import { movedItem } from './engine/items.ts';
import { lineEnd } from './engine/layout.ts';
import { fieldPath, measureShape } from './engine/shape.ts';
import type { Work } from './engine/work.ts';
import type { Runner } from './runner.ts';

/** After so many values the work lets others in. */
const SLICE_NODES = 1024;
/** Parts of a text that are put together before they become a Blob. */
const BLOB_PARTS = 65_536;
/** Fields that are told apart. */
const MOST_FIELDS = 1000;

/** What copying needs of the session. */
export interface Copyable {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly settled: Promise<unknown>;
  readonly runner: Runner;
}

/** Answers the calls that read values. */
export class Copying {
  constructor(private readonly session: Copyable) {}

  /** One value by itself, several with their keys and a comma between. @throws CodedError `stale`, `cancelled` */
  readNodes(call: CallId, base: Revision, nodes: Uint32Array): Promise<Blob> {
    return this.session.runner.call(call, async (step) => {
      await this.checked(base);
      return step.run(spellNodes(this.session.document, nodes));
    });
  }

  /** The paths that most items of a container have something at. @throws CodedError `stale` */
  sortPaths(base: Revision, node: NodeIndex): Promise<Path[]> {
    return this.session.runner.call(-1, async (step) => {
      await this.checked(base);
      const shape = await step.run(measureShape(this.session.document, node, MOST_FIELDS));
      return shape.fields
        .map(({ presence, kinds }, index) => ({ index, presence, scalars: presence - kinds.object - kinds.array }))
        .filter(({ index, scalars }) => index > 0 && scalars > 0)
        .toSorted((a, b) => b.presence - a.presence || a.index - b.index)
        .map(({ index }) => fieldPath(shape, index));
    });
  }

  private async checked(base: Revision): Promise<void> {
    await this.session.settled;
    if (base !== this.session.revision) throw new CodedError('stale', 'The document has changed meanwhile.');
  }
}

function* spellNodes({ places }: JsonDocument, nodes: Uint32Array): Work<Blob> {
  const blobs: Blob[] = [];
  let parts: BlobPart[] = [];
  const between = `,${lineEnd(places)}`;
  for (const [index, node] of nodes.entries()) {
    if (index > 0) parts.push(between);
    const parent = nodes.length > 1 ? places.parent(node) : -1;
    if (parent >= 0 && places.kind(parent) === 'object') {
      const { start, end } = places.keyRange(node);
      parts.push(places.text.slice(start, end).slice(), ': ');
    }
    parts.push(movedItem(places, node, '').spell('', () => '') as Uint8Array<ArrayBuffer>);
    if (parts.length >= BLOB_PARTS) {
      blobs.push(new Blob(parts));
      parts = [];
    }
    if (index % SLICE_NODES === 0) yield { done: index, total: nodes.length };
  }
  return new Blob([...blobs, ...parts], { type: 'text/plain' });
}
