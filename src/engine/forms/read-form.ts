// Reads values from a text that is not JSON: in a form that is known, or in the one that it plainly has. Prose stays text, also
// prose with colons, dashes and commas.

import type { ReadForm, ReadFormName, ValueForm } from '../../shared/protocol/forms.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { isJsonNumber } from '../../shared/document/json-text.ts';
import { readTable } from '../csv/read.ts';
import { LiteralReader } from '../extract/literal.ts';
import { FailedOffsets } from '../base/strict-reader.ts';
import { finish } from '../base/work.ts';
import { treeToJson, type JsonTree } from './json-tree.ts';
import { readPaths } from './read-paths.ts';
import { readHtml, readMarkdown } from './read-tables.ts';
import { looksLikeToon, readToon } from './read-toon.ts';
import { readYaml } from './read-yaml.ts';

/** Lines that are inspected for the form of a text. */
const SAMPLE_LINES = 200;
const KEY_LINE = /^ *(?:- +)*(?:\? )?(?:[\w.$@/-]+|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*') *:(?: |$)/;
const ITEM_LINE = /^ *- /;

/** Reads a text in the form that it has; `null` if it has none but that of text. */
export function readAnyForm(text: string): ReadForm | null {
  for (const form of likelyForms(text)) {
    const json = readFormAs(text, form);
    if (json !== null) return { json, form };
  }
  return null;
}

/** Reads a text in a form. Returns JSON; `null` if the text is not in that form, or the form can't be read. */
export function readFormAs(text: string, form: ReadFormName | ValueForm): string | null {
  const trimmed = text.trim();
  switch (form) {
    case 'escaped':
      return readEscaped(trimmed);
    case 'javascript':
    case 'python':
    case 'literal':
      return readLiteral(trimmed);
    case 'paths':
      return jsonOf(readPaths(text));
    case 'toon':
      return jsonOf(readToon(text));
    case 'markdown':
      return jsonOf(readMarkdown(text));
    case 'html':
      return jsonOf(readHtml(text));
    case 'yaml': {
      const documents = readYaml(text);
      return documents === null ? null : jsonOf(documents.length === 1 ? (documents[0] ?? null) : documents);
    }
    case 'csv':
    case 'tsv':
      return readSeparated(text, form === 'csv' ? ',' : '\t');
    default:
      return null;
  }
}

function jsonOf(tree: JsonTree | null): string | null {
  return tree === null ? null : treeToJson(tree);
}

/** The forms that a text may have, the surest first. */
function* likelyForms(text: string): Generator<ReadFormName> {
  const trimmed = text.trim();
  const [first = ''] = trimmed;
  const lines = trimmed.split(/\r\n|\n/, SAMPLE_LINES).filter((line) => line.trim() !== '');
  if (/^"\s*(?:\\n)*[[{]|^[[{]\s*\\?"|^[[{]\s*\\n/.test(trimmed) && trimmed.includes('\\"')) yield 'escaped';
  if (/^[[{(]/.test(first)) yield 'literal';
  if (first === '<') yield 'html';
  if (lines.every((line) => /^[$\w]+(?:\.[^\s=]+|\[[^=]*\])* = .+/.test(line.trim()))) yield 'paths';
  if (lines.length > 1 && (lines[1]?.includes('-') ?? false) && (lines[0]?.includes('|') ?? false)) yield 'markdown';
  if (looksLikeToon(trimmed)) yield 'toon';
  if (isEven(lines, '\t')) yield 'tsv';
  if (isYaml(lines)) yield 'yaml';
  if (isEven(lines, ',') && lines.every((line) => !/,\s/.test(line.replaceAll(/"(?:[^"]|"")*"/g, '')))) yield 'csv';
}

/** Whether lines are plainly YAML: a document's mark, nested keys, keys below each other, or a list. */
function isYaml(lines: readonly string[]): boolean {
  if (lines[0]?.trim() === '---') return lines.length > 1;
  const content = lines.filter((line) => !/^\s*#/.test(line));
  const [first = ''] = content;
  if (!KEY_LINE.test(first) && !ITEM_LINE.test(first)) return false;
  const keys = content.filter((line) => KEY_LINE.test(line)).length;
  const items = content.filter((line) => ITEM_LINE.test(line)).length;
  const value = first.slice(first.indexOf(':') + 1).trim();
  if (content.length === 1)
    return KEY_LINE.test(first) && (/^(?:true|false|null|\[\]|\{\}|".*")$/.test(value) || isJsonNumber(value));
  return keys + items > 1 || (keys === 1 && (/^[|>][+-]?$/.test(value) || items > 0));
}

/** Whether a separator splits lines, two at least, into the same number of cells, two at least. */
function isEven(lines: readonly string[], separator: string): boolean {
  const counts = lines.map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(separator).length);
  return counts.length > 1 && (counts[0] ?? 0) > 1 && counts.every((count) => count === counts[0]);
}

function readSeparated(text: string, separator: string): string | null {
  const table = finish(readTable(encodeUtf8(text), { separator, header: true }));
  return table.rowCount === 0 ? null : decodeUtf8(joinBytes(table.json));
}

/** JSON in a string of JSON, or in a text with the escapes of one. */
function readEscaped(text: string): string | null {
  const inner = text.startsWith('"') ? text : `"${text}"`;
  try {
    const json: unknown = JSON.parse(inner.replaceAll(/\n|\r\n/g, String.raw`\n`));
    if (typeof json !== 'string') return null;
    JSON.parse(json);
    return json;
  } catch {
    return null;
  }
}

function readLiteral(text: string): string | null {
  const bytes = encodeUtf8(text.replace(/;$/, ''));
  const reader = new LiteralReader(bytes, bytes.length, new FailedOffsets());
  const json = reader.read(0);
  if (json === null) return null;
  return decodeUtf8(bytes.subarray(reader.at)).trim() === '' ? json : null;
}
