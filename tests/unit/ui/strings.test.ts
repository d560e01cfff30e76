// Every sentence that the UI shows is in `src/ui/strings`, in one place for editing, counting and translating: the syntax trees
// of the views contain none.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const UI = join(import.meta.dirname, '../../../src/ui');
const TEXTS = 'strings';

/** Attributes and properties with text that is shown or read aloud. */
const SPOKEN = new Set(['aria-label', 'alt', 'title', 'placeholder', 'label', 'tooltip', 'hint', 'data-hint']);
/** The names of keys are not translated. */
const KEYS = /\b(?:Ctrl|Shift|Alt|Enter|Escape|F\d+|[A-Z\d])\b/g;
const SENTENCE = /^\p{Lu}.*\s.*\p{L}{2}/su;

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => value)
    .filter(isNode);
}

/** The text of a literal, with a placeholder for each expression of a template; `null` for any other node. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('…');
}

/** The texts that an expression may evaluate to. */
function outcomesOf(node: Node): string[] {
  const text = textOf(node);
  if (text !== null) return [text];
  if (node.type === 'JSXExpressionContainer') return outcomesOf(node['expression'] as Node);
  if (node.type === 'ConditionalExpression')
    return [...outcomesOf(node['consequent'] as Node), ...outcomesOf(node['alternate'] as Node)];
  if (node.type === 'LogicalExpression')
    return [...outcomesOf(node['left'] as Node), ...outcomesOf(node['right'] as Node)];
  return [];
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(KEYS, ''));

/** The sentences in a source file. */
function sentencesIn(name: string, source: string): string[] {
  const found = new Set<string>();
  const add = (texts: readonly string[]): void => {
    for (const text of texts) if (hasWords(text)) found.add(text.trim());
  };
  const waiting: Node[] = [parseSync(name, source).program as unknown as Node];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const text = textOf(node);
    if (text !== null && SENTENCE.test(text)) add([text]);
    if (node.type === 'JSXText') add([node['value'] as string]);
    // Expressions between JSX tags.
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      add((node['children'] as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(outcomesOf));
    const [key, value] = [node['name'] ?? node['key'], node['value']];
    if ((node.type === 'JSXAttribute' || node.type === 'Property') && isNode(key) && isNode(value)) {
      const called = key['name'] ?? key['value'];
      if (typeof called === 'string' && SPOKEN.has(called)) add(outcomesOf(value));
    }
    // Types and module specifiers are not shown to users.
    const isCode = node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
    if (!isCode && node.type !== 'ImportDeclaration') waiting.push(...childrenOf(node));
  }
  return [...found];
}

function* sourcesIn(path: string): Generator<string> {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) yield* sourcesIn(join(path, name));
  else if (/\.tsx?$/.test(path)) yield path;
}

/** Sources whose sentences are for the documentation, and on no page. */
const UNSPOKEN = new Set(['leaks/exits.ts']);

const saidBy = (part: string): string[] =>
  [...sourcesIn(join(UI, part))]
    .filter((path) => !UNSPOKEN.has(path.slice(UI.length + 1)))
    .flatMap((path) =>
      sentencesIn(path, readFileSync(path, 'utf8')).map((sentence) => `${path.slice(UI.length + 1)}: ${sentence}`),
    );

describe('the sources of the views', () => {
  const parts = readdirSync(UI).filter((part) => part !== TEXTS);

  it.each(parts)('%s say nothing that is not in the catalogues', (part) => {
    expect(saidBy(part)).toEqual([]);
  });
});

describe('a sentence in a source', () => {
  it.each([
    ['<p>none</p>', ['none']],
    ['<p>{isOn ? "on" : "off"}</p>', ['on', 'off']],
    ['<p aria-label="Close" className="big one" />', ['Close']],
    ['<p title={count > 0 ? `${count} hits` : undefined} />', ['… hits']],
    ["const entry = { label: 'Cut', kind: 'cut' };", ['Cut']],
    ["bar.set({ problem: 'The text has changed.' });", ['The text has changed.']],
    ['say(`Pasted ${count} values.`);', ['Pasted … values.']],
    ["<p title={TEXTS.title} data-hint='Ctrl+Shift+K'>{count} …</p>", []],
    ["import { a } from './A b.ts'; type Name = 'One of two';", []],
    ['throw new RangeError(`row ${row} of ${total}`);', []],
  ])('%s', (source, expected) => {
    expect(sentencesIn('source.tsx', source).toSorted()).toEqual(expected.toSorted());
  });
});
