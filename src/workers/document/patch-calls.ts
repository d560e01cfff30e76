// Turns external patches into splices: planned here, next to the tape, and applied by `applyPacked`, which the journal can
// repeat.

import { CodedError } from '../../shared/errors.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import type { PatchKind } from '../../shared/protocol/reported-changes.ts';
import type { CallId } from '../../shared/protocol/reply.ts';
import type { Revision } from '../../shared/units.ts';
import { NOT_VALID, STALE } from '../../shared/texts/documents.ts';
import { loadBlob } from '../../engine/document/load-document.ts';
import { mergeDocument } from '../../engine/patch/merge-patch.ts';
import { patchDocument } from '../../engine/patch/patch.ts';
import type { Session } from './session.ts';

const PLANS = { 'json-patch': patchDocument, 'merge-patch': mergeDocument } as const;

/** Plans the changes that patches make to a session's document. */
export class PatchCalls {
  constructor(private readonly session: Session) {}

  /**
   * The splices of a patch, packed as in `shared/document/splice-pack.ts`. Changes nothing.
   * @throws CodedError `stale`, `syntax` and `refused` with the operation in the message, `invalid-document`, `too-large`,
   * `cancelled`
   */
  planPatch(call: CallId, base: Revision, kind: PatchKind, content: Blob): Promise<Blob> {
    const { session } = this;
    return session.exclusive(() =>
      session.runner.call(call, async (step) => {
        if (base !== session.revision) throw new CodedError('stale', STALE.edit(base, session.revision));
        await session.settled;
        if (!session.document.isLive) throw new CodedError('invalid-document', NOT_VALID.tree);
        const patch = await loadBlob(content, 'json', (done) => step.breathe({ done, total: content.size }));
        return new Blob([packSplices(await step.run(PLANS[kind](session.document, patch)))]);
      }),
    );
  }
}
