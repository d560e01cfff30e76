// Changes of files that a client has asked for. In the mode "confirm" each is shown first and carried out by a second call. What is kept
// of it until then is the request, and the hashes of the file and of the result: it is planned again when it is carried out, and
// written only if both are the same.

import { createHash } from 'node:crypto';
import { CodedError } from '../../shared/errors.ts';
import { finish } from '../../engine/base/work.ts';
import { JsonDocument } from '../../engine/document/document.ts';
import { fileBytes, textOf, valid, type Edit } from '../documents.ts';
import { withLock } from '../file-lock.ts';
import { replaceFile } from '../files.ts';
import { answerBytes, clipText } from './pages.ts';
import { ShownChange } from './shown-change.ts';
import type { OpenFileDocument, Workspace } from './workspace.ts';

/** Bytes of an answer to a change that was made: the model knows what it has asked for. */
const MAX_DONE_BYTES = 900;
const UNCHANGED = 'Nothing would change.';

/** What a change that was shown is known by: where the file is, behind links, and the SHA-256 of it and of the text that it would have. */
export interface Proposal {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What a call has to say. */
export interface ToolAnswer {
  readonly text: string;
  /** A change that was shown, and waits. */
  readonly proposal?: Proposal;
}

interface Planned {
  readonly text: Uint8Array;
  readonly shown: string;
}

export class Changes {
  constructor(
    private readonly workspace: Workspace,
    private readonly mode: 'confirm' | 'full',
    private readonly budget: number,
  ) {}

  /** Shows a change of a file, carries it out, or carries out the one that was shown. @throws CodedError `conflict`, `refused` */
  async make(name: string, edit: Edit, shown: Proposal | null): Promise<ToolAnswer> {
    if (shown === null && this.mode === 'confirm') return this.propose(name, edit);
    const path = await this.workspace.place(name);
    return withLock(path, async (lock) => {
      const opened = await this.workspace.readOwn(name);
      // A link that leads to a copy of the file by now names another file.
      if (shown !== null && (opened.version.path !== shown.path || hashOf(opened.version.bytes) !== shown.before))
        throw new CodedError(
          'conflict',
          `${name} has been changed by another program. Nothing was written; try again.`,
        );
      const planned = plan(opened, edit, null);
      if (planned === null) return { text: UNCHANGED };
      if (shown !== null && hashOf(planned.text) !== shown.after)
        throw new CodedError('internal', 'The change is not the one that was shown. Nothing was written.');
      await replaceFile(opened.version, fileBytes(opened, planned.text), false, lock);
      return { text: clipText(`Written.\n${planned.shown}`, MAX_DONE_BYTES) };
    });
  }

  private async propose(name: string, edit: Edit): Promise<ToolAnswer> {
    const opened = await this.workspace.readOwn(name);
    const planned = plan(opened, edit, answerBytes(this.budget));
    if (planned === null) return { text: UNCHANGED };
    return {
      text: planned.shown,
      proposal: { path: opened.version.path, before: hashOf(opened.version.bytes), after: hashOf(planned.text) },
    };
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Makes a change in memory; `null` if it changes nothing. `maxBytes`: of what is shown. @throws CodedError `refused` beyond that */
function plan(opened: OpenFileDocument, edit: Edit, maxBytes: number | null): Planned | null {
  const document = valid(opened);
  const made = finish(edit(document));
  if (made instanceof JsonDocument) {
    const [before, after] = [document.memory.text(), textOf(made)];
    if (Buffer.compare(before, after) === 0) return null;
    const count = (bytes: Uint8Array): string => bytes.length.toLocaleString('en-US');
    return {
      text: after,
      shown: `Only the layout changes, from ${count(before)} to ${count(after)} bytes. Every token stays as it is spelt.`,
    };
  }
  const change = new ShownChange(document, made);
  if (change.isEmpty) return null;
  document.apply(made);
  finish(document.settle());
  if (!document.isWhole) throw new CodedError('internal', 'The result would not be valid. Nothing was written.');
  change.complete(document);
  return { text: textOf(document), shown: maxBytes === null ? change.describe() : change.within(maxBytes) };
}
