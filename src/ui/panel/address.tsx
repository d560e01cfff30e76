// Asks for the address of a document.

import { FieldDialog } from '../widgets/fielddialog.tsx';

export interface AddressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onOpen: (url: string) => void;
}

/** The dialog behind "From url…". */
export function AddressDialog({ open, onClose, onOpen }: AddressDialogProps) {
  const take = (text: string): string | null => {
    const url = text.trim();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      return 'This is not an address. It starts with https:// or http://.';
    onOpen(url);
    return null;
  };
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
      onText={take}
    />
  );
}
