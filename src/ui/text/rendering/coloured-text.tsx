// Coloured text outside of the editor: in lines that stay on top, and before the editor is there.

import type { Stretch } from './colour-runs.ts';
import styles from './coloured-text.module.css';

/** Stretches, each in its colour. */
export function Coloured({ stretches }: { readonly stretches: readonly Stretch[] }) {
  return stretches.map(({ at, text, scope }) => (
    <span key={at} className={scope === null ? undefined : styles[scope]}>
      {text}
    </span>
  ));
}
