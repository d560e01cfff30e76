// Explains a go-to target while it is typed, and handles Enter, which may be pressed before the lookup is done.

import { useEffect, useRef, useState } from 'react';
import { toJsonPath } from '../../shared/document/path.ts';
import type { Located } from '../../shared/protocol/protocol.ts';
import { parseTarget, type DocumentTarget } from '../../shared/document/target.ts';
import { messageOf } from '../notices/notices.ts';
import { GO_TO } from '../strings/panel/go-to.ts';

/** Locates a target in the document, or the nearest place to it. */
export type LocateTarget = (target: DocumentTarget) => Promise<Located>;

/** What a text in the field leads to. */
export interface TargetLookup {
  readonly wanted: string;
  readonly message: string;
  /** `null` if it leads nowhere. */
  readonly target: DocumentTarget | null;
  /** The place of the target, or the nearest one; `null` if none was looked for. */
  readonly located: Located | null;
}

const NONE: TargetLookup = { wanted: '', message: '', target: null, located: null };

export interface Answering {
  /** The latest answer; while its `wanted` differs from the field's text, a lookup is pending. */
  readonly answer: TargetLookup;
  /** Goes to the target of a text once it is looked up, unless the field's text changes or the field is closed before. */
  goOnceKnown(text: string): void;
}

/** Looks up the text of a field. */
export function useTargetLookup(wanted: string, look: LocateTarget, onGo: (target: DocumentTarget) => void): Answering {
  const [answer, setAnswer] = useState(NONE);
  /** The current text of the field; `null` once it is unmounted. */
  const latest = useRef<string | null>(null);
  useEffect(() => {
    latest.current = wanted;
    let isLatest = true;
    void explainTarget(wanted, look).then((next) => isLatest && setAnswer(next));
    return () => {
      isLatest = false;
      latest.current = null;
    };
  }, [wanted, look]);
  return {
    answer,
    goOnceKnown(text) {
      latest.current = text;
      void explainTarget(text, look).then((next) => {
        if (latest.current !== text) return;
        setAnswer(next);
        if (next.target !== null) onGo(next.target);
      });
    },
  };
}

/** Looks up a text. Never rejects: an error is the message. */
export async function explainTarget(wanted: string, look: LocateTarget): Promise<TargetLookup> {
  try {
    const target = parseTarget(wanted);
    if (target === null) return { ...NONE, wanted, message: GO_TO.help };
    const located = await look(target);
    return { wanted, located, ...describe(target, located) };
  } catch (error) {
    return { ...NONE, wanted, message: messageOf(error) };
  }
}

function describe(
  target: DocumentTarget,
  { isExact, offset, line, column, path }: Located,
): Pick<TargetLookup, 'message' | 'target'> {
  const place = GO_TO.place(people(line), people(column));
  if (isExact)
    return { target, message: path.length > 0 ? GO_TO.goesIn(place, cutPath(toJsonPath(path))) : GO_TO.goes(place) };
  switch (target.type) {
    case 'line':
      if (line === target.line) return { target, message: GO_TO.lineEnds(people(line), people(column)) };
      return { target: null, message: GO_TO.lastLine(people(line)) };
    case 'offset':
      return { target: null, message: GO_TO.bytes(offset.toLocaleString()) };
    case 'path':
      return { target: null, message: GO_TO.nothing(cutPath(toJsonPath(path)), place) };
  }
}

function people(index: number): string {
  return (index + 1).toLocaleString();
}

/** Cuts a long path in the middle. */
export function cutPath(path: string): string {
  return path.length > 80 ? `${path.slice(0, 40)}…${path.slice(-36)}` : path;
}
