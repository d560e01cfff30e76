// A text that is recognised as a log: it has several JSON values in its lines, and that it is no JSON document is no error.

import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { EXTRACT } from '../strings/panel/extract.ts';
import { extractionOf } from './extraction.ts';

/** Whether the text of a panel is a log. */
export function useIsLog(core: PanelCore): boolean {
  return useSnapshot(extractionOf(core).state).isLog;
}

export interface LogStatusProps {
  readonly core: PanelCore;
  readonly doc: Pick<DocumentState, 'validity'>;
  /** Shown for all other texts. */
  readonly children: ReactNode;
}

/** "Log" in the status line, where other texts are valid or not. */
export function LogStatus({ core, doc, children }: LogStatusProps) {
  const isLog = useIsLog(core);
  return isLog && doc.validity === 'invalid' ? <span>{EXTRACT.isLog}</span> : children;
}
