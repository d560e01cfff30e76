// A text is copied without its quotes. So that it stays a text where it is pasted in a page like this one, whatever it looks like,
// the copy has its JSON too, in HTML.

import { unquote } from '../../../shared/bytes/literals.ts';
import { type Dialect, valueDialect } from '../../../shared/document/dialect.ts';
import type { Task } from '../../client/document.ts';
import { writeForm } from '../../copy-as/form-jobs.ts';

/** Longer texts, in bytes, are decoded by a job. */
const LONG = 256 * 1024;
/** Longer ones have no HTML, which the browser would parse on the page's thread. */
export const MAX_HTML_BYTES = 64 * 1024;
const ATTRIBUTE = 'data-diptych-json';
/** Forms of other languages have marks; a line of words and numbers has none. */
const MARKS = /[\n\t{[(<=|]|^["'-]|: /;

/** A copied text, and its JSON unless that is the text. */
export interface CopiedText {
  readonly text: Blob;
  readonly json: string | null;
}

/** Returns the contents of a string. */
export async function contentsOf(json: Blob, dialect: Dialect, task: Task): Promise<CopiedText> {
  if (json.size > LONG) {
    const own = valueDialect(dialect);
    const { content } = await writeForm({ text: json, dialect: own, isList: false }, 'contents', task);
    return { text: content, json: null };
  }
  const spelt = await json.text();
  return { text: new Blob([unquote(spelt)], { type: 'text/plain' }), json: spelt };
}

/** A copied text as HTML that holds its JSON. */
export async function spellAsHtml({ text, json }: CopiedText): Promise<Blob> {
  const shown = escape(await text.text()).replaceAll('\n', '<br>');
  return new Blob([`<span ${ATTRIBUTE}="${escape(json ?? '')}">${shown}</span>`], { type: 'text/html' });
}

/** Returns the JSON of a text that a page like this one has copied; `null` if it has not. */
export function readMarked(html: string, text: string): string | null {
  if (!html.includes(ATTRIBUTE)) return null;
  const marked = new DOMParser().parseFromString(html, 'text/html').querySelector(`[${ATTRIBUTE}]`);
  const json = marked?.getAttribute(ATTRIBUTE) ?? null;
  // The text may have been changed on the way.
  return json !== null && json !== '' && unquote(json).replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n')
    ? json
    : null;
}

/** Whether a text may be in the form of another language. */
export function mayBeForm(text: string): boolean {
  return MARKS.test(text.trim());
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
