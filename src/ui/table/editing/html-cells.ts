// Reads the cells of a table that another program has put on the clipboard as HTML. The HTML is parsed into a document that runs
// nothing and loads nothing. A cell is what its program says it is, by an attribute or a number format, or else what it shows.

import { isJsonNumber, isJsonToken } from '../../../shared/document/json-text.ts';

/** Elements whose text is no part of a cell. */
const SKIPPED = new Set(
  'AUDIO,CANVAS,CAPTION,COMMENT,HEAD,IFRAME,MATH,NOSCRIPT,OBJECT,SCRIPT,SELECT,STYLE,SVG,TEMPLATE,TEXTAREA,TITLE,VIDEO'.split(
    ',',
  ),
);
const TEXT_FORMAT = /mso-number-format\s*:\s*["']?\\@/i;
const NUMBER_FORMAT = /mso-number-format\s*:\s*("[^"]*"|'[^']*'|[^;]*)/i;
const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;
/** Number formats of Excel without a date, though their names have its letters. */
const PLAIN_FORMATS = /general|fixed|standard|percent|scientific|currency|fraction|yes|true|on\/off/i;
/** Number formats of Google Sheets that are dates and times, by their `1`. */
const SHEETS_TIMES = new Set([5, 6, 7]);

/** Returns the cells of the first table as JSON texts, `''` for an empty one; `null` where there is no table. */
export function readHtml(html: string): string[][] | null {
  if (!/<(?:table|span)\b/i.test(html)) return null;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const styles = classStyles(page);
  const table = page.querySelector('table');
  if (table === null) {
    const single = page.querySelector('span[data-sheets-value]');
    return single === null ? null : [[valueOf(single, '')]];
  }
  const rows: string[][] = [];
  const shown = Array.from(table.rows).filter((row) => !isHidden(row, styles));
  for (const [at, row] of shown.entries()) {
    const cells = (rows[at] ??= []);
    let column = 0;
    for (const cell of row.cells) {
      const style = styleOf(cell, styles);
      if (isHidden(cell, styles)) continue;
      while (cells[column] !== undefined) column += 1;
      const { colSpan } = cell;
      const below = cell.rowSpan === 0 ? shown.length : at + cell.rowSpan;
      for (let line = at; line < Math.min(below, shown.length); line += 1)
        for (let beside = 0; beside < colSpan; beside += 1) (rows[line] ??= [])[column + beside] ??= '';
      cells[column] = valueOf(cell, style);
      column += colSpan;
    }
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
}

/** The declarations of each class. Browsers do not read the style sheets of a document that is not shown. */
function classStyles(page: Document): Map<string, string> {
  const found = new Map<string, string>();
  for (const { textContent } of page.querySelectorAll('style'))
    for (const [, selectors = '', declarations = ''] of textContent.matchAll(/([^{}]+)\{([^{}]*)\}/g))
      for (const selector of selectors.split(',')) {
        const name = /^[\s<!-]*(?:t[dhr])?\.([\w-]+)\s*$/.exec(selector)?.[1];
        if (name !== undefined) found.set(name, `${found.get(name) ?? ''};${declarations}`);
      }
  return found;
}

function styleOf(element: Element, styles: ReadonlyMap<string, string>): string {
  const own = element.getAttribute('style') ?? '';
  return [own, ...Array.from(element.classList, (name) => styles.get(name) ?? '')].join(';');
}

function isHidden(element: Element, styles: ReadonlyMap<string, string>): boolean {
  return element.hasAttribute('hidden') || HIDDEN.test(styleOf(element, styles));
}

function valueOf(cell: Element, style: string): string {
  const text = textOf(cell);
  const sheets = cell.getAttribute('data-sheets-value');
  const own = sheets === null ? null : sheetsValue(cell, sheets, text);
  if (own !== null) return own;
  const format = cell.getAttribute('sdnum') ?? '';
  if (cell.hasAttribute('x:str')) return quoted(cell.getAttribute('x:str') || text);
  if (TEXT_FORMAT.test(style) || format.endsWith('@')) return quoted(text);
  const logical = cell.getAttribute('x:bool');
  if (logical !== null) return /^(?:true|1)$/i.test(logical || text) ? 'true' : 'false';
  const office = format.split(';').slice(2).join(';');
  const value = cell.getAttribute('sdval') ?? cell.getAttribute('x:num') ?? '';
  if (/^boolean$/i.test(office) && value !== '') return value === '0' ? 'false' : 'true';
  const isTime = isTimeFormat(office) || isTimeFormat(NUMBER_FORMAT.exec(style)?.[1] ?? '');
  if (!isTime && isJsonNumber(value)) return value;
  return isJsonToken(text) ? text : quoted(text);
}

/** What Google Sheets says of a cell; `null` where that is what it shows. */
function sheetsValue(cell: Element, json: string, text: string): string | null {
  try {
    const value = JSON.parse(json) as Readonly<Record<string, unknown>> | null;
    const format = cell.getAttribute('data-sheets-numberformat');
    const kind = format === null ? null : (JSON.parse(format) as Readonly<Record<string, unknown>> | null)?.['1'];
    switch (value?.['1']) {
      case 2:
        return typeof value['2'] === 'string' ? quoted(value['2']) : null;
      case 3: {
        if (typeof kind === 'number' && SHEETS_TIMES.has(kind)) return quoted(text);
        // As it is spelt: a double would lose digits.
        return /"3"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(json)?.[1] ?? null;
      }
      case 4:
        return value['4'] === 1 || value['4'] === true ? 'true' : 'false';
      default:
        return null;
    }
  } catch {
    return null;
  }
}

/** Whether a number format of Excel or LibreOffice is one of dates or times. */
function isTimeFormat(format: string): boolean {
  const plain = format
    .replaceAll(/\\"[^"]*\\"|"[^"]*"(?=.)|\[\$[^\]]*\]|\[[a-z]+\d*\]/gi, '')
    .replaceAll(/["'\\]/g, '');
  if (PLAIN_FORMATS.test(plain)) return false;
  return /date|time|[ydhs]|mm/i.test(plain.replaceAll(/e[+-]0+|#|0|\?/gi, ''));
}

/** The text that a cell shows. */
function textOf(cell: Element): string {
  let text = '';
  const addText = (data: string): void => {
    const collapsed = data.replaceAll(/[ \t\n\r\f]+/g, ' ');
    text += collapsed.startsWith(' ') && /[ \n]$/.test(text) ? collapsed.slice(1) : collapsed;
  };
  const addBreak = (): void => {
    text = `${text.replace(/ +$/, '')}\n`;
  };
  const walk = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) addText(child.nodeValue ?? '');
      else if (child instanceof Element && !SKIPPED.has(child.tagName.toUpperCase())) {
        if (child.hasAttribute('hidden') || HIDDEN.test(child.getAttribute('style') ?? '')) continue;
        if (child.tagName === 'BR') addBreak();
        else if (child.tagName === 'PRE') text += child.textContent;
        else walk(child);
        if (child.tagName === 'P') addBreak();
      }
    }
  };
  walk(cell);
  // The break that ends a cell is not shown.
  const trimmed = text.replace(/^ /, '').replace(/\n$/, '').replace(/ $/, '');
  const plain = trimmed.replaceAll('\u{a0}', ' ');
  return plain.trim() === '' ? '' : plain;
}

function quoted(text: string): string {
  return text === '' ? '' : JSON.stringify(text);
}
