// The card that says what a document has kept of what was opened. @see requirements NEW-6

import { useState } from 'react';
import { hasCode } from '../../shared/errors.ts';
import type { Receipt } from '../../shared/protocol/receipt.ts';
import { isUnsaved, usePanelState, type PanelCore } from '../panel-core/panel-core.ts';
import { RECEIPT } from '../strings/panel/receipt.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { copyParts } from '../widgets/clipboard.ts';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { MiddleCut } from '../widgets/middle-cut.tsx';
import { receiptText } from './receipt-text.ts';
import { transformNotes } from './receipt-state.ts';
import { useReceipt } from './use-receipt.ts';
import styles from './receipt.module.css';

/** Changed places that are listed on the card. */
const MAX_LISTED = 5;

export interface ReceiptDialogProps {
  readonly core: PanelCore;
  /** `null` while it is closed. */
  readonly shown: { readonly sent: Blob | null } | null;
  readonly onClose: () => void;
}

/** The dialog "Receipt". */
export default function ReceiptDialog({ core, shown, onClose }: ReceiptDialogProps) {
  return (
    <Dialog title={RECEIPT.title} open={shown !== null} onClose={onClose}>
      {shown !== null && <Content core={core} sent={shown.sent} onClose={onClose} />}
    </Dialog>
  );
}

interface ContentProps {
  readonly core: PanelCore;
  readonly sent: Blob | null;
  readonly onClose: () => void;
}

function Content({ core, sent, onClose }: ContentProps) {
  const { receipt, problem, share, hash } = useReceipt(core, sent);
  const { name } = usePanelState(core).document;
  const [copy, setCopy] = useState<'idle' | 'hashing' | 'done'>('idle');
  const notes = transformNotes(core);
  const isPending = receipt === null && problem === null;
  const onCopy = async (of: Receipt): Promise<void> => {
    setCopy('hashing');
    const make = async (): Promise<Blob> => {
      const hashes = await hash().catch((error: unknown) => {
        if (hasCode(error, 'refused')) return null;
        throw error;
      });
      return new Blob([receiptText(of, hashes, { name, at: new Date(), isSent: sent !== null, notes })], {
        type: 'text/plain',
      });
    };
    try {
      setCopy((await copyParts({ 'text/plain': make() })) ? 'done' : 'idle');
    } catch (error) {
      setCopy('idle');
      core.report(error);
    }
  };
  return (
    <>
      <p className={styles['name']}>
        <MiddleCut text={name} />
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
      {isPending && (
        <div className={styles['working']}>
          <p>{`${RECEIPT.working}…`}</p>
          <progress value={share} aria-label={RECEIPT.working} />
        </div>
      )}
      {receipt !== null && <Card core={core} receipt={receipt} isSent={sent !== null} notes={notes} />}
      <p className={styles['faint']} role="status">
        {copy === 'hashing' ? RECEIPT.hashing : copy === 'done' ? RECEIPT.copied : ''}
      </p>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {isPending ? RECEIPT.cancel : CLOSE}
        </Button>
        <Button
          look="primary"
          disabled={receipt === null || copy === 'hashing'}
          onClick={() => receipt !== null && void onCopy(receipt)}
        >
          {RECEIPT.copy}
        </Button>
      </Actions>
    </>
  );
}

interface CardProps {
  readonly core: PanelCore;
  readonly receipt: Receipt;
  readonly isSent: boolean;
  readonly notes: readonly string[];
}

function Card({ core, receipt, isSent, notes }: CardProps) {
  const { bytesBefore, bytesAfter, by, spans, spanCount, values, exactNumbers } = receipt;
  const listed = by === 'bytes' ? spans.slice(0, MAX_LISTED) : [];
  return (
    <div className={styles['card']}>
      <p className={styles['summary']} role="status" data-same={spanCount === 0 || undefined}>
        {RECEIPT.summary(receipt)}
      </p>
      <dl className={styles['facts']}>
        <dt>{RECEIPT.opened}</dt>
        <dd>{RECEIPT.bytes(bytesBefore)}</dd>
        <dt>{isSent ? RECEIPT.sent : RECEIPT.now}</dt>
        <dd>{RECEIPT.bytes(bytesAfter)}</dd>
        {(values === null || spanCount > 0) && (
          <>
            <dt>{RECEIPT.values}</dt>
            <dd>{values === null ? RECEIPT.valuesUnknown : RECEIPT.valueCounts(values)}</dd>
          </>
        )}
      </dl>
      {listed.length > 0 && (
        <ul className={styles['spans']}>
          {listed.map((span) => (
            <li key={span.newStart}>{RECEIPT.span(span)}</li>
          ))}
          {spanCount > listed.length && <li>{RECEIPT.moreSpans(spanCount - listed.length)}</li>}
        </ul>
      )}
      {exactNumbers !== null && exactNumbers > 0 && <p>{RECEIPT.exact(exactNumbers)}</p>}
      {notes.length > 0 && (
        <section aria-label={RECEIPT.notes}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </section>
      )}
      {!isSent && isUnsaved(core.state) && <p>{RECEIPT.unsaved}</p>}
      <p className={styles['faint']}>{RECEIPT.compared}</p>
    </div>
  );
}
