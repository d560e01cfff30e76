// What a text leads to, told while it is typed, and Enter, which may come before the answer.

import { useEffect, useRef, useState } from 'react';
import { toJsonPath } from '../../../shared/document/path.ts';
import type { Located } from '../../../shared/protocol/protocol.ts';
import { parseTarget, type Target } from '../../../shared/document/target.ts';
import { messageOf } from '../../app/notices/notices.ts';
import { GO_TO } from '../../strings/panel/go-to.ts';

/** Finds a place in the document, or the nearest one to it. */
export type Look = (target: Target) => Promise<Located>;

/** What a text in the field would do. */
export interface Answer {
  readonly wanted: string;
  readonly message: string;
  /** `null` where it would do nothing. */
  readonly target: Target | null;
}

const NONE: Answer = { wanted: '', message: '', target: null };

export interface Answering {
  /** The newest; while `wanted` is another text, that one is looked up. */
  readonly answer: Answer;
  /** Goes where a text leads once that is known, unless another one is typed meanwhile, or the field is gone. */
  goOnceKnown(text: string): void;
}

/** Looks up what is in a field. */
export function useAnswer(wanted: string, look: Look, onGo: (target: Target) => void): Answering {
  const [answer, setAnswer] = useState(NONE);
  /** What is in the field by now; `null` once there is none. */
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

async function explain(wanted: string, look: Look): Promise<Answer> {
  try {
    const target = parseTarget(wanted);
    if (target === null) return { wanted, message: GO_TO.help, target };
    return { wanted, ...describe(target, await look(target)) };
  } catch (error) {
    return { wanted, message: messageOf(error), target: null };
  }
}

function describe(target: Target, { isExact, offset, line, column, path }: Located): Omit<Answer, 'wanted'> {
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
