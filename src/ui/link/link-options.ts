// The options of a link besides its documents. They come before `left` and `right`, because everything after a document's key
// belongs to that document:
//
//   mode=tree              both panels; mode=text,tree  the left one, the right one
//   path=$.users[3]        shows and selects a value of the left document, by JSONPath or JSON Pointer; path=right./users/3
//   compare                compares both; compare=0 does not
//
// The embed page has more options (`src/embed/page/parameters.ts`). Values are percent-encoded. Invalid options are ignored.

import type { Path } from '../../shared/document/path.ts';
import { parsePath } from '../../shared/document/path-text.ts';
import { toPointer } from '../../shared/document/path.ts';
import { MODES, type Mode, type Side } from '../model/side.ts';
import { percentDecoded } from './hash-value.ts';

/** A value of one of the documents. */
export interface ValuePlace {
  readonly side: Side;
  readonly path: Path;
}

/** The parsed options of a link. */
export interface LinkOptions {
  readonly modes: Partial<Readonly<Record<Side, Mode>>>;
  readonly place: ValuePlace | null;
  readonly compare: boolean | null;
}

/** Splits options by name, without decoding them; of duplicates the first counts. */
export function splitOptions(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of text.split('&')) {
    const mark = part.indexOf('=');
    const name = mark < 0 ? part : part.slice(0, mark);
    if (!values.has(name)) values.set(name, mark < 0 ? '' : percentDecoded(part.slice(mark + 1)));
  }
  return values;
}

/** Reads a boolean option: `compare`, `compare=1` and `compare=true` are equivalent. `null` if it is missing or invalid. */
export function readSwitch(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  if (['', '1', 'true', 'yes', 'on'].includes(value)) return true;
  return ['0', 'false', 'no', 'off'].includes(value) ? false : null;
}

/** Parses the options of a link. */
export function readLinkOptions(options: ReadonlyMap<string, string>): LinkOptions {
  const [left, right = left] = (options.get('mode') ?? '')
    .split(',')
    .map((word) => MODES.find((mode) => mode === word));
  return {
    modes: { ...(left && { left }), ...(right && { right }) },
    place: readPlace(options.get('path')),
    compare: readSwitch(options.get('compare')),
  };
}

/** Formats options for a hash; empty if there are none. */
export function formatLinkOptions({ modes: { left, right }, place, compare }: LinkOptions): string {
  const values = [
    left !== undefined && `mode=${left}${right === undefined ? '' : `,${right}`}`,
    place !== null && `path=${place.side === 'right' ? 'right.' : ''}${encodeURIComponent(toPointer(place.path))}`,
    compare === true && 'compare',
  ];
  return values.filter((value) => value !== false).join('&');
}

function readPlace(text: string | undefined): ValuePlace | null {
  if (text === undefined) return null;
  const [, side, path = text] = /^(left|right)\.(.*)$/s.exec(text) ?? [];
  try {
    return { side: side === 'right' ? 'right' : 'left', path: parsePath(path) };
  } catch {
    return null;
  }
}
