// Asks for the address of a document: to load it from there, or to send it there.

import { useState } from 'react';
import { FieldDialog } from '../../widgets/dialog/fielddialog.tsx';
import { ADDRESS } from '../../strings/documents/opening.ts';

export interface AddressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Answers whether it was opened; what was not is in the field the next time. */
  readonly onOpen: (url: string) => Promise<boolean>;
}

/** The dialog behind "From url…". */
export function AddressDialog({ open, onClose, onOpen }: AddressDialogProps) {
  const field = useAddress(onOpen);
  return <FieldDialog {...ADDRESS.open} {...field} open={open} onClose={onClose} />;
}

export interface TargetDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Answers whether it was saved; what was not is in the field the next time. */
  readonly onSave: (url: string) => Promise<boolean>;
}

/** The dialog behind "Save to url…". */
export function TargetDialog({ open, onClose, onSave }: TargetDialogProps) {
  const field = useAddress(onSave);
  return <FieldDialog {...ADDRESS.save} {...field} open={open} onClose={onClose} />;
}

/** A field for an address, which keeps one that failed. */
function useAddress(take: (url: string) => Promise<boolean>) {
  const [failed, setFailed] = useState('');
  const onText = (text: string): string | null => {
    const url = text.trim();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return ADDRESS.wrong;
    setFailed(url);
    void take(url).then((isDone) => isDone && setFailed((kept) => (kept === url ? '' : kept)));
    return null;
  };
  return { label: ADDRESS.label, type: 'url', value: failed, onText } as const;
}
