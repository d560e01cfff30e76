// What helps with the first error of a text: to read it as what it is, or to repair it. A repair is offered once it is known that
// there is one; it is looked for when the text rests.

import { useEffect, useState } from 'react';
import type { ErrorOffer } from '../../../shared/errors.ts';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';
import type { Revision } from '../../../shared/units.ts';
import { openAsCsv } from '../../documents/csv/open-as-csv.ts';
import { changeDialect } from '../../problems/change-dialect.ts';
import { ERROR_OFFERS } from '../../strings/panel/problems.ts';
import { Button } from '../../widgets/button.tsx';
import type { PanelCore } from '../../panel-core/panel-core.ts';

export interface ErrorOffersProps {
  readonly core: PanelCore;
  readonly doc: DocumentState;
  readonly onRepair: () => void;
  /** Whether the text has a repair. */
  readonly canRepair: (base: Revision, signal: AbortSignal) => Promise<boolean>;
}

/** Delay after the last write before a repair is looked for, in milliseconds. */
const REST_MS = 300;
/** Looking for repairs of longer texts takes long: they are offered untried, and the dialog says if there is none. */
const MAX_TRIED = 10 * 1024 * 1024;

/** Buttons for the offers of a document's error. @see requirements PAR-4 */
export function ErrorOffers({ core, doc, onRepair, canRepair }: ErrorOffersProps) {
  const { error, revision, size } = doc;
  const offers: readonly ErrorOffer[] = error?.place?.offers ?? ['repair'];
  const isRepairable = useTrial(offers.includes('repair'), size, revision, canRepair);
  return offers.map((offer) =>
    offer === 'repair' ? (
      isRepairable && (
        <Button key={offer} look="outline" onClick={onRepair}>
          {ERROR_OFFERS.repair}
        </Button>
      )
    ) : (
      <Button
        key={offer}
        look="outline"
        onClick={() => void (offer === 'csv' ? openAsCsv(core) : changeDialect(core, offer))}
      >
        {ERROR_OFFERS[offer]}
      </Button>
    ),
  );
}

/** Whether a repair was found. Until the next revision is tried, the answer for the previous one stays. */
function useTrial(
  isOffered: boolean,
  size: number,
  revision: Revision,
  canRepair: ErrorOffersProps['canRepair'],
): boolean {
  const [isFound, setIsFound] = useState(false);
  const isTried = isOffered && size <= MAX_TRIED;
  useEffect(() => {
    if (!isTried) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      canRepair(revision, stop.signal).then(
        (found) => stop.signal.aborted || setIsFound(found),
        // A look that failed or was replaced says nothing.
        () => undefined,
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isTried, revision, canRepair]);
  return isOffered && (isFound || !isTried);
}
