// What is first needed later.

import { useState } from 'react';

/** Whether `now` was ever true. */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return was || now;
}
