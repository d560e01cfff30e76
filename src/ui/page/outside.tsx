// A page of somebody else in a frame: it comes when the editor has long been there, and it can't reach out of its frame.

import { useEffect, useState } from 'react';

/** Until then the network and the processor are the editor's, in milliseconds. */
const AFTER_MS = 5000;

/** What the frame may do. It has an origin of its own, so its storage is not this page's. */
const ALLOWED = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

export interface OutsideProps {
  /** An address of another origin. */
  readonly address: string;
  readonly title: string;
  readonly className?: string | undefined;
  /** Nothing of it is to be seen. */
  readonly hidden?: boolean;
}

/** The frame, a while after it is asked for. @see requirements OFF-2 */
export default function Outside({ address, title, className, hidden = false }: OutsideProps) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <iframe
      src={address}
      title={title}
      className={className}
      hidden={hidden}
      sandbox={ALLOWED}
      referrerPolicy="no-referrer"
    />
  );
}
