// The fixes of an error: changes of the value alone, or of the object that it is a member of.

import type { FixKind, ProblemFix } from '../../../shared/protocol/schema-fixes.ts';
import { SCHEMA_FIX } from '../../../shared/texts/schema-fixes.ts';
import type { SchemaFailure } from '../failure.ts';
import { type MembersCheck, type SchemaGraph } from '../graph.ts';
import { STRING } from '../kinds.ts';
import { allowedValues, type AllowedCheck } from '../allowed-values.ts';
import { nearestFreeKey } from '../free-keys.ts';
import { nearest } from '../../base/nearest.ts';
import type { ValueReader } from '../value-reader.ts';
import { conversions } from './conversions.ts';
import { toJsonText } from './json-spelling.ts';
import { memberSchemas, suggestValue } from './suggested-value.ts';

/** Allowed values that are compared with the found one, and that are offered when none is near. */
const MAX_COMPARED = 1000;
const MAX_CHOICES = 5;

/** The change that a fix makes. Nodes are entries of the document. */
export type FixChange =
  | { readonly type: 'set'; readonly node: number; readonly json: string }
  | { readonly type: 'remove' | 'wrap' | 'unwrap'; readonly node: number }
  | { readonly type: 'rename'; readonly node: number; readonly key: string }
  | { readonly type: 'add'; readonly node: number; readonly key: string; readonly json: string };

/** A change that fixes an error, and its label. */
export interface Fix extends ProblemFix {
  readonly change: FixChange;
}

/** Returns the fixes of an error, the best one first; empty when there is no automatic fix. */
export function fixesOf(graph: SchemaGraph, failure: SchemaFailure, reader: ValueReader): Fix[] {
  const { reason, check, detail, value } = failure;
  const members = check?.type === 'members' ? check : null;
  switch (reason) {
    case 'missing':
      return members === null ? [] : addition(graph, members, detail, value);
    case 'dependent':
      return members === null ? [] : addition(graph, members, detail % Math.max(1, members.names.count), value);
    case 'unknown':
      // A property that the schema both requires and forbids would be missing after its removal.
      return isRequired(members, value, reader)
        ? []
        : [...renaming(graph, members, value, reader), ...removal(value, reader)];
    case 'unevaluated':
    case 'forbidden':
      return value < 0 ? [] : removal(value, reader);
    case 'value':
      if (check?.type === 'values') {
        return value < 0 ? keyReplacement(check, ~value, reader) : replacements(check, value, reader);
      }
      return check?.type === 'type' && value >= 0 && isSettable(value, reader)
        ? conversions(check.names, value, reader).map(([kind, json]) => converted(kind, value, json))
        : [];
    default:
      return [];
  }
}

const fix = (kind: FixKind, label: string, change: FixChange): Fix => ({
  kind,
  label,
  allLabel: SCHEMA_FIX.all(kind),
  change,
});

function addition(graph: SchemaGraph, check: MembersCheck, number: number, node: number): Fix[] {
  const key = check.names.names[number];
  if (key === undefined) return [];
  const schemas = memberSchemas(check, key);
  if (schemas.some((id) => graph.nodes[id]?.verdict === false)) return [];
  const json = suggestValue(graph, schemas);
  return [fix('add', SCHEMA_FIX.add(key, json), { type: 'add', node, key, json })];
}

function removal(node: number, { places }: ValueReader): Fix[] {
  const parent = places.parent(node);
  if (parent < 0) return [];
  const label = places.kind(parent) === 'object' ? SCHEMA_FIX.remove(places.key(node)) : SCHEMA_FIX.removeItem;
  return [fix('remove', label, { type: 'remove', node })];
}

function isRequired(check: MembersCheck | null, node: number, { places }: ValueReader): boolean {
  return check !== null && check.required.includes(check.names.find(places.key(node)));
}

/** Renames a member to the nearest known key that is not in the object. */
function renaming(graph: SchemaGraph, check: MembersCheck | null, node: number, { places }: ValueReader): Fix[] {
  if (check === null) return [];
  const key = nearestFreeKey(check, node, places, (property) => graph.nodes[property]?.verdict !== false);
  return key === null ? [] : [fix('rename', SCHEMA_FIX.rename(key), { type: 'rename', node, key })];
}

/** Renames a key to the nearest allowed one (`propertyNames`). */
function keyReplacement(check: AllowedCheck, node: number, { places }: ValueReader): Fix[] {
  const allowed: string[] = [];
  for (const { reader, value } of allowedValues(check, MAX_COMPARED)) {
    if (reader.kind(value) === STRING) allowed.push(reader.text(value));
  }
  const key = nearest(places.key(node), allowed);
  return key === null ? [] : [fix('rename', SCHEMA_FIX.rename(key), { type: 'rename', node, key })];
}

function replacements(check: AllowedCheck, node: number, reader: ValueReader): Fix[] {
  if (!isSettable(node, reader)) return [];
  const found = toJsonText(reader.places, node);
  const spelt = [...allowedValues(check, MAX_COMPARED)].map((one) => toJsonText(one.reader.places, one.value));
  const allowed = [...new Set(spelt.filter((json) => json !== null))];
  const same = found === null ? undefined : allowed.find((json) => bare(json) === bare(found));
  const near = same ?? (found === null ? null : nearest(found, allowed)) ?? (allowed.length === 1 ? allowed[0] : null);
  const kind = near == null ? 'choose' : 'replace';
  const offered = near == null ? allowed.slice(0, MAX_CHOICES) : [near];
  return offered.map((json) => fix(kind, SCHEMA_FIX.replace(json), { type: 'set', node, json }));
}

function converted(kind: FixKind, node: number, json: string | null): Fix {
  if (json !== null) return fix(kind, SCHEMA_FIX.convert(kind, json), { type: 'set', node, json });
  const isWrap = kind === 'array';
  return fix(kind, isWrap ? SCHEMA_FIX.wrap : SCHEMA_FIX.unwrap, { type: isWrap ? 'wrap' : 'unwrap', node });
}

/** Whether a value can be replaced by another one. False for the root of NDJSON, the list of records. */
function isSettable(node: number, { places }: ValueReader): boolean {
  return places.tape.bracketLength(node) !== 0 || !places.tape.isOpening(node);
}

/** Removes quotes and case, so that `"1"` equals `1`, and `"Yes"` equals `"yes"`. */
const bare = (json: string): string => json.replace(/^"|"$/g, '').toLowerCase();
