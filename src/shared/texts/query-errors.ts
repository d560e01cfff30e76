// Messages about errors in a query: what was found, and what was meant.

/** Quotes what stands in a query, cut to a readable length. */
const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;

/** Of every language. */
export const QUERY_ERROR = {
  misplaced: (found: string, wanted: string): string => `${quoted(found)} can’t stand here. ${wanted}`,
  endsEarly: (wanted: string): string => `The query ends where more of it is expected. ${wanted}`,
  notClosed: (opening: string, line: number, column: number): string =>
    `${quoted(opening)} in line ${line + 1}, column ${column + 1} is not closed.`,
  unclosedString: (quote: string): string =>
    `The string that begins here is not closed: ${quote} is missing at its end.`,
  wantedToken: (token: string): string => `${quoted(token)} is expected.`,
  noFunction: (name: string, meant: string | null): string =>
    `There is no function ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  argumentCount: (name: string, wanted: string, given: number): string =>
    `${name}() takes ${wanted}, but gets ${given === 0 ? 'none' : given}.`,
  argumentsText: (least: number, most: number): string => {
    if (most === Infinity) return `${least} argument${least === 1 ? '' : 's'} or more`;
    if (least === most) return least === 0 ? 'no arguments' : `${least} argument${least === 1 ? '' : 's'}`;
    return `${least} to ${most} arguments`;
  },
  /** `where`: of which argument or what else it is. */
  wrongType: (name: string, wanted: string, what: string, found: string, item: string): string =>
    `${name}() needs ${wanted}, but ${what} is ${found}${item}.`,
  argument: (index: number, count: number): string =>
    count === 1 ? 'its argument' : `its ${['first', 'second', 'third', 'fourth'][index] ?? `${index + 1}th`} argument`,
  regex: (pattern: string, why: string): string =>
    `${quoted(pattern)} is no regular expression${why === '' ? '' : `: ${why}`}.`,
} as const;

/** Of JMESPath. */
export const JMESPATH_ERROR = {
  expression: 'A name, a function, @ or a literal is expected.',
  operator: 'An operator, a dot, a bracket or the end of the query is expected.',
  afterDot: 'After a dot a name, a function, *, [ or { is expected.',
  key: 'A name for the member is expected, and a colon after it.',
  functionName: 'The name of a function stands without quotation marks.',
  number: (digits: string): string => `A number is written between backquotes: \`${digits}\`.`,
  word: (found: string, meant: string): string => `Write ${meant} for ${found}.`,
  equals: 'One = assigns in let only: write == to compare.',
  notJson: 'What stands between the backquotes is no JSON: a string needs quotation marks in there, `"abc"`.',
  badName: 'What stands between the quotation marks is not valid: it has the escapes of JSON.',
  index: 'Brackets hold an index, a slice or * after a value; a member is written .name.',
  slice: 'A slice has three parts at most: [start:stop:step].',
  in: 'Write contains([…], name) for in.',
  reference: 'An expression with & is an argument of a function, as in sort_by(@, &name).',
  step: 'The step of a slice can’t be 0.',
  variable: (name: string): string => `There is no variable $${name}: let $${name} = … in … makes it.`,
  operand: (operator: string, side: string, found: string, item: string): string =>
    `${quoted(operator)} calculates with numbers, but ${side} is ${found}${item}.`,
  hyphen: (name: string): string => ` A name with a hyphen needs quotation marks: "${name}".`,
  inFunction: (name: string, message: string, item: string): string =>
    `${name}() failed${item}: ${message.replace(/^invalid[- ]value[:,] /, '').replace(/\.$/, '')}.`,
  zero: (operator: string, item: string): string => `${quoted(operator)} divides by 0${item}.`,
  keyOf: (name: string, wanted: string, found: string, item: string): string =>
    `${name}() needs ${wanted} for each item, but its expression gives ${found}${item}.`,
  keysDiffer: (name: string, found: string, item: string, first: string): string =>
    `${name}() needs only numbers or only strings, but its expression gives ${found}${item} and ${first} for the first item.`,
} as const;

/** Of JSON Query. */
export const JSONQUERY_ERROR = {
  value: 'A property such as .name, a function, a value or a bracket is expected.',
  property: 'After a dot the name of a property is expected: .name, ."a b" or .0.',
  key: 'A name for the member is expected, and a colon after it.',
  operator: 'An operator, a comma or the end is expected.',
  operatorOr: (closing: string): string => `An operator, a comma or ${quoted(closing)} is expected.`,
  end: 'An operator or the end of the query is expected.',
  word: (found: string): string => `A string needs quotation marks, "${found}", and a property a dot, .${found}.`,
  equals: 'Write == to compare.',
  instead: (found: string, meant: string): string => `Write ${meant} for ${found}.`,
  whole: 'The value itself is get(), and a property of it is .name.',
  input: (name: string, wanted: string, found: string, item: string): string =>
    `${name}() needs ${wanted}, but gets ${found}${item}.`,
  list: (name: string, found: string, item: string): string =>
    `${quoted(name)} needs an array on its right side, but finds ${found}${item}.`,
  chained: 'Two comparisons are joined by and: .a < .b and .b < .c.',
  doubleQuotes: 'A string stands between double quotation marks.',
  escapes: 'What stands between the quotation marks is not valid: it has the escapes of JSON.',
  exists: 'exists() needs a property, such as .name.',
  pick: 'pick() needs properties, such as .name.',
} as const;

