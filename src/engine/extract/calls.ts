// Calls inside of literals: constructors of numbers, dates and ids, and Rust's variants.

import { jsonNumber, quoted, type Signs } from './literal-tokens.ts';

/** An argument of a call. */
export interface Argument {
  /** The name of a keyword argument. */
  readonly key: string | null;
  readonly json: string;
  readonly isContainer: boolean;
  readonly shape: string;
}

/** Words that stand for a value, and the language that each tells. */
export const CONSTANTS: ReadonlyMap<string, { readonly json: string; readonly sign?: keyof Signs }> = new Map([
  ['true', { json: 'true' }],
  ['false', { json: 'false' }],
  ['null', { json: 'null' }],
  ['True', { json: 'true', sign: 'python' }],
  ['False', { json: 'false', sign: 'python' }],
  ['None', { json: 'null', sign: 'none' }],
  ['nil', { json: 'null' }],
  ['undefined', { json: 'null', sign: 'javascript' }],
  ['NULL', { json: 'null' }],
  ['TRUE', { json: 'true' }],
  ['FALSE', { json: 'false' }],
  ['NaN', { json: '"NaN"' }],
  ['nan', { json: '"nan"' }],
  ['inf', { json: '"inf"' }],
  ['NaT', { json: '"NaT"', sign: 'python' }],
  ['pd.NaT', { json: '"NaT"', sign: 'python' }],
  ['pd.NA', { json: '"<NA>"', sign: 'python' }],
  ['np.nan', { json: '"nan"', sign: 'python' }],
  ['np.inf', { json: '"inf"', sign: 'python' }],
  ['np.True_', { json: 'true', sign: 'python' }],
  ['np.False_', { json: 'false', sign: 'python' }],
  ['Infinity', { json: '"Infinity"' }],
  ['MinKey', { json: '"MinKey"', sign: 'mongo' }],
  ['MaxKey', { json: '"MaxKey"', sign: 'mongo' }],
]);

const NUMBERS: ReadonlyMap<string, keyof Signs> = new Map<string, keyof Signs>([
  ['Decimal', 'python'],
  ['decimal.Decimal', 'python'],
  ['Decimal128', 'mongo'],
  ['NumberDecimal', 'mongo'],
  ['NumberLong', 'mongo'],
  ['NumberInt', 'mongo'],
  ['Long', 'mongo'],
  ['Long.fromString', 'mongo'],
  ['Long.fromNumber', 'mongo'],
  ['Int32', 'mongo'],
  ['Int64', 'mongo'],
  ['Double', 'mongo'],
  ['BigInt', 'javascript'],
  ['BigDecimal', 'ruby'],
]);

const TEXTS: ReadonlyMap<string, keyof Signs> = new Map<string, keyof Signs>([
  ['ObjectId', 'mongo'],
  ['ObjectID', 'mongo'],
  ['ISODate', 'mongo'],
  ['UUID', 'mongo'],
  ['GUID', 'mongo'],
  ['Date', 'javascript'],
]);

/** Calls of MongoDB's shell that have no other form: text as they are spelt. */
const SPELT = new Set([
  'Timestamp',
  'BinData',
  'HexData',
  'Binary',
  'Binary.createFromBase64',
  'DBRef',
  'MD5',
  'RegExp',
  'Symbol',
  'MinKey',
  'MaxKey',
]);
/** Containers of Python, whose name is dropped. */
const CONTAINERS = new Set([
  'OrderedDict',
  'defaultdict',
  'Counter',
  'deque',
  'frozenset',
  'set',
  'mappingproxy',
  'array',
  'dict',
  'list',
  'tuple',
]);
const CONSTRUCTORS =
  /^(?:datetime\.|decimal\.|uuid\.|collections\.|np\.|numpy\.|pd\.|zoneinfo\.|fractions\.|ipaddress\.)/;

/** Whether a call may be part of data: of code otherwise. */
export function isCallable(name: string, isRust: boolean, signs: Signs): boolean {
  if (NUMBERS.has(name) || TEXTS.has(name) || SPELT.has(name) || CONTAINERS.has(name) || CONSTRUCTORS.test(name))
    return true;
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
  if (/^[A-Z]/.test(last)) return true;
  return (isRust || signs.python) && /^[a-z_]\w*(?:\.\w+)*$/.test(name);
}

