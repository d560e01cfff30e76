// Merges the text of a panel with a version that was written elsewhere: saved by another tab or computer, or by another program.
//
//   the last common version ─┬─ edits here ──┐
//                            └─ edits there ─┴▶ job worker: three-way merge ──▶ one undo step; conflicts are asked about before

import { CodedError, hasCode } from '../../../shared/errors.ts';
import {
  conflictKey,
  type MergeAnswer,
  type MergeAnswers,
  type MergeConflict,
  type MergedText,
} from '../../../shared/protocol/merge.ts';
import type { OfRevision } from '../../client/job-host.ts';
import { Merger } from '../../client/merger.ts';
import { isShelved } from '../../model/origin.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument, showsKey } from '../../panel-core/shown-document.ts';
import { offerUndo } from '../../panel-core/undo-steps.ts';
import { MERGE } from '../../strings/documents/merge.ts';
import { fromShelf, type Shelves } from '../incoming/incoming.ts';
import { noteShared, sharedVersion } from '../versions/shared-version.ts';
import { unlessStale } from '../../async/stale.ts';

/** What was answered before, and what is wrong with it. */
export interface AnswersSoFar {
  readonly answers: MergeAnswers;
  readonly problem: string | null;
}

/** Asks what stands; resolves to `null` to merge nothing. */
export type AskConflicts = (conflicts: readonly MergeConflict[], so: AnswersSoFar) => Promise<MergeAnswers | null>;

const MAX_TRIES = 5;

/** Ends a conflict with a save made elsewhere by merging both versions. Reports errors. Returns whether they are merged. */
export async function mergeSaved(core: PanelCore, documents: Shelves, ask: AskConflicts): Promise<boolean> {
  const { state } = core;
  const { origin } = state.document;
  const isSame = sameDocument(core);
  if (!isShelved(origin)) return false;
  try {
    const theirs = await fromShelf(documents, origin.key);
    if (!isSame() || !isShelved(theirs.origin)) return false;
    if (!(await mergeVersion(core, theirs.content, ask))) return false;
    if (!showsKey(core, origin.key)) return false;
    Object.assign(state.document, { origin: theirs.origin, conflict: null, savedContent: null });
    core.succeeded('keep');
    noteShared(core, theirs.content);
    return true;
  } catch (error) {
    if (isSame()) core.report(error);
    return false;
  }
}

/**
 * Writes the edits of another version into the panel's text, as one undo step. Returns whether that was done: not if the user
 * decided otherwise, or something else is shown by then.
 * @throws CodedError `invalid-document`, `missing` without a version that both come from, `stale`
 */
export async function mergeVersion(core: PanelCore, theirs: Blob, ask: AskConflicts): Promise<boolean> {
  const { client } = core;
  const base = sharedVersion(core);
  if (base === null || !(await isReadable(base))) throw new CodedError('missing', MERGE.noBase);
  const merger = new Merger(client, { base, right: theirs });
  try {
    return await mergeWith(core, merger, ask);
  } finally {
    merger.close();
  }
}

/** Asks about conflicts until each is decided, and writes the merge. */
async function mergeWith(core: PanelCore, merger: Merger, ask: AskConflicts): Promise<boolean> {
  const { client, state } = core;
  const isSame = sameDocument(core);
  const decided = new Map<string, MergeAnswer>();
  const merge = async (): Promise<OfRevision<MergedText>> => {
    await client.caughtUp();
    return core.run(MERGE.working, (task) => merger.merge(new Map(decided), task));
  };
  for (let tries = 1; ; tries += 1) {
    let merged = await merge();
    if (!isSame()) return false;
    let problem: string | null = null;
    while (problem !== null || merged.conflicts.some((conflict) => !decided.has(conflictKey(conflict)))) {
      const chosen = await ask(merged.conflicts, { answers: decided, problem });
      if (chosen === null || !isSame()) return false;
      for (const key of merged.conflicts.map(conflictKey)) decided.set(key, chosen.get(key) ?? 'left');
      try {
        merged = await merge();
        problem = null;
      } catch (error) {
        if (!hasCode(error, 'syntax')) throw error;
        problem = error.message;
      }
      if (!isSame()) return false;
    }
    const { dialect } = client.state;
    const { content, revision: base } = merged;
    const write = (): Promise<unknown> =>
      core.write(MERGE.working, (task) => client.replace(content, { ...task, dialect, base }));
    // What is typed meanwhile is merged too. What was decided stays so.
    if (!merged.isLeft && (await (tries === MAX_TRIES ? write() : unlessStale(write(), null))) === null) continue;
    if (!isSame()) return false;
    const message = MERGE.done(state.document.name, merged.conflicts.length);
    if (merged.isLeft) core.announce(message);
    else offerUndo(core, message);
    return true;
  }
}

/** A file that another program has changed can't be read any more. */
async function isReadable(content: Blob): Promise<boolean> {
  return content
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
