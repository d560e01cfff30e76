// Asks for the address of a document: to load it from there, or to send it there.

import { FieldDialog } from '../widgets/fielddialog.tsx';

export interface AddressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onOpen: (url: string) => void;
}

/** The dialog behind "From url…". */
export function AddressDialog({ open, onClose, onOpen }: AddressDialogProps) {
  return (
    <FieldDialog
      title="Open from url"
      label="Address"
      hint="The server has to let other pages read it."
      yes="Open"
      type="url"
      placeholder="https://example.org/data.json"
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
      title="Save to url"
      label="Address"
      hint="The document is sent there by POST, formatted, as application/json."
      yes="Save"
      type="url"
      placeholder="https://example.org/documents"
      open={open}
      onClose={onClose}
      onText={(text) => takeAddress(text, onSave)}
    />
  );
}

/** Hands an address on; answers what is wrong with it, or `null`. */
function takeAddress(text: string, take: (url: string) => void): string | null {
  const url = text.trim();
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return 'This is not an address. It starts with https:// or http://.';
  take(url);
  return null;
}
