// Asks for the size of the letters in text, tree and table.

import { readFontSize } from '../../shared/fontsize.ts';
import { FieldDialog } from '../widgets/fielddialog.tsx';

export interface FontSizeDialogProps {
  readonly open: boolean;
  readonly value: string;
  readonly onClose: () => void;
  /** Takes a size as the setting spells it. */
  readonly onSize: (size: string) => void;
}

/** The dialog behind "Font size…". @see requirements TXT-1 */
export function FontSizeDialog({ open, value, onClose, onSize }: FontSizeDialogProps) {
  const take = (text: string): string | null => {
    const size = readFontSize(text);
    if (size === undefined)
      return 'This is not a font size, so nothing was changed. Write two digits and px or pt, such as 14px.';
    onSize(size);
    return null;
  };
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
