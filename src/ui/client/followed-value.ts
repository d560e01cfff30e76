// A value that is followed through the changes of its document, whoever makes them.

import type { Path } from '../../shared/document/path.ts';
import type { FollowedPlace } from '../../shared/protocol/table.ts';
import type { NodeIndex, Revision } from '../../shared/units.ts';
import type { DocumentClient } from './document.ts';

/** The place of a followed value in a revision. */
export type FoundValue = NonNullable<FollowedPlace>;

/** Follows one value until it is released. */
export class FollowedValue {
  /** The value's number in the worker; `null` if the document had changed before it could be followed. */
  private id: Promise<number | null>;
  /** Whether the document had changed before the value could be followed. */
  isLost = false;

  /** `value` is its path or node in revision `base`. */
  constructor(
    private readonly client: DocumentClient,
    private base: Revision,
    private value: Path | NodeIndex,
  ) {
    this.id = this.start();
  }

  /** Returns where the value is; `null` if it is gone. @throws CodedError `invalid-document` */
  async find(): Promise<FoundValue | null> {
    for (;;) {
      const id = await this.id;
      const found = id === null ? null : await this.client.findFollowed(id, false);
      if (found === null) return null;
      if (found !== undefined) {
        this.base = found.revision;
        this.value = found.path;
        return found;
      }
      // Another worker has the document now. It has the same text unless it was written since.
      if (this.client.state.revision !== this.base) return null;
      this.id = this.start();
    }
  }

  release(): void {
    void this.id.then((id) => (id === null ? undefined : this.client.findFollowed(id, true))).catch(() => undefined);
  }

  private start(): Promise<number | null> {
    return this.client.followValue(this.base, this.value).catch(() => {
      this.isLost = true;
      return null;
    });
  }
}
