// Registers the query languages in Monaco: colours, completion and hover texts. Each is registered once per page.

import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { monaco, type TextModel } from '../text/editor/editor.ts';
import type { QueryFunction } from './functions.ts';

/** Completions for the text of a model. */
export interface QueryWords {
  readonly functions: readonly QueryFunction[];
  /** Paths inside the items in the language's spelling, each with its number of occurrences. */
  readonly paths: readonly { readonly text: string; readonly detail: string }[];
}

const WORDS = new WeakMap<TextModel, () => QueryWords>();
const registered = new Set<QueryLanguage>();

const CODE_WORDS = [
  'break',
  'case',
  'catch',
  'const',
  'continue',
  'default',
  'do',
  'else',
  'finally',
  'for',
  'function',
  'if',
  'in',
  'instanceof',
  'let',
  'new',
  'of',
  'return',
  'switch',
  'throw',
  'try',
  'typeof',
  'var',
  'void',
  'while',
  'yield',
];
const JQ_WORDS = [
  'and',
  'as',
  'catch',
  'def',
  'elif',
  'else',
  'end',
  'foreach',
  'if',
  'not',
  'or',
  'reduce',
  'then',
  'try',
  'label',
];

/** Returns the id of a query language in Monaco. */
export function queryLanguageId(language: QueryLanguage): string {
  return `query-${language}`;
}

/** Sets the completions for a model's text. Returns a function that removes them. */
export function completeWith(model: TextModel, words: () => QueryWords): () => void {
  WORDS.set(model, words);
  return () => WORDS.delete(model);
}

/** Registers a language in Monaco on first use, which takes some milliseconds. */
export function registerQueryLanguage(language: QueryLanguage): void {
  if (registered.has(language)) return;
  registered.add(language);
  const id = queryLanguageId(language);
  monaco.languages.register({ id });
  monaco.languages.setMonarchTokensProvider(id, grammarOf(language));
  const pairs = [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
  ] as [string, string][];
  const quotes = language === 'jmespath' ? ['"', "'", '`'] : language === 'jq' ? ['"'] : ['"', "'", '`'];
  monaco.languages.setLanguageConfiguration(id, {
    brackets: pairs,
    autoClosingPairs: [
      ...pairs.map(([open, close]) => ({ open, close })),
      ...quotes.map((quote) => ({ open: quote, close: quote, notIn: ['string'] })),
    ],
    ...(language === 'jq'
      ? { comments: { lineComment: '#' } }
      : isCodeLike(language)
        ? { comments: { lineComment: '//', blockComment: ['/*', '*/'] as [string, string] } }
        : {}),
  });
  monaco.languages.registerCompletionItemProvider(id, {
    triggerCharacters: ['.', '@', '_', '$'],
    provideCompletionItems: (model, position) => ({ suggestions: completions(model, position, language) }),
  });
  monaco.languages.registerHoverProvider(id, {
    provideHover(model, position) {
      const word = model.getWordAtPosition(position);
      const found = word && WORDS.get(model)?.().functions.find(({ name }) => name === word.word);
      if (!word || !found) return null;
      return {
        range: new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, word.endColumn),
        contents: [{ value: `\`${found.signature}\`` }, { value: found.does }],
      };
    },
  });
}

function isCodeLike(language: QueryLanguage): boolean {
  return language === 'javascript' || language === 'lodash';
}

function completions(
  model: TextModel,
  position: monaco.Position,
  language: QueryLanguage,
): monaco.languages.CompletionItem[] {
  const words = WORDS.get(model)?.();
  if (words === undefined) return [];
  const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
  const word = model.getWordUntilPosition(position);
  const range = new monaco.Range(position.lineNumber, word.startColumn, position.lineNumber, position.column);
  const behind = before.slice(0, word.startColumn - 1);
  const { CompletionItemKind } = monaco.languages;
  // After `_.` only functions of Lodash; after another dot the fields of the data, and methods.
  const ofLodash = /(?:^|[^\w$.])_\.$/.test(behind);
  const ofValue = behind.endsWith('.') && !ofLodash;
  const items: monaco.languages.CompletionItem[] = [];
  for (const { name, signature, does } of words.functions) {
    const isLodash = signature.startsWith('_.');
    const isMethod = !isLodash && /^\w+\./.test(signature);
    if (isCodeLike(language) && (ofLodash ? !isLodash : ofValue ? !isMethod : isMethod)) continue;
    if (!isCodeLike(language) && ofValue) continue;
    const text = isLodash && !ofLodash ? `_.${name}` : name;
    items.push({
      label: { label: text, description: signature },
      kind: CompletionItemKind.Function,
      insertText: text,
      detail: signature,
      documentation: does,
      range,
      sortText: `1${name}`,
    });
  }
  if (ofLodash) return items;
  for (const { text, detail } of words.paths) {
    items.push({
      label: { label: text, description: detail },
      kind: CompletionItemKind.Field,
      insertText: text,
      range,
      sortText: `0${text}`,
    });
  }
  return items;
}

function grammarOf(language: QueryLanguage): monaco.languages.IMonarchLanguage {
  const isCode = isCodeLike(language);
  return {
    unicode: true,
    defaultToken: '',
    keywords: isCode ? CODE_WORDS : language === 'jq' ? JQ_WORDS : [],
    constants: ['true', 'false', 'null', 'undefined', 'NaN', 'Infinity'],
    tokenizer: {
      root: [
        ...(isCode
          ? [[/\/\/.*$/, 'comment'] as [RegExp, string], [/\/\*/, 'comment', '@block'] as [RegExp, string, string]]
          : []),
        ...(language === 'jq' ? [[/#.*$/, 'comment'] as [RegExp, string]] : []),
        [/"(?:[^"\\]|\\.)*"?/, language === 'jmespath' ? 'key' : 'string'],
        [/'(?:[^'\\]|\\.)*'?/, 'string'],
        isCode ? [/`/, 'string', '@template'] : [/`(?:[^`\\]|\\.)*`?/, 'string'],
        [/\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/, 'number'],
        [/\.[\p{L}_$][\p{L}\p{N}_$]*/u, 'key'],
        [/[\p{L}_$][\p{L}\p{N}_$]*/u, { cases: { '@keywords': 'boolean', '@constants': 'null', '@default': '' } }],
        [/[{}()[\].,;:|@&?!=<>+\-*/%$]/, 'punctuation'],
      ],
      block: [
        [/\*\//, 'comment', '@pop'],
        [/[^*]+|\*/, 'comment'],
      ],
      template: [
        [/`/, 'string', '@pop'],
        [/(?:[^`\\]|\\.)+/, 'string'],
        [/\\/, 'string'],
      ],
    },
  };
}
