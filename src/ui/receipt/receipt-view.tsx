// The receipt in the dock: what a document has kept of what was opened. @see requirements NEW-6

import { useState } from 'react';
import { hasCode } from '../../shared/errors.ts';
import type { ChangedSpan, Receipt } from '../../shared/protocol/receipt.ts';
import { isUnsaved, usePanelState, type PanelCore, type PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { RECEIPT } from '../strings/panel/receipt.ts';
import { Button } from '../widgets/button.tsx';
import { copyParts } from '../widgets/clipboard.ts';
import { EmptyList, ListNote, ListWithDetails } from '../widgets/list/list-parts.tsx';
import { useRows, type KeyedRow } from '../widgets/list/use-rows.ts';
import { VirtualList } from '../widgets/list/virtual-list.tsx';
import { receiptText } from './receipt-text.ts';
import { transformNotes, useReceiptSent } from './receipt-state.ts';
import { useReceipt } from './use-receipt.ts';
import styles from './receipt.module.css';

export interface ReceiptViewProps {
  readonly core: PanelCore;
  /** Shows a byte of the document. */
  readonly onGo: (offset: number) => void;
}

/** The receipt of a panel's document, or of a copy that was sent. */
export function ReceiptView(props: ReceiptViewProps) {
  const { pendingOpens } = usePanelPart(props.core, opensOf);
  // The receipt of the document before must not go by the name of the one that is being opened.
  return pendingOpens > 0 ? <EmptyList text={`${RECEIPT.working}…`} /> : <OfDocument {...props} />;
}

function opensOf({ pendingOpens }: PanelState) {
  return { pendingOpens };
}

function OfDocument({ core, onGo }: ReceiptViewProps) {
  const sent = useReceiptSent(core);
  const { doc } = usePanelState(core);
  /** The content that is compared. */
  const [content, setContent] = useState(doc.content);
  const isOutdated = sent === null && doc.content !== content;
  return (
    <>
      {isOutdated && (
        <ListNote>
          {RECEIPT.outdated}{' '}
          <Button look="quiet" onClick={() => setContent(doc.content)}>
            {RECEIPT.again}
          </Button>
        </ListNote>
      )}
      <Compared
        key={`${content} ${sent === null ? '' : sent.size}`}
        core={core}
        onGo={onGo}
        sent={sent}
        isOutdated={isOutdated}
      />
    </>
  );
}

interface ComparedProps extends ReceiptViewProps {
  readonly sent: Blob | null;
  /** Whether the document has changed since: its places may be elsewhere. */
  readonly isOutdated: boolean;
}

function Compared({ core, onGo, sent, isOutdated }: ComparedProps) {
  const { receipt, problem, share, hash } = useReceipt(core, sent);
  const rows = rowsOf(receipt);
  const shape = useRows(rows);
  const [current, setCurrent] = useState(-1);
  if (problem !== null) return <EmptyList text={problem} />;
  if (receipt === null) {
    return (
      <EmptyList text={`${RECEIPT.working}…`}>
        <progress value={share} aria-label={RECEIPT.working} />
      </EmptyList>
    );
  }
  const canGo = sent === null && receipt.by === 'bytes' && !isOutdated;
  const card = <Card core={core} receipt={receipt} sent={sent} hash={hash} />;
  if (rows.length === 0) return <div className={styles.only}>{card}</div>;
  return (
    <ListWithDetails label={RECEIPT.title} details={card}>
      <VirtualList
        {...shape}
        label={RECEIPT.places}
        isTree={false}
        current={current}
        onGo={(index) => {
          const row = rows[index];
          if (row === undefined || !canGo) return;
          setCurrent(index);
          onGo(row.span.newStart);
        }}
        renderRow={({ text }) => <span className={styles.place}>{text}</span>}
      />
      {receipt.spanCount > rows.length && <ListNote>{RECEIPT.moreSpans(receipt.spanCount - rows.length)}</ListNote>}
    </ListWithDetails>
  );
}

interface SpanRow extends KeyedRow {
  readonly span: ChangedSpan;
}

function rowsOf(receipt: Receipt | null): SpanRow[] {
  const spans = receipt?.spans ?? [];
  return spans.map((span, index) => ({
    key: String(index),
    span,
    level: 1,
    isOpen: null,
    position: index + 1,
    siblings: spans.length,
    text: RECEIPT.span(span),
  }));
}

interface CardProps {
  readonly core: PanelCore;
  readonly receipt: Receipt;
  readonly sent: Blob | null;
  readonly hash: ReturnType<typeof useReceipt>['hash'];
}

function Card({ core, receipt, sent, hash }: CardProps) {
  const { name } = usePanelState(core).document;
  const [copy, setCopy] = useState<'idle' | 'hashing' | 'done'>('idle');
  const { bytesBefore, bytesAfter, spanCount, values, exactNumbers } = receipt;
  const notes = transformNotes(core);
  const isSent = sent !== null;
  const onCopy = async (): Promise<void> => {
    setCopy('hashing');
    const make = async (): Promise<Blob> => {
      const hashes = await hash().catch((error: unknown) => {
        if (hasCode(error, 'refused')) return null;
        throw error;
      });
      return new Blob([receiptText(receipt, hashes, { name, at: new Date(), isSent, notes })], { type: 'text/plain' });
    };
    try {
      setCopy((await copyParts({ 'text/plain': make() })) ? 'done' : 'idle');
    } catch (error) {
      setCopy('idle');
      core.report(error);
    }
  };
  return (
    <div className={styles.card}>
      <p className={styles.summary} role="status" data-same={spanCount === 0 || undefined}>
        {RECEIPT.summary(receipt)}
      </p>
      <dl className={styles.facts}>
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
      {exactNumbers !== null && exactNumbers > 0 && <p>{RECEIPT.exact(exactNumbers)}</p>}
      {notes.length > 0 && (
        <section aria-label={RECEIPT.notes}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </section>
      )}
      {!isSent && isUnsaved(core.state) && <p>{RECEIPT.unsaved}</p>}
      <p className={styles.faint}>{RECEIPT.compared}</p>
      <div className={styles.copy}>
        <Button look="outline" disabled={copy === 'hashing'} onClick={() => void onCopy()}>
          {RECEIPT.copy}
        </Button>
        <span className={styles.faint} role="status">
          {copy === 'hashing' ? RECEIPT.hashing : copy === 'done' ? RECEIPT.copied : ''}
        </span>
      </div>
    </div>
  );
}
