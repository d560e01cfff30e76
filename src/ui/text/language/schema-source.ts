// Suggestions and tooltips from a document's schema.

import type { CaretSurroundings, KeyProposal, ValueProposal } from '../../../shared/protocol/assist.ts';
import type { AssistHost } from '../../assist/assist-host.ts';
import { sayAnnotation, sayPlace, sayTypes, SCHEMA_HELP } from '../../strings/panel/schema-help.ts';
import type { Offer, OfferedSuggestion, SuggestionSource } from './suggestions.ts';
import type { TooltipSource } from './tooltip-lookup.ts';

/** Snippets for the value of a key that has no default, by type; `$0` is where the caret goes. */
const EMPTY_VALUES: ReadonlyMap<string, string> = new Map([
  ['string', '"$0"'],
  ['number', '${0:0}'],
  ['integer', '${0:0}'],
  ['boolean', '${0:false}'],
  ['object', '{$0}'],
  ['array', '[$0]'],
  ['null', '${0:null}'],
]);

/** Suggests the keys and values that the schema allows. */
export function schemaSource(host: AssistHost): SuggestionSource {
  return {
    async suggest(base, offset): Promise<Offer | null> {
      const help = (await host.assist?.atCaret(base, offset)) ?? null;
      if (help === null) return null;
      const { caret, answer, isUnfiltered } = help;
      const { at, range, lacksComma } = caret;
      const { items, count } = answer.type === 'keys' ? answer.keys : answer.values;
      const offered =
        answer.type === 'keys'
          ? answer.keys.items.map((key) => offerKey(key, caret))
          : answer.values.items.map((value) => offerValue(value, caret));
      const isAll = answer.type === 'values' && answer.values.items.some(({ isAllowedAlone }) => isAllowedAlone);
      const rest = count - items.length;
      return { at, range, behind: '', items: offered, rest, commaAt: lacksComma, isAll, isUnfiltered };
    },
  };
}

/** Describes a key or a value by the schema. */
export function schemaTooltips(host: AssistHost): TooltipSource {
  return {
    async describe(base, offset) {
      const help = (await host.assist?.describe(base, { type: 'offset', offset })) ?? null;
      if (help === null || help.range === null) return null;
      const lines = sayPlace(help.note, help.values);
      return lines.length === 0 ? null : { range: help.range, lines };
    },
  };
}

function offerKey(proposal: KeyProposal, { hasColon, isFollowed }: CaretSurroundings): OfferedSuggestion {
  const { key, isRequired, isDeprecated, value, hasValues, types } = proposal;
  const spelling = JSON.stringify(key);
  const [type = ''] = types;
  const empty = hasValues && type !== 'boolean' ? '$0' : (EMPTY_VALUES.get(type) ?? '$0');
  const filled = value === null ? empty : selectedValue(value);
  const words = [
    isRequired ? SCHEMA_HELP.required : '',
    isDeprecated ? SCHEMA_HELP.deprecated : '',
    sayTypes(proposal),
  ];
  return {
    spelling,
    label: key,
    kind: 'key',
    count: 0,
    note: words.filter((word) => word !== '').join(' · '),
    words: sayAnnotation(proposal),
    isDeprecated,
    // A key that is followed by a colon already keeps its value.
    ...(hasColon
      ? {}
      : {
          snippet: `${escapeSnippet(spelling)}: ${filled}${isFollowed ? ',' : ''}`,
          reopensList: hasValues && value === null,
        }),
  };
}

/** A snippet that inserts a value and selects it, or the characters of a string, so that typing replaces it. */
function selectedValue(json: string): string {
  if (!json.startsWith('"')) return `\${0:${escapeSnippet(json)}}`;
  const inner = escapeSnippet(json.slice(1, -1));
  return inner === '' ? '"$0"' : `"\${0:${inner}}"`;
}

function offerValue(
  { json, description, isDefault }: ValueProposal,
  { isFollowed }: CaretSurroundings,
): OfferedSuggestion {
  const kind = json.startsWith('"') ? 'string' : 'number';
  return {
    spelling: json,
    label: kind === 'string' ? String(JSON.parse(json)) : json,
    kind,
    count: 0,
    note: isDefault ? SCHEMA_HELP.isDefault : '',
    words: description === null ? [] : [description],
    isDeprecated: false,
    isPreselected: isDefault,
    ...(isFollowed ? { snippet: `${escapeSnippet(json)},` } : {}),
  };
}

/** @see https://code.visualstudio.com/docs/editor/userdefinedsnippets#_grammar */
function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
