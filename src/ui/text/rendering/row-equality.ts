// Which rows of a wrapped line Monaco draws again. It takes a row for changed when anything in its whole line has
// changed, and the line of a document without line ends is all of the screen: forty rows were made anew with each key,
// 15 to 25 ms. Here a row is compared by what it shows:
//
//   its letters, colours and decorations   are those of the row, wherever in the line that begins
//   the column that it begins at           moves with each letter before it; only a tab's width depends on it,
//                                          as white space is not made visible

import { RenderLineInput } from 'monaco-editor/editor/common/viewLayout/viewLineRenderer';
import { LineTokens, type RowTokens } from 'monaco-editor/editor/common/tokens/lineTokens';

const isSameInput = RenderLineInput.prototype.equals;

/** Has rows be compared by what they show, on all of the page. Cost of a comparison: the row's length. */
export function compareRows(): void {
  // The class of a part of a line has no name outside: an empty one tells it.
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
  // A line that is not wrapped is compared with a row when its wrapping changes.
  if (other.constructor !== this.constructor || other.getCount() !== count) return false;
  if (other._deltaOffset !== this._deltaOffset || other.getLineContent() !== this.getLineContent()) return false;
  for (let token = 0; token < count; token += 1) {
    if (other.getEndOffset(token) !== this.getEndOffset(token)) return false;
    if (other.getMetadata(token) !== this.getMetadata(token)) return false;
  }
  return true;
}
