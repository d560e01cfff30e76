// Explains a go-to target while it is typed, and handles Enter, which may be pressed before the lookup is done.

import { useEffect, useRef, useState } from 'react';
import { toJsonPath } from '../../../shared/document/path.ts';
import type { Located } from '../../../shared/protocol/protocol.ts';
import { parseTarget, type DocumentTarget } from '../../../shared/document/target.ts';
import { messageOf } from '../../notices/notices.ts';
import { GO_TO } from '../../strings/panel/go-to.ts';

/** Locates a target in the document, or the nearest place to it. */
export type LocateTarget = (target: DocumentTarget) => Promise<Located>;

/** What a text in the field leads to. */
export interface TargetLookup {
  readonly wanted: string;
  readonly message: string;
  /** `null` if it leads nowhere. */
  readonly target: DocumentTarget | null;
}

const NONE: TargetLookup = { wanted: '', message: '', target: null };

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
    void explain(wanted, look).then((next) => isLatest && setAnswer(next));
    return () => {
      isLatest = false;
      latest.current = null;
    };
  }, [wanted, look]);
  return {
    answer,
    goOnceKnown(text) {
      latest.current = text;
      void explain(text, look).then((next) => {
        if (latest.current !== text) return;
        setAnswer(next);
        if (next.target !== null) onGo(next.target);
      });
    },
  };
}

async function explain(wanted: string, look: LocateTarget): Promise<TargetLookup> {
  try {
    const target = parseTarget(wanted);
    if (target === null) return { wanted, message: GO_TO.help, target };
    return { wanted, ...describe(target, await look(target)) };
  } catch (error) {
    return { wanted, message: messageOf(error), target: null };
  }
}

function describe(
  target: DocumentTarget,
  { isExact, offset, line, column, path }: Located,
): Omit<TargetLookup, 'wanted'> {
  const place = GO_TO.place(people(line), people(column));
  if (isExact)
    return { target, message: path.length > 0 ? GO_TO.goesIn(place, cut(toJsonPath(path))) : GO_TO.goes(place) };
  switch (target.type) {
    case 'line':
      if (line === target.line) return { target, message: GO_TO.lineEnds(people(line), people(column)) };
      return { target: null, message: GO_TO.lastLine(people(line)) };
    case 'offset':
      return { target: null, message: GO_TO.bytes(offset.toLocaleString()) };
    case 'path':
      return { target: null, message: GO_TO.nothing(cut(toJsonPath(path)), place) };
  }
}

function people(index: number): string {
  return (index + 1).toLocaleString();
}

function cut(path: string): string {
  return path.length > 80 ? `${path.slice(0, 40)}…${path.slice(-36)}` : path;
}
