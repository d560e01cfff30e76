// Recognises what a scalar means beyond its type. It is computed for the rows on the screen, from the row's data alone. A value
// that is cut is judged by its beginning.

import { unquote } from '../../../shared/bytes/literals.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import { colourOf, type Colour } from './colour.ts';
import { contentOf, startsPicture, startsToken, tokenOf } from './encoded.ts';
import { holdsJson } from './json-text.ts';
import { linkOf } from './link.ts';
import { timeOf, type Time } from './time.ts';

/** What the tree can show beside a value. */
export type Meaning =
  | { readonly type: 'switch'; readonly isOn: boolean }
  | { readonly type: 'colour'; readonly colour: Colour }
  | { readonly type: 'time'; readonly time: Time }
  | { readonly type: 'link'; readonly href: string }
  | { readonly type: 'json' | 'token' | 'base64' | 'picture' };

/** Returns what a row's value means; `null` when it has no further meaning. */
export function meaningOf({ kind, text, key, textCut }: Row): Meaning | null {
  switch (kind) {
    case 'true':
    case 'false':
      return { type: 'switch', isOn: kind === 'true' };
    case 'number': {
      const time = textCut ? null : timeOf(text, key);
      return time && { type: 'time', time };
    }
    case 'string':
      return textCut ? beginning(unquote(text)) : recogniseText(unquote(text), key);
    default:
      return null;
  }
}

/** Returns what a complete string means; `null` when it has no further meaning. */
export function recogniseText(text: string, key: string | null): Meaning | null {
  const colour = colourOf(text, key);
  if (colour !== null) return { type: 'colour', colour };
  const time = timeOf(text, key);
  if (time !== null) return { type: 'time', time };
  const href = linkOf(text);
  if (href !== null) return { type: 'link', href };
  if (holdsJson(text)) return { type: 'json' };
  if (tokenOf(text) !== null) return { type: 'token' };
  const content = contentOf(text);
  if (content === null) return null;
  return { type: content.type === 'picture' ? 'picture' : 'base64' };
}

function beginning(text: string): Meaning | null {
  if (/^\s*(?:\{\s*["}]|\[\s*["{[\dtfn\]-])/.test(text)) return { type: 'json' };
  if (startsToken(text)) return { type: 'token' };
  return startsPicture(text) === null ? null : { type: 'picture' };
}
