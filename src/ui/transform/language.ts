// The query languages as Monaco knows them: colours, and what may be written next. Each is registered once for the page.

import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { monaco, type TextModel } from '../text/editor.ts';
import type { QueryFunction } from './functions.ts';

/** What can be completed in a model's text. */
export interface QueryWords {
  readonly functions: readonly QueryFunction[];
  /** Paths inside the items, as the language spells them, and how often each is there. */
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

/** The name that Monaco knows a query language by. */
export function queryLanguageId(language: QueryLanguage): string {
  return `query-${language}`;
}

/** Says what completes a model's text. Answers how to end that. */
export function completeWith(model: TextModel, words: () => QueryWords): () => void {
  WORDS.set(model, words);
  return () => WORDS.delete(model);
}

/** Makes a language known to the page's Monaco, unless it is: one takes some milliseconds. */
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
  // Behind `_.` only what Lodash has; behind another dot what is in the data, and methods.
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
