// A panel of the embed page: the parts of any panel, without those that store documents in this browser or in the cloud.

import type { PanelSlot } from '../../ui/panel/view-props.ts';
import { Ellipsis } from 'lucide-react';
import { memo, useCallback, useMemo, useState } from 'react';
import { isUnsaved, type PanelState } from '../../ui/panel-core/panel-core.ts';
import { Content } from '../../ui/panel/content.tsx';
import { moreMenu } from '../../ui/panel/bars/more-menu.ts';
import { frameOf, PanelFrame } from '../../ui/panel/panel-frame.tsx';
import { NameField } from '../../ui/panel/bars/name-field.tsx';
import PathField from '../../ui/panel/bars/path-field.tsx';
import { Status } from '../../ui/panel/bars/status.tsx';
import Footer from '../../ui/panel/footer.tsx';
import OneLine from '../../ui/panel/one-line-offer.tsx';
import { usePanelPart } from '../../ui/panel-core/use-panel-part.ts';
import { lazyPart } from '../../ui/browser/lazy-part.tsx';
import { loadWithRetry } from '../../ui/browser/load-with-retry.ts';
import { EMBED } from '../../ui/strings/embed/embed.ts';
import { DOCUMENT_MENU } from '../../ui/strings/app/menus.ts';
import { TITLE } from '../../ui/strings/panel/panel.ts';
import { Button } from '../../ui/widgets/button.tsx';
import { MiddleCut } from '../../ui/widgets/middle-cut.tsx';
import { Menu } from '../../ui/widgets/menu/menu.tsx';
import { Once } from '../../ui/widgets/once.tsx';
import type { PanelMenus } from '../../ui/panel-core/panel-menus.ts';
import panelStyles from '../../ui/panel/panel.module.css';
import titleStyles from '../../ui/panel/bars/title.module.css';
import { EmbedBlank } from './blank.tsx';
import { useEmbedState, type EmbedApp } from './embed-app.ts';
import { createEmbedOpeners, embedMenus } from './menus.ts';
import styles from './page.module.css';

const AddressDialog = lazyPart(
  loadWithRetry(() => import('../../ui/document-dialogs/address-dialogs.tsx')),
  (dialogs) => dialogs.AddressDialog,
);

export interface EmbedPanelProps extends PanelSlot {
  readonly app: EmbedApp;
}

/** One of the panels, bound to its store. */
export function EmbedPanel({ panel, app, look: pageLook, hidden }: EmbedPanelProps) {
  const { core, actions } = panel;
  const state = usePanelPart(core, partOf);
  const { readonly: readOnly, bars, saveButton, exitButton } = useEmbedState(app);
  const look = useMemo(() => ({ ...pageLook, readOnly }), [pageLook, readOnly]);
  const [asksAddress, setAsksAddress] = useState(false);
  const openers = useMemo(() => createEmbedOpeners(panel, app, () => setAsksAddress(true)), [panel, app]);
  const { blank, valid, hasTree, hasSelection } = state;
  const menus = useMemo(
    () => embedMenus({ blank, valid, hasTree, hasSelection, readOnly }, actions, openers),
    [blank, valid, hasTree, hasSelection, readOnly, actions, openers],
  );
  const onSave = useCallback(() => void actions.saving.save(), [actions]);
  const onExit = useCallback(() => app.host?.exit(), [app]);
  const onRename = useCallback((name: string) => void actions.autosave.rename(name), [actions]);
  return (
    <PanelFrame
      panel={panel}
      app={app}
      state={state}
      menus={menus}
      hidden={hidden}
      className={`${panelStyles.panel} ${styles.panel}`}
      readOnly={readOnly}
      hasTools={bars.includes('tools')}
      renderTitle={(compact) =>
        bars.includes('title') && (
          <Title
            name={state.name}
            blank={blank}
            unsaved={state.unsaved}
            readOnly={readOnly}
            compact={compact}
            menus={menus}
            mode={state.mode}
            onRename={onRename}
            onSave={saveButton ? onSave : null}
            onExit={exitButton && core.side === 'left' ? onExit : null}
          />
        )
      }
      content={
        blank ? (
          <EmbedBlank panel={panel} openers={openers} readOnly={readOnly} />
        ) : (
          <Content panel={panel} app={app} look={look} openers={openers} />
        )
      }
      over={!readOnly && <OneLine core={core} onFormat={() => void actions.editing.format('format', 'document')} />}
      below={
        bars.includes('status') &&
        (readOnly ? (
          <div className={panelStyles.below}>
            <Status core={core} actions={actions} />
          </div>
        ) : (
          <Footer app={app} panel={panel} />
        ))
      }
      renderPathField={(goTo) => <PathField {...goTo} />}
      onTransform={openers.transform}
    >
      <Once when={asksAddress} onClose={() => setAsksAddress(false)}>
        <AddressDialog open={asksAddress} onClose={() => setAsksAddress(false)} onOpen={actions.opening.openUrl} />
      </Once>
    </PanelFrame>
  );
}

interface TitleProps {
  readonly name: string;
  readonly blank: boolean;
  readonly unsaved: boolean;
  readonly readOnly: boolean;
  readonly compact: boolean;
  readonly menus: PanelMenus;
  readonly mode: PanelState['mode'];
  readonly onRename: (name: string) => void;
  /** `null` where the host has not enabled the button. */
  readonly onSave: (() => void) | null;
  readonly onExit: (() => void) | null;
}

const Title = memo(function Title(props: TitleProps) {
  const { name, blank, unsaved, readOnly, compact, menus, mode, onRename, onSave, onExit } = props;
  const [renames, setRenames] = useState(false);
  const rename = { label: DOCUMENT_MENU.rename, disabled: blank || readOnly, onSelect: () => setRenames(true) };
  const more = moreMenu(menus, {
    mode,
    manage: readOnly ? [] : [rename],
    // A document that is only read has no tools for its layout either.
    layout: compact || readOnly,
    page: [],
  });
  return (
    <div className={titleStyles.title}>
      {renames ? (
        <NameField name={name} onRename={onRename} onClose={() => setRenames(false)} />
      ) : (
        <h2 className={titleStyles.name}>
          <MiddleCut text={blank ? TITLE.none : name} />
        </h2>
      )}
      {unsaved && <span className={titleStyles.dot} role="img" aria-label={TITLE.unsaved} title={TITLE.unsaved} />}
      {readOnly && (
        <span className={titleStyles.chip} data-hint={EMBED.readonlyHint}>
          {EMBED.readonly}
        </span>
      )}
      <span className={titleStyles.grow} />
      {!readOnly && <Menu title={TITLE.open} groups={menus.open} align="end" />}
      {onSave !== null && (
        <Button look={unsaved ? 'primary' : 'plain'} tooltip={EMBED.saveHint} disabled={blank} onClick={onSave}>
          {EMBED.save}
        </Button>
      )}
      {onExit !== null && (
        <Button look="outline" tooltip={EMBED.exitHint} onClick={onExit}>
          {EMBED.exit}
        </Button>
      )}
      <Menu title={<Ellipsis size={16} aria-hidden />} icon label={TITLE.more} groups={more} align="end" />
    </div>
  );
});

/** Picks what the panel shows. */
function partOf(state: PanelState) {
  return { ...frameOf(state), name: state.document.name, unsaved: isUnsaved(state) };
}
