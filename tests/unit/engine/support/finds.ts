// What is found in a text, with the JSON of each find.

import { finish } from '../../../../src/engine/base/work.ts';
import { extractJson, readFind } from '../../../../src/engine/extract/extract.ts';
import type { Find } from '../../../../src/engine/extract/find-list.ts';

/** A find and its JSON. */
export interface ReadFind extends Find {
  readonly json: string;
}

/** All finds of a text. */
export function findsIn(input: string | Uint8Array): ReadFind[] {
  const text = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const { finds } = finish(extractJson(text));
  return Array.from({ length: finds.length }, (_, index) => {
    const find = finds.at(index);
    return { ...find, json: readFind(text, find.start).json };
  });
}
