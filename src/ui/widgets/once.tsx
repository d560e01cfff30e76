// A dialog or menu that is loaded when it is first opened, and stays mounted so that it can fade out.

import { type ReactNode, useState } from 'react';
import { PartBoundary } from './boundary.tsx';

export interface OnceProps {
  /** Whether it is open. */
  readonly when: boolean;
  /** Closes it; offered beside *Try again* if it could not be loaded. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Renders nothing until `when` has been true. If its children fail, the rest of the page goes on. */
export function Once({ when, onClose, children }: OnceProps) {
  const isThere = useOnce(when);
  return (
    isThere && (
      <PartBoundary look="float" open={when} onClose={onClose}>
        {children}
      </PartBoundary>
    )
  );
}

/** Whether `now` has ever been true. */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
