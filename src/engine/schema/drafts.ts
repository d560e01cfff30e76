// The five drafts of JSON Schema: the `$schema` of each, and the keywords that hold schemas.

/** A draft by its number or year; later ones are larger. */
export type DraftRules = 4 | 6 | 7 | 2019 | 2020;

/** The draft of a schema that names none. */
export const DEFAULT_DRAFT: DraftRules = 2020;

/**
 * A draft, and which of its vocabularies a meta-schema enables.
 * @see JSON Schema 2020-12 Core §8.1
 */
export interface Vocabulary {
  readonly draft: DraftRules;
  readonly validates: boolean;
  readonly applies: boolean;
  readonly seesUnevaluated: boolean;
  /** Whether `format` asserts, regardless of the setting. */
  readonly assertsFormat: boolean;
}

const BY_URI = new Map<string, DraftRules>([
  ['json-schema.org/draft-04/schema', 4],
  ['json-schema.org/draft-06/schema', 6],
  ['json-schema.org/draft-07/schema', 7],
  ['json-schema.org/draft/2019-09/schema', 2019],
  ['json-schema.org/draft/2020-12/schema', 2020],
]);

/** The draft that a `$schema` names; `null` for any other meta-schema. */
export function draftOf(uri: string): DraftRules | null {
  return BY_URI.get(uri.replace(/^https?:\/\//, '').replace(/#$/, '')) ?? null;
}

/** All vocabularies of a draft. */
export function fullVocabulary(draft: DraftRules): Vocabulary {
  return { draft, validates: true, applies: true, seesUnevaluated: draft >= 2019, assertsFormat: false };
}

/** The vocabularies that a meta-schema's `$vocabulary` enables; `names` are uris. */
export function vocabularyOf(draft: DraftRules, names: Iterable<string>): Vocabulary {
  const parts = new Set(Array.from(names, (name) => name.replace(/^.*\/vocab\//, '')));
  return {
    draft,
    validates: parts.has('validation'),
    applies: parts.has('applicator'),
    seesUnevaluated: draft === 2019 ? parts.has('applicator') : parts.has('unevaluated'),
    assertsFormat: parts.has('format-assertion'),
  };
}

/**
 * How a keyword holds schemas: a single one, a list, the values of an object, either of the first two, or the values of an
 * object each of which is a schema or a list of keys.
 */
export type SchemaForm = 'one' | 'list' | 'map' | 'oneOrList' | 'dependencies';

/** A keyword that holds schemas, and the drafts that define it, half-open. */
interface Holder {
  readonly form: SchemaForm;
  readonly from: number;
  readonly before: number;
}

const ALL = { from: 4, before: Infinity };
const HOLDERS = new Map<string, readonly Holder[]>([
  ['additionalItems', [{ form: 'one', from: 4, before: 2020 }]],
  [
    'items',
    [
      { form: 'oneOrList', from: 4, before: 2020 },
      { form: 'one', from: 2020, before: Infinity },
    ],
  ],
  ['prefixItems', [{ form: 'list', from: 2020, before: Infinity }]],
  ['contains', [{ form: 'one', from: 6, before: Infinity }]],
  ['additionalProperties', [{ form: 'one', ...ALL }]],
  ['propertyNames', [{ form: 'one', from: 6, before: Infinity }]],
  ['not', [{ form: 'one', ...ALL }]],
  ['if', [{ form: 'one', from: 7, before: Infinity }]],
  ['then', [{ form: 'one', from: 7, before: Infinity }]],
  ['else', [{ form: 'one', from: 7, before: Infinity }]],
  ['unevaluatedItems', [{ form: 'one', from: 2019, before: Infinity }]],
  ['unevaluatedProperties', [{ form: 'one', from: 2019, before: Infinity }]],
  ['contentSchema', [{ form: 'one', from: 2019, before: Infinity }]],
  ['allOf', [{ form: 'list', ...ALL }]],
  ['anyOf', [{ form: 'list', ...ALL }]],
  ['oneOf', [{ form: 'list', ...ALL }]],
  ['properties', [{ form: 'map', ...ALL }]],
  ['patternProperties', [{ form: 'map', ...ALL }]],
  ['definitions', [{ form: 'map', ...ALL }]],
  ['$defs', [{ form: 'map', from: 2019, before: Infinity }]],
  ['dependentSchemas', [{ form: 'map', from: 2019, before: Infinity }]],
  ['dependencies', [{ form: 'dependencies', ...ALL }]],
]);

/** How a keyword holds schemas in a draft; `null` when it holds none. */
export function schemaForm(keyword: string, draft: DraftRules): SchemaForm | null {
  return HOLDERS.get(keyword)?.find(({ from, before }) => draft >= from && draft < before)?.form ?? null;
}
