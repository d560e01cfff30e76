// Decides which rows of a wrapped line Monaco draws again. By default a row counts as changed when anything in its whole line
// has changed, and a document without line ends is one line that fills the screen: each keystroke drew forty rows again, in 15
// to 25 ms. Here a row is compared by what it shows:
//
//   its characters, colours and decorations   belong to the row, wherever in the line it begins
//   the column at which it begins             shifts with each character before it; only the width of a tab depends
//                                             on it, as white space is not made visible

import { RenderLineInput } from 'monaco-editor/editor/common/viewLayout/viewLineRenderer';
import { LineTokens, type RowTokens } from 'monaco-editor/editor/common/tokens/lineTokens';

const isSameInput = RenderLineInput.prototype.equals;

/** Makes Monaco compare rows by what they show, in all editors of the page. Cost of a comparison: the row's length. */
export function compareRows(): void {
  // The class of a row's tokens is not exported, so its prototype is taken from an instance.
  const rows: unknown = Object.getPrototypeOf(LineTokens.createEmpty('', null).sliceAndInflate(0, 0, 0));
  Object.assign(rows as object, { equals: isSameRow });
  RenderLineInput.prototype.equals = looksSame;
}

function looksSame(this: RenderLineInput, other: RenderLineInput): boolean {
  if (other.lineContent !== this.lineContent) return false;
  const { startVisibleColumn } = this;
  if (other.startVisibleColumn === startVisibleColumn || this.lineContent.includes('\t'))
    return isSameInput.call(this, other);
  return isSameInput.call(this, Object.create(other, { startVisibleColumn: { value: startVisibleColumn } }));
}

function isSameRow(this: RowTokens, other: RowTokens): boolean {
  const count = this.getCount();
  // When wrapping is switched, an unwrapped line is compared with a row, which is of another class.
  if (other.constructor !== this.constructor || other.getCount() !== count) return false;
  if (other._deltaOffset !== this._deltaOffset || other.getLineContent() !== this.getLineContent()) return false;
  for (let token = 0; token < count; token += 1) {
    if (other.getEndOffset(token) !== this.getEndOffset(token)) return false;
    if (other.getMetadata(token) !== this.getMetadata(token)) return false;
  }
  return true;
}
