// Keys pressed after the one that opens a field in a dialog, before it has the focus: they are meant for the field, and
// not for the document that still has it.

/** No dialog takes longer to load, in milliseconds; after that keys are anybody's again. */
const LONGEST_MS = 5000;

/** What was typed ahead. */
export interface TypedAhead {
  readonly text: string;
  /** Enter came last: what the field offers for it is to be done. */
  readonly chooses: boolean;
}

/** Holds keys for a field that is on its way. */
export class KeysAhead {
  private text = '';
  private chooses = false;
  private since: number | null = null;

  /** Takes a key that is pressed while the field is on its way. Answers whether it is one to hold. */
  hold(event: KeyboardEvent): boolean {
    this.since ??= event.timeStamp;
    if (event.timeStamp - this.since > LONGEST_MS) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    // Behind Enter nothing belongs into the field.
    if (this.chooses) return true;
    if (event.key === 'Enter') this.chooses = true;
    else if (event.key === 'Backspace') this.text = Array.from(this.text).slice(0, -1).join('');
    else if (Array.from(event.key).length === 1) this.text += event.key;
    else return false;
    return true;
  }

  /** What was held since the last time. */
  take(): TypedAhead {
    const { text, chooses } = this;
    this.forget();
    return { text, chooses };
  }

  /** Nothing is on its way. */
  forget(): void {
    this.text = '';
    this.chooses = false;
    this.since = null;
  }
}
