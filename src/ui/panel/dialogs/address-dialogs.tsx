// Asks for the address of a document: to load it from there, or to send it there.

import { FieldDialog } from '../../widgets/fielddialog.tsx';
import { ADDRESS } from '../../strings/documents/opening.ts';

export interface AddressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onOpen: (url: string) => void;
}

/** The dialog behind "From url…". */
export function AddressDialog({ open, onClose, onOpen }: AddressDialogProps) {
  return (
    <FieldDialog
      {...ADDRESS.open}
      label={ADDRESS.label}
      type="url"
      open={open}
      onClose={onClose}
      onText={(text) => takeAddress(text, onOpen)}
    />
  );
}

export interface TargetDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSave: (url: string) => void;
}

/** The dialog behind "Save to url…". */
export function TargetDialog({ open, onClose, onSave }: TargetDialogProps) {
  return (
    <FieldDialog
      {...ADDRESS.save}
      label={ADDRESS.label}
      type="url"
      open={open}
      onClose={onClose}
      onText={(text) => takeAddress(text, onSave)}
    />
  );
}

/** Hands an address on; answers what is wrong with it, or `null`. */
function takeAddress(text: string, take: (url: string) => void): string | null {
  const url = text.trim();
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return ADDRESS.wrong;
  take(url);
  return null;
}
