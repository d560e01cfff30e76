// A document's state for displays that must not flicker: short checks are skipped.

import { useEffect, useState } from 'react';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';

/** Checks that take less time than this are not shown, in milliseconds. */
const SOON_MS = 200;

/** Returns the document's state; while an edit is checked, the previous state for up to `SOON_MS`. */
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
