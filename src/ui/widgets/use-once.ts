// A hook for content that is rendered from its first use on.

import { useState } from 'react';

/** Whether `now` has ever been true. */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
