// A path names a value by the keys and positions that lead to it from the root. Three spellings: JSON Pointer (RFC 6901),
// JSONPath (RFC 9535, the normalised form except for names that need no quotes), and JavaScript. `path-text.ts` parses them.

/** A key of an object, or a position in an array. */
export type Segment = string | number;
/** From the root inwards; empty for the root. */
export type Path = readonly Segment[];

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const JQ_NAME = /^[A-Za-z_]\w*$/;
const JSONPATH_NAME = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/** `/a~1b/0`; empty for the root. @see RFC 6901 §3 */
export function toPointer(path: Path): string {
  return path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** `$.a['b c'][0]`; `$` for the root. @see RFC 9535 §2.7, §2.3.1.1: a name that holds a `$` needs quotes */
export function toJsonPath(path: Path): string {
  return `$${path.map((segment) => spell(segment, quoteSingle, JSONPATH_NAME)).join('')}`;
}

/** `.a["b c"][0]`, to follow a variable's name; empty for the root. */
export function toJavaScript(path: Path): string {
  return path.map((segment) => spell(segment, JSON.stringify, NAME)).join('');
}

/** `.a["b c"][0]`, as jq has it; `.` for the root. @see https://jqlang.org/manual/#basic-filters */
export function toJq(path: Path): string {
  const steps = path.map((segment) => spell(segment, JSON.stringify, JQ_NAME)).join('');
  return steps.startsWith('.') ? steps : `.${steps}`;
}

/** Whether two paths lead to the same place. */
export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((segment, index) => segment === other[index]);
}

function spell(segment: Segment, quote: (name: string) => string, plain: RegExp): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return plain.test(segment) ? `.${segment}` : `[${quote(segment)}]`;
}

/** Puts a name in single quotes, with the escapes of RFC 9535 §2.3.1.2. */
function quoteSingle(name: string): string {
  const body = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}
