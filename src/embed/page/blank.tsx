// An embedded panel without a document: the reason, and the ways to open one, unless only the host may open documents.

import type { Panel } from '../../ui/app-model/app-model.ts';
import type { Openers } from '../../ui/panel/dialog-openers.ts';
import { Empty } from '../../ui/panel/empty.tsx';
import type { PanelState } from '../../ui/panel-core/panel-core.ts';
import { usePanelPart } from '../../ui/panel-core/use-panel-part.ts';
import { sentenceOf } from '../../ui/strings/app/sentence.ts';
import { EMBED } from '../../ui/strings/embed/embed.ts';
import { BLANK } from '../../ui/strings/panel/panel.ts';
import { Button } from '../../ui/widgets/button.tsx';

export interface BlankProps {
  readonly panel: Panel;
  readonly openers: Openers;
  readonly readOnly: boolean;
}

/** Shown by a panel without a document. */
export function EmbedBlank({ panel: { core, actions }, openers, readOnly }: BlankProps) {
  const { problem, reasons, retryKey } = usePanelPart(core, blankOf);
  const failed = problem !== null;
  const ways = (
    <>
      {retryKey !== null && (
        <Button look="primary" onClick={() => void actions.opening.openKey(retryKey)}>
          {BLANK.retry}
        </Button>
      )}
      <Button look={retryKey === null ? 'primary' : 'outline'} onClick={() => void openers.chooseFile()}>
        {BLANK.openFile}
      </Button>
      <Button look="outline" onClick={() => void openers.paste()}>
        {BLANK.paste}
      </Button>
      <Button look="outline" onClick={() => void actions.opening.startNew()}>
        {BLANK.startEmpty}
      </Button>
    </>
  );
  return (
    <Empty
      title={failed ? sentenceOf(problem) : readOnly ? EMBED.none : BLANK.title}
      details={problem ?? undefined}
      text={failed || readOnly ? undefined : BLANK.text}
      reasons={reasons}
      failed={failed}
    >
      {readOnly ? undefined : ways}
    </Empty>
  );
}

function blankOf({ document: { problem, reasons, retryKey } }: PanelState) {
  return { problem, reasons, retryKey };
}
