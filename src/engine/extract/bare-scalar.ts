// What a text without quotes is taken for.

import { isJsonNumber } from '../../shared/document/json-text.ts';

/** A number, true, false or null if it looks like one; else the text. */
export function looksLike(text: string): string {
  if (isJsonNumber(text)) return text;
  if (/^(?:true|True)$/.test(text)) return 'true';
  if (/^(?:false|False)$/.test(text)) return 'false';
  if (/^(?:null|<nil>|nil)$/.test(text)) return 'null';
  return JSON.stringify(text);
}
