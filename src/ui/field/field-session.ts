// A field that edits a value of a tree or a table. It is opened, typed into, and written when it is left. It follows its value, and
// text that can't be written stays in it, or is told.
//
//   open ─▶ draft ─┬─ discard
//                  └─ commit ─▶ closed ─▶ writeClosed ─┬─ written
//                                                      └─ failed ─▶ open again with its text, or an error that has it

import { CodedError } from '../../shared/errors.ts';
import type { FollowedValue } from '../client/followed-value.ts';

/** An open field. */
export interface EditedField {
  /** Its initial text. */
  readonly value: string;
  /** Whether it was opened by a character that was typed over the value. */
  readonly isTyped: boolean;
  /** The value, or the item that it is in, wherever it moves. */
  readonly followed: FollowedValue;
}

/** The field editing of one view. */
export abstract class FieldSession<F extends EditedField> {
  /** The current text of the field, stored here so that it survives when the field is scrolled out of view. */
  draft = '';
  private written: Promise<unknown> = Promise.resolve();

  /** The open field; `null` if there is none. */
  protected abstract get field(): F | null;
  protected abstract setField(field: F | null): void;
  /** Returns a closed field as it can be opened again, where its value is now; `null` if it can't be. */
  protected abstract placeAgain(field: F): Promise<F | null>;
  /** Says that a text was not written. */
  protected abstract notWritten(draft: string): string;

  /** Whether a field is open whose text is not written yet. */
  get isDirty(): boolean {
    const { field } = this;
    return field !== null && (field.isTyped || this.draft !== field.value);
  }

  /** Closes the field without writing. */
  discard(): void {
    this.field?.followed.release();
    this.setField(null);
  }

  /**
   * Writes the text of a field that has just been closed. If that fails, the field is opened again after `restore`.
   * @throws CodedError what the write throws; one with the text if the field can't be opened again
   */
  protected writeClosed<T>(field: F, write: () => Promise<T>, restore?: () => void): Promise<T> {
    const { draft } = this;
    const writing = write().then(
      (result) => {
        field.followed.release();
        return result;
      },
      async (error: unknown) => {
        const again = await this.placeAgain(field);
        if (again === null) throw new CodedError('refused', this.notWritten(draft));
        this.draft = draft;
        restore?.();
        this.setField(again);
        throw error;
      },
    );
    this.written = writing.catch(() => undefined);
    return writing;
  }

  /** Waits until the last write has ended. */
  protected async untilWritten(): Promise<void> {
    await this.written;
  }
}
