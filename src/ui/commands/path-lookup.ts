// Finds the value that a path typed into the palette leads to, in the document of the active panel.

import { useEffect, useState } from 'react';
import type { Panel } from '../app-model/app-model.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import { cutPath, explainTarget } from '../go-to/use-target-lookup.ts';
import { COMMANDS, GROUPS } from '../strings/app/commands.ts';
import { pathLikeness, previewText } from './path-query.ts';
import type { Command } from './command.ts';

/** How much of a value is read for its preview, in bytes. */
const PREVIEW_BYTES = 240;

export interface PathLookup {
  /** The command that goes to the value; `null` if the text leads to none. While a lookup is pending, that of the text before. */
  readonly command: Command | null;
  /** How far a path leads, or what is wrong with it; `null` for a text that may be something else. */
  readonly message: string | null;
  readonly isPending: boolean;
}

/** What a text leads to. */
interface Answer extends Omit<PathLookup, 'isPending'> {
  readonly query: string;
}

const NONE: Answer = { query: '', command: null, message: null };

/** Looks up a text that reads as a path. */
export function usePathLookup(query: string, panel: Panel): PathLookup {
  const [answer, setAnswer] = useState(NONE);
  const isPath = isLookedUp(query, panel);
  useEffect(() => {
    if (!isPath) return;
    let isLatest = true;
    void lookUpPath(query, panel).then((next) => isLatest && setAnswer(next));
    return () => {
      isLatest = false;
    };
  }, [query, isPath, panel]);
  return isPath ? { ...answer, isPending: answer.query !== query } : { ...NONE, isPending: false };
}

/** Looks up a text. Never rejects. */
export async function lookUpPath(query: string, panel: Panel): Promise<Answer> {
  const { core, actions } = panel;
  if (!isLookedUp(query, panel)) return { ...NONE, query };
  const { target, located, message } = await explainTarget(query, actions.going.look);
  const isCertain = pathLikeness(query) === 'certain';
  if (target === null || located === null) return { query, command: null, message: isCertain ? message : null };
  const { path, range } = located;
  const preview = range === null ? '' : await readPreview(panel, range);
  const command: Command = {
    name: COMMANDS.goTo(cutPath(toJsonPath(path))),
    group: GROUPS[core.side],
    ...(preview === '' ? {} : { preview }),
    disabled: false,
    run: () => void actions.going.goTo(target),
  };
  return { query, command, message: null };
}

function isLookedUp(query: string, { core }: Panel): boolean {
  return !core.state.document.blank && pathLikeness(query) !== 'none';
}

/** Reads the beginning of a value; empty if it can't be read. */
async function readPreview({ core }: Panel, { start, end }: ByteRange): Promise<string> {
  const readTo = asByte(Math.min(end, start + PREVIEW_BYTES));
  try {
    return previewText(decodeUtf8(await core.client.readRange({ start, end: readTo })), readTo < end);
  } catch {
    return '';
  }
}
