// Queues keys that are pressed after the one that opens an input field in a dialog, before the field has the focus: they are
// meant for the field, not for the document that still has the focus.

/** Longest time that keys are queued, in milliseconds; no dialog takes longer to load. */
const MAX_QUEUED_MS = 5000;

/** The queued input. */
export interface TypedAhead {
  readonly text: string;
  /** Enter was pressed last: the field's default action is to be carried out. */
  readonly chooses: boolean;
}

/** Queues keys for an input field that is about to open. */
export class KeysAhead {
  private text = '';
  private chooses = false;
  private since: number | null = null;

  /** Handles a key pressed before the field is ready. Returns whether the key was queued. */
  hold(event: KeyboardEvent): boolean {
    this.since ??= event.timeStamp;
    if (event.timeStamp - this.since > MAX_QUEUED_MS) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    // After Enter, keys no longer belong to the field.
    if (this.chooses) return true;
    if (event.key === 'Enter') this.chooses = true;
    else if (event.key === 'Backspace') this.text = Array.from(this.text).slice(0, -1).join('');
    else if (Array.from(event.key).length === 1) this.text += event.key;
    else return false;
    return true;
  }

  /** Returns the queued input, and clears it. */
  take(): TypedAhead {
    const { text, chooses } = this;
    this.forget();
    return { text, chooses };
  }

  /** Discards the queue, because no field is about to open. */
  forget(): void {
    this.text = '';
    this.chooses = false;
    this.since = null;
  }
}
