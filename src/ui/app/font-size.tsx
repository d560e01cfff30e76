// The dialog for the font size of text, tree and table.

import { readFontSize } from '../../shared/settings/font-size.ts';
import { FieldDialog } from '../widgets/dialog/field-dialog.tsx';
import { FONT_SIZE } from '../strings/app/configuration.ts';

export interface FontSizeDialogProps {
  readonly open: boolean;
  readonly value: string;
  readonly onClose: () => void;
  /** Called with a valid size, in the notation of the setting. */
  readonly onSize: (size: string) => void;
}

/** The dialog behind "Font size…". @see requirements TXT-1 */
export default function FontSizeDialog({ open, value, onClose, onSize }: FontSizeDialogProps) {
  const take = (text: string): string | null => {
    const size = readFontSize(text);
    if (size === undefined) return FONT_SIZE.wrong;
    onSize(size);
    return null;
  };
  return (
    <FieldDialog
      title={FONT_SIZE.title}
      label={FONT_SIZE.label}
      hint={FONT_SIZE.hint}
      yes={FONT_SIZE.yes}
      value={value}
      open={open}
      onClose={onClose}
      onText={take}
    />
  );
}
