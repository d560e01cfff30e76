// Plans the splices of an edit made in the tree or the table. `container-layout.ts` reads how a container is laid out; every
// byte that an edit does not concern stays.

import { CodedError } from '../../shared/errors.ts';
import type { PlainIntent } from '../../shared/protocol/edit-intent.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { convertNodes } from './convert.ts';
import { Indents } from '../layout/indents.ts';
import { insertItems, slotAt } from './insertion.ts';
import { enteredItem, replaceBytes } from '../layout/item-spelling.ts';
import { formatKeyLike } from '../layout/new-keys.ts';
import { lineIndent } from '../layout/container-layout.ts';
import { recordsOf, refuseBroken, refuseRecords } from './records.ts';
import { duplicateNodes, moveNodes } from './move.ts';
import type { Places } from '../tape/places.ts';
import { removeNodes } from './removal.ts';
import { formatNode } from '../layout/rewrite.ts';
import { extractNodes, unwrapNodes, wrapNodes } from './reshape.ts';
import { outermost } from '../treeview/selected-nodes.ts';
import { orderItems, sortNodes } from '../sort/sort.ts';
import { formatEntered } from '../layout/spelling.ts';
import { SpliceList } from '../base/splice-list.ts';
import { finish, type Work } from '../base/work.ts';
import { EDIT } from '../../shared/texts/edits.ts';

/** Values per slice. */
const SLICE_NODES = 4096;

/** The splices of an intent, sorted, planned synchronously. @throws as `planEdit` does */
export function spliceIntent(places: Places, intent: PlainIntent): Splice[] {
  return finish(planEdit(places, intent));
}

/**
 * The splices of an intent, sorted. Nodes refer to the live tape. `order` computes the order of items for a sort.
 * @throws CodedError `refused` when the document's structure forbids the edit, `syntax` when a text of the intent is not JSON
 */
export function* planEdit(places: Places, intent: PlainIntent, order = orderItems): Work<Splice[]> {
  checkNodes(places, intent);
  refuseRecords(places, intent);
  refuseBroken(places, intent);
  switch (intent.type) {
    case 'set':
      return [setValue(places, intent.node, intent.json)];
    case 'set-all':
      return yield* setValues(places, intent.nodes, intent.jsons, new SpliceList(places.tape.memory));
    case 'rename': {
      const parent = places.parent(intent.node);
      if (parent < 0 || places.kind(parent) !== 'object') throw new CodedError('refused', EDIT.noKey);
      const { start, end } = places.keyRange(intent.node);
      return [replaceBytes(start, end, [encodeUtf8(formatKeyLike(places, intent.node, intent.key))])];
    }
    case 'insert':
      return insertItems(places, slotAt(places, intent.node, intent.where), [
        enteredItem(places, intent.key, intent.json),
      ]);
    case 'insert-all':
      return insertItems(
        places,
        slotAt(places, intent.node, intent.where),
        intent.items.map(({ key, json, comments }) => enteredItem(places, key, json, comments)),
      );
    case 'remove':
      return yield* removeNodes(places, intent.nodes);
    case 'duplicate':
      return yield* duplicateNodes(places, intent.nodes);
    case 'move':
      return yield* moveNodes(places, intent.nodes, intent.target, intent.where);
    case 'sort':
      return yield* sortNodes(places, outermost(places.tape, intent.nodes), intent.by, intent.direction, order);
    case 'drop':
      return yield* removeNodes(places, intent.items);
    case 'convert':
      return yield* convertNodes(places, outermost(places.tape, intent.nodes), intent.to);
    case 'wrap':
      return yield* wrapNodes(places, intent.nodes, intent.into);
    case 'unwrap':
      return yield* unwrapNodes(places, intent.nodes);
    case 'extract':
      return yield* extractNodes(places, intent.nodes);
    case 'format':
      return yield* formatNode(places, intent.node, intent.options);
  }
}

/**
 * Sets many values in one pass. Splices are collected in `list`, which is empty. The values must not be nested.
 * @throws CodedError as `planEdit`
 */
export function* setValues(
  places: Places,
  nodes: ArrayLike<number>,
  jsons: readonly string[],
  list: SpliceList,
): Work<Splice[]> {
  if (jsons.length !== 1 && jsons.length !== nodes.length)
    throw new RangeError(`${jsons.length} texts for ${nodes.length} nodes`);
  const order = risingOrder(nodes);
  // A scalar has the same spelling everywhere.
  const [first = ''] = jsons;
  const same = jsons.length === 1 && !/^\s*[[{]/.test(first) ? formatEntered(places, first, null) : null;
  const indents = new Indents(places);
  // One text has the same spelling wherever the indentation is the same.
  let spelt = same;
  let indent: string | null | undefined;
  let last = 0;
  for (let done = 0; done < nodes.length; done += 1) {
    const index = order === null ? done : (order[done] ?? 0);
    const node = nodes[index] ?? 0;
    const { start, end } = places.range(node);
    if (start < last) throw new CodedError('refused', EDIT.overlapping);
    last = end;
    if (same === null) {
      const here = indents.at(start);
      if (jsons.length > 1 || here !== indent)
        spelt = formatEntered(places, jsons[jsons.length === 1 ? 0 : index] ?? '', here);
      indent = here;
    }
    list.add(start, end, spelt ?? new Uint8Array());
    if (done % SLICE_NODES === 0) yield { done, total: nodes.length };
  }
  return list.finish();
}

function setValue(places: Places, node: number, json: string): Splice {
  const { start, end } = places.range(node);
  if (places.tape.bracketLength(node) === 0) return replaceBytes(start, end, [recordsOf(places, json)]);
  return replaceBytes(start, end, [formatEntered(places, json, lineIndent(places, start))]);
}

/** The indexes of the numbers in ascending order of the numbers; `null` when they are already in order. */
function risingOrder(numbers: ArrayLike<number>): Uint32Array | null {
  let rising = 1;
  while (rising < numbers.length && (numbers[rising - 1] ?? 0) <= (numbers[rising] ?? 0)) rising += 1;
  if (rising >= numbers.length) return null;
  const order = Uint32Array.from({ length: numbers.length }, (_, index) => index);
  order.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  return order;
}

function checkNodes({ tape }: Places, intent: PlainIntent): void {
  const check = (node: number): void => {
    if (!(node >= 0 && node < tape.count) || tape.isClosing(node))
      throw new RangeError(`node ${node} of ${tape.count}`);
  };
  if ('node' in intent) check(intent.node);
  if ('target' in intent) check(intent.target);
  if ('nodes' in intent) for (let index = 0; index < intent.nodes.length; index += 1) check(intent.nodes[index] ?? -1);
}
