// Coloured text outside the editor: in sticky lines, and before the editor is loaded.

import type { ColourStretch } from './colour-runs.ts';
import styles from './coloured-text.module.css';

/** Renders stretches, each in its colour. */
export function Coloured({ stretches }: { readonly stretches: readonly ColourStretch[] }) {
  return stretches.map(({ at, text, scope }) => (
    <span key={at} className={scope === null ? undefined : styles[scope]}>
      {text}
    </span>
  ));
}
