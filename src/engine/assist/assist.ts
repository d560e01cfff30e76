// Handles requests about a place and its schemas.

import type { AssistAnswer, AssistRequest, PlaceNote } from '../../shared/protocol/assist.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { annotate } from './annotations.ts';
import type { PlaceSchemas } from './applied.ts';
import { noteOfChild, proposeKeys, requiredOf } from './key-proposals.ts';
import { proposeValues } from './value-proposals.ts';

/** Proposals per reply, at most. */
const MAX_ITEMS = 100;

/** Handles a request; `outline` is the outline of its surroundings, as a document. */
export function* assist(guide: PlaceSchemas, request: AssistRequest, outline: JsonDocument): Work<AssistAnswer> {
  const { path, hasValue, keys } = request.at;
  switch (request.type) {
    case 'keys': {
      const place = yield* guide.locate(path, outline, hasValue, keys);
      return { type: 'keys', keys: yield* proposeKeys(guide, place, keys, request.typed, MAX_ITEMS) };
    }
    case 'values': {
      const place = yield* guide.locate(path, outline, hasValue, keys, path.at(-1) ?? null);
      return { type: 'values', values: yield* proposeValues(guide, place, request.typed, MAX_ITEMS) };
    }
    case 'describe':
      return yield* describe(guide, request, outline);
    case 'children': {
      const place = yield* guide.locate(path, outline, hasValue, keys);
      const required = requiredOf(place, new Set(keys));
      const notes: PlaceNote[] = [];
      for (const child of request.children) notes.push(yield* noteOfChild(guide, place, child, required));
      return { type: 'children', notes };
    }
  }
}

function* describe(
  guide: PlaceSchemas,
  { at }: AssistRequest & { type: 'describe' },
  outline: JsonDocument,
): Work<AssistAnswer> {
  const { path, keys } = at;
  const place = yield* guide.locate(path, outline, at.hasValue, keys);
  const last = path.at(-1);
  const around = last === undefined ? null : yield* guide.locate(path.slice(0, -1), outline, true, keys);
  const isRequired = around !== null && requiredOf(around, new Set(keys)).has(String(last));
  // The values that may replace a value do not depend on it; they may make its container another alternative.
  const open = yield* guide.locate(path, outline, false, keys, last ?? null);
  const values = yield* proposeValues(guide, open, '', MAX_ITEMS);
  return { type: 'describe', note: { ...annotate(place), isRequired, isKnown: place.applied.length > 0 }, values };
}
