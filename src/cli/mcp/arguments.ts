// The arguments of a tool, checked against what the tool says of them. A wrong one is refused with a sentence that the model can act on,
// and never passed over.

import { CodedError } from '../../shared/errors.ts';
import { isJson } from '../../shared/document/json-text.ts';
import { isRecord } from './json-rpc.ts';
import { memberTexts } from './json-members.ts';

/** What a tool says of one of its arguments: the part of JSON Schema that is used here. */
export interface ArgumentSchema {
  readonly type?: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ArgumentSchema;
  readonly minItems?: number;
}

/** The arguments that a tool takes. */
export interface ArgumentRules {
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required: readonly string[];
}

/** The arguments of one call. */
export class Arguments {
  private readonly values: Readonly<Record<string, unknown>>;
  private readonly texts: ReadonlyMap<string, string>;

  /** `text`: the arguments as the message spells them. @throws CodedError `refused`, with what is wrong */
  constructor(
    text: string,
    private readonly rules: ArgumentRules,
  ) {
    const values: unknown = JSON.parse(text);
    if (!isRecord(values)) throw refusal('"arguments" is not an object.');
    for (const [name, value] of Object.entries(values)) {
      const schema = Object.hasOwn(rules.properties, name) ? rules.properties[name] : undefined;
      if (schema === undefined)
        throw refusal(
          `There is no argument ${JSON.stringify(name)}; there are ${Object.keys(rules.properties).join(', ')}.`,
        );
      const wanted = whatIsWanted(value, schema);
      if (wanted !== null) throw refusal(`"${name}" is not ${wanted}.`);
    }
    for (const name of rules.required) if (!Object.hasOwn(values, name)) throw refusal(`"${name}" is missing.`);
    this.values = values;
    this.texts = memberTexts(text);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name);
  }

  text(name: string): string {
    const value = this.valueOf(name);
    return typeof value === 'string' ? value : '';
  }

  number(name: string): number {
    const value = this.valueOf(name);
    return typeof value === 'number' ? value : 0;
  }

  isOn(name: string): boolean {
    return this.valueOf(name) === true;
  }

  list(name: string): readonly string[] {
    const value = this.valueOf(name);
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** The JSON of an argument as it is spelt in the message. */
  json(name: string): string {
    return this.texts.get(name) ?? 'null';
  }

  /** The JSON of a value that was sent as a value, or as a text that holds JSON. @throws CodedError `refused` */
  jsonValue(): string {
    if (this.has('json') === this.has('value')) throw refusal('Either "value" or "json" is needed.');
    if (this.has('value')) return this.json('value');
    const text = this.text('json');
    if (!isJson(text)) throw refusal('"json" is not valid JSON.');
    return text;
  }

  private valueOf(name: string): unknown {
    return this.has(name) ? this.values[name] : this.rules.properties[name]?.default;
  }
}

/** What a value should be; `null` if it is. */
function whatIsWanted(value: unknown, schema: ArgumentSchema): string | null {
  if (schema.enum !== undefined)
    return typeof value === 'string' && schema.enum.includes(value) ? null : `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? null : 'a text';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'integer': {
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
      const isRight = typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
      return isRight
        ? null
        : `a whole number from ${minimum}${schema.maximum === undefined ? ' on' : ` to ${maximum}`}`;
    }
    case 'object':
      return isRecord(value) ? null : 'an object';
    case 'array': {
      if (!Array.isArray(value)) return 'a list';
      if (value.length < (schema.minItems ?? 0)) return `a list of at least ${schema.minItems}`;
      const { items } = schema;
      const wanted =
        items === undefined
          ? null
          : (value.map((item) => whatIsWanted(item, items)).find((one) => one !== null) ?? null);
      return wanted === null ? null : `a list in which each is ${wanted}`;
    }
    default:
      return null;
  }
}

function refusal(message: string): CodedError {
  return new CodedError('refused', message);
}