/** What a call means, as JSON; `null` if it is code. */
export function readCall(
  name: string,
  args: readonly Argument[],
  spelt: string,
  isRust: boolean,
  signs: Signs,
): string | null {
  const [first] = args;
  const isNamed = args.length > 0 && args.every(({ key }) => key !== null);
  const numeric = NUMBERS.get(name);
  if (numeric !== undefined && args.length >= 1 && first !== undefined && !first.isContainer) {
    signs[numeric] = true;
    return numberOf(first.json);
  }
  if (name === 'Date' && args.length > 1) return quoted(spelt);
  const textual = TEXTS.get(name);
  if (textual !== undefined && args.length <= 1) {
    if (!(name === 'UUID' && /'/.test(spelt))) signs[textual] = true;
    return first?.json.startsWith('"') === true ? first.json : quoted(spelt);
  }
  if (SPELT.has(name)) {
    if (name === 'Timestamp' && first?.json.startsWith('"') === true) signs.python = true;
    else signs.mongo = true;
    return quoted(spelt);
  }
  if (/^datetime\.(?:datetime|date)$/.test(name)) {
    signs.python = true;
    return quoted(pythonDate(name, args) ?? spelt);
  }
  if (CONTAINERS.has(name)) {
    signs.python = true;
    const last = args.findLast(({ key, isContainer }) => key === null && isContainer);
    if (args.length === 0) return name === 'OrderedDict' || name === 'Counter' || name === 'dict' ? '{}' : '[]';
    if (last === undefined) return isNamed ? members(args) : null;
    return name === 'OrderedDict' ? fromPairs(last.json) : last.json;
  }
  if (CONSTRUCTORS.test(name)) {
    signs.python = true;
    if (/^(?:np|numpy)\./.test(name) && args.length === 1 && first !== undefined) return first.json;
    return quoted(spelt);
  }
  if (isNamed) {
    signs.python = true;
    signs.keywords = true;
    return members(args);
  }
  if (args.some(({ key }) => key !== null)) return null;
  const last = name.slice(name.lastIndexOf(':') + 1);
  if (last === 'Some' && args.length === 1 && first !== undefined) {
    signs.rust = true;
    return first.json;
  }
  if (isRust || last === 'Ok' || last === 'Err') {
    signs.rust = true;
    if (args.length === 0) return quoted(last);
    const content = args.length === 1 ? (first?.json ?? 'null') : `[${args.map(({ json }) => json).join(',')}]`;
    return `{${quoted(last)}:${content}}`;
  }
  // Python's prints of other objects. Double quotes are those of code.
  return /'/.test(spelt) && /^\w/.test(name) ? quoted(spelt) : null;
}

function numberOf(json: string): string {
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  return jsonNumber(sign === '-' ? '-' : '', text.slice(sign.length)) ?? quoted(text);
}

function members(args: readonly Argument[]): string {
  return `{${args.map(({ key, json }) => `${quoted(key ?? '')}:${json}`).join(',')}}`;
}

function pythonDate(name: string, args: readonly Argument[]): string | null {
  if (args.some(({ key, json }) => key !== null || !/^\d+$/.test(json))) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0, micro = 0] = args.map(({ json }) => Number(json));
  if (year === undefined || month === undefined || day === undefined || args.length > 7) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (name === 'datetime.date') return args.length === 3 ? date : null;
  const fraction = micro === 0 ? '' : `.${String(micro).padStart(6, '0')}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction}`;
}

/** `[["a",1],["b",2]]` as an object; the same text if it is no list of pairs with text before each value. */
function fromPairs(json: string): string {
  const pairs = splitItems(json);
  if (pairs === null || !json.startsWith('[')) return json;
  const parts: string[] = [];
  for (const pair of pairs) {
    const [key, value, ...more] = splitItems(pair) ?? [];
    if (key === undefined || value === undefined || more.length > 0 || !key.startsWith('"')) return json;
    parts.push(`${key}:${value}`);
  }
  return `{${parts.join(',')}}`;
}

/** The items of an array in its shortest form. */
function splitItems(json: string): string[] | null {
  if (!json.startsWith('[')) return null;
  const items: string[] = [];
  let depth = 0;
  let isString = false;
  let start = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isString) {
      if (character === '\\') at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if ((character === ',' && depth === 1 && !isString) || at === json.length - 1) {
      if (at > start) items.push(json.slice(start, at));
      start = at + 1;
    }
  }
  return items;
}
