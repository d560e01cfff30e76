// Small texts laid out in plain JavaScript, token by token, as the formatter lays out documents. A document
// of its own, with a WebAssembly memory, costs about a millisecond: too much for each of 200,000 pasted items.

const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g;

/** A valid text as `formatDocument` writes it: each level indented by `unit`, or compact where that is `null`. */
export function layOutText(json: string, unit: string | null): string {
  const breaks: string[] = [];
  const lineBreak = (depth: number): string => {
    if (unit === null) return '';
    while (breaks.length <= depth) breaks.push(`\n${unit.repeat(breaks.length)}`);
    return breaks[depth] ?? '';
  };
  const colon = unit === null ? ':' : ': ';
  let out = '';
  let depth = 0;
  let isFirst = false;
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      out += isFirst ? token : lineBreak(depth) + token;
      isFirst = false;
      continue;
    }
    if (isFirst) out += lineBreak(depth);
    isFirst = token === '{' || token === '[';
    if (isFirst) depth += 1;
    if (token === ',') out += `,${lineBreak(depth)}`;
    else out += token === ':' ? colon : token;
  }
  return out;
}
