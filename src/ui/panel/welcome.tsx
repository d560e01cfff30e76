// The hint of the first visit, below the sample document. It disappears with the sample; once closed, it is never shown again.

import { X } from 'lucide-react';
import type { PanelCore, PanelState } from '../panel-core/panel-core.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { usePreferences, type PreferenceStore } from '../settings/preferences.ts';
import { WELCOME } from '../strings/app/frame.ts';
import { Button } from '../widgets/button.tsx';
import styles from './welcome.module.css';

export interface WelcomeProps {
  readonly core: PanelCore;
  readonly preferences: PreferenceStore;
}

/** The hint, in the left panel only; renders nothing while another document is shown. */
export function Welcome({ core, preferences }: WelcomeProps) {
  const { isSample } = usePanelPart(core, sampleOf);
  const { welcomed } = usePreferences(preferences);
  if (!isSample || welcomed || core.side !== 'left') return null;
  return (
    <div className={styles.hint} role="note">
      <p className={styles.text} dir="auto">
        {WELCOME.text} <span className={styles.keys}>{WELCOME.keys}</span>
      </p>
      <Button
        icon
        look="quiet"
        label={WELCOME.close}
        tooltip={WELCOME.close}
        onClick={() => preferences.set('welcomed', true)}
      >
        <X size={15} aria-hidden />
      </Button>
    </div>
  );
}

function sampleOf({ document: { blank, origin } }: PanelState) {
  return { isSample: !blank && origin.kind === 'sample' };
}
