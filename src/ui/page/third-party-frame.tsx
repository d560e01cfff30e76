// A third-party page in a frame. It is loaded long after the editor, and can't access anything outside its frame.

import { useEffect, useState } from 'react';

/** Delay before loading, in milliseconds: until then network and CPU belong to the editor. */
const AFTER_MS = 5000;

/** Permissions of the frame. It has its own origin, so its storage is separate from this page's. */
const ALLOWED = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

export interface OutsideProps {
  /** An address of another origin. */
  readonly address: string;
  readonly title: string;
  readonly className?: string | undefined;
  /** The frame is invisible. */
  readonly hidden?: boolean;
}

/** The frame, rendered after the delay. @see requirements OFF-2 */
export default function ThirdPartyFrame({ address, title, className, hidden = false }: OutsideProps) {
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
