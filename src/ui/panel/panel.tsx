// A panel: title, tools, what is wrong, content, status. It takes dropped files and knows which view
// shows the document; everything else is in the parts beside this file.

import { useRef, useState } from 'react';
import type { App, Panel } from '../store/app.ts';
import { usePanelState } from '../store/panel.ts';
import type { Theme } from '../theme/theme.ts';
import { useSize } from '../widgets/media.ts';
import { AddressDialog } from './address.tsx';
import { Content } from './content.tsx';
import { dropTarget } from './drop.ts';
import { pickFile } from './pick.ts';
import { panelMenus } from './menus.ts';
import { Progress } from './progress.tsx';
import { Status } from './status.tsx';
import { Strip } from './strip.tsx';
import { Title } from './title.tsx';
import { Tools } from './tools.tsx';
import styles from './panel.module.css';

/** Below this width the tools fold into the "…" menu, in pixels. */
const COMPACT_PX = 430;

export interface PanelViewProps {
  readonly panel: Panel;
  readonly app: App;
  readonly theme: Theme;
  readonly hidden: boolean;
}

/** One of the two panels, bound to its store. @see requirements PAN-11 */
export function PanelView({ panel, app, theme, hidden }: PanelViewProps) {
  const { core, actions } = panel;
  const state = usePanelState(core);
  const section = useRef<HTMLElement>(null);
  const { width } = useSize(section);
  const [dragged, setDragged] = useState(false);
  const [asksAddress, setAsksAddress] = useState(false);

  const chooseFile = async (): Promise<void> => {
    const picked = await pickFile().catch((error: unknown) => core.report(error));
    if (picked) await actions.openFile(picked.file, picked.handle);
  };
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text === null) {
      core.notify({
        severity: 'warning',
        message: 'The browser does not let this page read the clipboard. Click the panel and press Ctrl+V instead.',
      });
    } else if (text.trim() === '') {
      core.notify({ severity: 'warning', message: 'The clipboard holds no text.' });
    } else {
      await actions.openText(text);
    }
  };
  const openers = { chooseFile, paste, askAddress: () => setAsksAddress(true) };
  const menus = panelMenus(state, actions, openers);
  const compact = width > 0 && width < COMPACT_PX;
  const name = core.side === 'left' ? 'Left' : 'Right';

  return (
    <section
      ref={section}
      id={core.side === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL'}
      aria-label={name}
      className={styles.panel}
      data-dragged={dragged}
      hidden={hidden}
      onFocusCapture={() => app.setActive(core.side)}
      onPointerDownCapture={() => app.setActive(core.side)}
      {...dropTarget(app, core.side, setDragged)}
    >
      <Title
        state={state}
        menus={menus}
        compact={compact}
        onSave={() => void actions.save()}
        onNew={() => void actions.startNew()}
      />
      <Tools state={state} menus={menus} compact={compact} actions={actions} />
      <Strip state={state} onGo={actions.goToError} onRepair={() => void actions.repair()} />
      <div className={styles.content}>
        <Content panel={panel} state={state} theme={theme} openers={openers} />
        <Progress key={state.task?.id} task={state.task} onCancel={core.cancel} />
      </div>
      <Status state={state} onGo={actions.goToError} />
      {dragged && (
        <div className={styles.drop} aria-hidden>
          Drop to open in the {name.toLowerCase()} panel
        </div>
      )}
      <AddressDialog
        open={asksAddress}
        onClose={() => setAsksAddress(false)}
        onOpen={(url) => void actions.openUrl(url)}
      />
    </section>
  );
}
