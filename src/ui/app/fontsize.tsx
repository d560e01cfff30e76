// Asks for the size of the letters in text, tree and table.

import { readFontSize } from '../../shared/fontsize.ts';
import { FieldDialog } from '../widgets/fielddialog.tsx';

export interface FontSizeDialogProps {
  readonly open: boolean;
  readonly value: string;
  readonly onClose: () => void;
  /** Applies a text; answers whether it is a size. */
  readonly onApply: (text: string) => boolean;
}

/** The dialog behind "Font size…". @see requirements TXT-1 */
export function FontSizeDialog({ open, value, onClose, onApply }: FontSizeDialogProps) {
  const take = (text: string): string | null =>
    readFontSize(text) !== undefined && onApply(text)
      ? null
      : 'This is not a font size, so nothing was changed. Write two digits and px or pt, such as 14px.';
  return (
    <FieldDialog
      title="Font size"
      label="Size of the text"
      hint="Two digits and px or pt, such as 14px. Ctrl and the wheel over the text change it too."
      yes="Apply"
      value={value}
      open={open}
      onClose={onClose}
      onText={take}
    />
  );
}
