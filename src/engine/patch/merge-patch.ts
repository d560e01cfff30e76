// JSON Merge Patch (RFC 7396) as splices: one sorted list for the document's text, so that one undo step reverts all of it.
// Only objects are merged; `null` removes a member, and any other value replaces what was there, with numbers and strings spelt
// as in the patch. Of duplicate keys, the last one is the member; removing removes all of them.

import { append } from '../../shared/append.ts';
import { CodedError } from '../../shared/errors.ts';
import type { EnteredItem } from '../../shared/protocol/edit-intent.ts';
import { ChangeMap, mapAscending } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asNode, type NodeIndex } from '../../shared/units.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../document/document.ts';
import { planEdit, setValues, spliceIntent } from '../edit/edit.ts';
import { KeyTable } from '../tape/key-table.ts';
import { MANY_VALUES } from '../edit/move.ts';
import type { Places } from '../tape/places.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { SpliceList } from '../base/splice-list.ts';
import { Trial } from '../edit/trial.ts';
import type { Work } from '../base/work.ts';
import { PATCH, TOO_MANY } from '../../shared/texts/edits.ts';

/** Members per slice. */
const SLICE_MEMBERS = 4096;

/** The changes of a merge: nodes of the document, text of the patch. */
interface Plan {
  readonly removed: number[];
  readonly set: NodeIndex[];
  /** One for each of `set`. */
  readonly jsons: string[];
  readonly added: { readonly object: NodeIndex; readonly items: readonly EnteredItem[] }[];
}

/**
 * Returns the splices that apply a merge patch, itself a document, to a document. Neither document is modified. The list is
 * empty when the patch changes nothing.
 * @throws CodedError `syntax` when the patch is not JSON, `invalid-document`, `too-large`
 * @see RFC 7396 §2
 */
export function* mergeDocument(document: JsonDocument, patch: JsonDocument): Work<Splice[]> {
  if (!patch.isLive) throw patch.error ?? new CodedError('syntax', PATCH.notJson);
  const trial = new Trial(document);
  const before = yield* trial.places();
  const plan = yield* makePlan(before, patch.places);
  // Adds before it removes: new members take their layout from members that may be removed.
  const alone = new SpliceList(before.tape.memory, Infinity);
  const splices = yield* setValues(before, plan.set, plan.jsons, alone);
  for (const { object, items } of plan.added) {
    append(splices, yield* planEdit(before, { type: 'insert-all', node: object, where: 'inside', items }));
  }
  splices.sort((a, b) => a.start - b.start);
  const starts = Float64Array.from(plan.removed, (node) => before.tape.start(node)).toSorted();
  trial.write(splices);
  if (starts.length > 0) {
    const after = yield* trial.places();
    const nodes = Uint32Array.from(mapAscending(ChangeMap.of(splices), starts, 'after'), (start) =>
      after.tape.lastAtOrBefore(start),
    );
    trial.write(yield* planEdit(after, { type: 'remove', nodes }));
  }
  return trial.splices();
}

/** Walks the objects that both documents have. */
function* makePlan(places: Places, patch: Places): Work<Plan> {
  const plan: Plan = { removed: [], set: [], jsons: [], added: [] };
  if (places.kind(0) !== 'object' || patch.kind(0) !== 'object') {
    plan.set.push(asNode(0));
    plan.jsons.push(spellWithoutNulls(patch, 0));
    return plan;
  }
  const total = patch.text.size;
  let seen = 0;
  const pairs: [object: number, merged: number][] = [[0, 0]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [object, merged] = pair;
    const wanted = new KeyTable(patch, merged);
    const known = new KeyTable(places, object);
    const close = places.tape.closing(object);
    for (let child = object + 1; child < close; child = places.tape.next(child)) {
      const value = wanted.like(places, child);
      if (value >= 0 && patch.kind(value) === 'null') refuseMore(plan.removed.push(child));
      seen += 1;
      if (seen % SLICE_MEMBERS === 0) yield { done: patch.tape.start(merged), total };
    }
    const items: EnteredItem[] = [];
    const end = patch.tape.closing(merged);
    for (let value = merged + 1; value < end; value = patch.tape.next(value)) {
      seen += 1;
      if (seen % SLICE_MEMBERS === 0) yield { done: patch.tape.start(value), total };
      const kind = patch.kind(value);
      if (kind === 'null' || wanted.like(patch, value) !== value) continue;
      const target = known.like(patch, value);
      if (target < 0) {
        refuseMore(items.push({ key: patch.key(value), json: spellWithoutNulls(patch, value) }));
      } else if (kind === 'object' && places.kind(target) === 'object') {
        pairs.push([target, value]);
      } else if (kind === 'object' || !sameSpelling(places, target, patch, value)) {
        plan.set.push(asNode(target));
        refuseMore(plan.jsons.push(spellWithoutNulls(patch, value)));
      }
    }
    if (items.length > 0) plan.added.push({ object: asNode(object), items });
  }
  return plan;
}

/** Throws when there are too many changes: each needs a text and a splice of its own. */
function refuseMore(changes: number): void {
  if (changes <= MANY_VALUES) return;
  throw new CodedError('too-large', TOO_MANY.merged(MANY_VALUES));
}

/** Whether two values have the same bytes, so that there is nothing to set. */
function sameSpelling(a: Places, one: number, b: Places, other: number): boolean {
  const [left, right] = [a.range(one), b.range(other)];
  const length = left.end - left.start;
  if (length !== right.end - right.start) return false;
  let at = 0;
  while (at < length && a.text.byteAt(left.start + at) === b.text.byteAt(right.start + at)) at += 1;
  return at === length;
}

/** The text of a value merged into nothing: nulls are removed from objects, as deep as they are nested in objects alone. */
function spellWithoutNulls(patch: Places, node: number): string {
  const { start, end } = patch.range(node);
  const parts: Uint8Array[] = [];
  let kept = start;
  for (const splice of removeNulls(patch, node)) {
    parts.push(patch.text.slice(kept, splice.start));
    kept = splice.end;
  }
  parts.push(patch.text.slice(kept, end));
  return decodeUtf8(joinBytes(parts));
}

function removeNulls(patch: Places, node: number): Splice[] {
  const nodes: NodeIndex[] = [];
  const objects = patch.kind(node) === 'object' ? [node] : [];
  for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
    const members = new KeyTable(patch, object);
    const close = patch.tape.closing(object);
    for (let child = object + 1; child < close; child = patch.tape.next(child)) {
      const last = members.like(patch, child);
      // A member that a later null overrides must not become visible.
      if (patch.kind(child) === 'null' || patch.kind(last) === 'null') nodes.push(asNode(child));
      else if (patch.kind(child) === 'object') objects.push(child);
    }
  }
  return spliceIntent(patch, { type: 'remove', nodes });
}