/** Of JSONPath, beside those of its grammar. */
export const JSONPATH_ERROR = {
  equals: 'Write == to compare.',
  matches: 'Write match(@.name, "…") for a whole string or search(@.name, "…") for a part of it.',
  in: 'Write each comparison: @.a == 1 || @.a == 2.',
  word: (found: string, meant: string): string => `Write ${meant} for ${found}.`,
  hyphen: 'A name with other characters is written @["a-b"].',
  method: 'Functions stand in filters, before what they take: $[?length(@.name) > 1].',
  filter: 'A filter begins with ?: [?@.a == 1]. Arithmetic is not possible: the last item is [-1].',
  argumentType: (name: string, index: number, type: string): string => {
    const which = ['first', 'second'][index] ?? 'last';
    if (type === 'NodesType') return `${name}() needs a path such as @.name or @.* as its ${which} argument.`;
    return `${name}() needs one value as its ${which} argument: a literal, a function, or a path of names and indices.`;
  },
  mustBeCompared: (name: string): string => `What ${name}() gives has to be compared: ${name}(…) == …`,
  notComparable: (name: string): string => `${name}() is a test of its own, which can’t be compared.`,
} as const;

/** Of jq. */
export const JQ_ERROR = {
  noFunction: (name: string, count: number, meant: string | null): string =>
    `There is no function ${name}${count === 0 ? '' : ` with ${count === 1 ? '1 argument' : `${count} arguments`}`}.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  variable: (name: string): string => `There is no variable ${name}: … as ${name} | … makes it.`,
  label: (name: string): string => `There is no label $${name}: label $${name} | … makes it.`,
  module: (name: string): string =>
    `There are no modules here, so ${quoted(name)} can’t be imported: write its functions into the query.`,
  word: (found: string, meant: string): string => `Write ${meant} for ${found}.`,
  not: 'Write … | not for !.',
  document: 'The document is . in jq, and $name is a variable.',
  hyphen: (name: string): string => `A key with a hyphen needs quotation marks: ."${name}".`,
  ifOpen: (line: number, column: number): string =>
    `if in line ${line + 1}, column ${column + 1} is not closed: end is missing.`,
  needsString: (name: string): string => `${name} needs a string.`,
  expression: 'A path such as .name, a function, a value or a bracket is expected.',
  operator: 'An operator, | or the end of the query is expected.',
  binding: 'The name of a variable is expected, such as $x.',
  afterDot: 'After a dot a name, a string or [ is expected.',
  tokens: (tokens: readonly string[]): string =>
    `${tokens
      .map(quoted)
      .join(', ')
      .replace(/, ([^,]*|“,”)$/, ' or $1')} is expected.`,
  member: (key: string, found: string): string => `${key} needs an object, but gets ${found}.`,
  each: ' Write .[] before it for each item.',
  maybe: ' Write ? after it to leave such values out.',
  item: (index: string, found: string): string => `[${index}] needs an array, but gets ${found}.`,
  strings: 'A string stands between double quotation marks.',
  format: (name: string): string =>
    `There is no format @${name}: jq has @text, @json, @html, @uri, @csv, @tsv, @sh, @base64, @base64d.`,
  iterate: (found: string): string => `.[] needs an array or an object, but gets ${found}.`,
  noInput: 'input has nothing left to read: the document is the only input.',
  says: (message: string): string => `jq says: ${message}`,
} as const;

/** Of JavaScript and Lodash. */
export const CODE_ERROR = {
  empty: 'The query is empty. Enter data for the whole value.',
  notDefined: (name: string, meant: string | null): string =>
    `${quoted(name)} is not defined.${meant === null ? ' The document is called data.' : ` Did you mean ${meant}?`}`,
  noMethod: (call: string, meant: string | null): string =>
    `${quoted(call)} is not a function.${meant === null ? '' : ` Did you mean ${meant}?`}`,
  methodOf: (call: string, owner: string, kinds: readonly string[]): string =>
    `${quoted(call)} is not a function: ${quoted(owner)} is no ${kinds.join(' and no ')} there.`,
  missingThere: (found: string, name: string): string =>
    `What stands before ${quoted(name)} is ${found}, so it has no ${quoted(name)}. Write ?. there where it may be missing.`,
  notOpened: 'It closes what was not opened.',
  missing: (owner: string, found: string, name: string): string =>
    `${quoted(owner)} is ${found}, so it has no ${quoted(name)}. Write ?. before ${name} where ${owner} may be missing.`,
  operand: 'A value or a bracket is missing.',
  before: 'Before it a comma, an operator or a value is missing, or it is one too many.',
  noLodash: '_ is Lodash, which JavaScript doesn’t have here: choose Lodash as the language.',
  recursion: 'The query calls itself too often: it ran out of stack.',
} as const;
