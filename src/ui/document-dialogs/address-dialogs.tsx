// Dialogs for the address to load a document from, or to send it to.

import { useState } from 'react';
import { mayLeave } from '../leaks/may-leave.ts';
import { isSealed } from '../model/sealed.ts';
import { NEEDS_NET } from '../strings/app/sealed.ts';
import type { Confirm } from '../model/question.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { FieldDialog } from '../widgets/dialog/field-dialog.tsx';
import { ADDRESS } from '../strings/documents/opening.ts';

export interface AddressDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Resolves to whether it was opened; a failed address is in the field the next time. */
  readonly onOpen: (url: string) => Promise<boolean>;
}

/** The dialog for an address to open, in a page without the open dialog. */
export function AddressDialog({ open, onClose, onOpen }: AddressDialogProps) {
  const field = useAddress(onOpen);
  return <FieldDialog {...ADDRESS.open} {...field} open={open} onClose={onClose} />;
}

export interface TargetDialogProps {
  readonly core: PanelCore;
  readonly confirm: Confirm;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Resolves to whether it was saved; a failed address is in the field the next time. */
  readonly onSave: (url: string) => Promise<boolean>;
}

/** The dialog of "Save to a web address…". */
export function TargetDialog({ core, confirm, open, onClose, onSave }: TargetDialogProps) {
  const field = useAddress(async (url) => (await mayLeave(core, confirm, 'send')) && onSave(url));
  return <FieldDialog {...ADDRESS.save} {...field} open={open} onClose={onClose} />;
}

/** The props of a field for an address; a failed one becomes its initial value. */
export function useAddress(take: (url: string) => Promise<boolean>) {
  const [failed, setFailed] = useState('');
  const onText = (text: string): string | null => {
    if (isSealed()) return NEEDS_NET;
    const url = text.trim();
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return ADDRESS.wrong;
    setFailed(url);
    void take(url).then((isDone) => isDone && setFailed((kept) => (kept === url ? '' : kept)));
    return null;
  };
  return { label: ADDRESS.label, type: 'url', value: failed, onText } as const;
}
