// A document's state for lines that must not flicker: a check that is over soon is not told of.

import { useEffect, useState } from 'react';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';

/** A check that is over within this many milliseconds is not told of: what is shown stays. */
const SOON_MS = 200;

/** The document's state; while an edit is checked the one before, for a moment. */
export function useSettled(latest: DocumentState): DocumentState {
  const [settled, setSettled] = useState(latest);
  const [isLong, setIsLong] = useState(false);
  const isChecking = latest.validity === 'unknown' && latest.phase === 'ready' && settled.phase === 'ready';
  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setTimeout(() => setIsLong(true), SOON_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isChecking]);
  if (isChecking && !isLong) return settled;
  if (settled !== latest) setSettled(latest);
  return latest;
}
