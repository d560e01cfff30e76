// The palette of the product's page: the commands of panels, page and settings, and those of the account and the sections.

import { accountEntries } from '../account/entries.ts';
import type { App } from '../app-model/app-model.ts';
import { goToSection } from '../link/sections.ts';
import { openByKey } from '../documents/open/open-by-key.ts';
import { ORIGINS } from '../strings/panel/panel.ts';
import { GROUPS, PAGE_COMMANDS } from '../strings/app/commands.ts';
import { SECTIONS } from '../strings/app/sections.ts';
import { PATH } from '../strings/panel/go-to.ts';
import { listCommands, type ListedCommand } from './command.ts';
import { Palette } from './palette.tsx';

export interface AppPaletteProps {
  readonly app: App;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The palette with its commands. */
export default function AppPalette({ app, ...props }: AppPaletteProps) {
  return <Palette app={app} list={() => listCommands(app, productCommands(app))} {...props} />;
}

/** How many recent documents are listed. */
const MAX_RECENT = 50;

function recentDocuments({ documents, panels, state }: App): ListedCommand[] {
  const { actions } = panels[state.active];
  return documents.recent
    .read()
    .slice(0, MAX_RECENT)
    .map(({ compoundKey, documentSource, document: { name } }) => ({
      name: PAGE_COMMANDS.openRecent(name, ORIGINS[documentSource]),
      group: GROUPS.documents,
      disabled: false,
      run: () => void openByKey(actions.opening, compoundKey),
    }));
}

function productCommands(app: App): ListedCommand[] {
  const { account } = app;
  const { active } = app.state;
  return [
    {
      name: PATH.copyLink,
      disabled: app.panels[active].core.state.document.blank,
      run: () =>
        app.panels[active].actions.linking.copyLink?.(app.panels[active].core.state.document.place?.path ?? []),
    },
    ...accountEntries(account).map(({ label, onSelect }) => ({ name: label, disabled: false, run: onSelect })),
    ...SECTIONS.map(({ id, title }) => ({
      name: PAGE_COMMANDS.goToSection(title),
      disabled: false,
      run: () => goToSection(id),
    })),
    ...recentDocuments(app),
  ];
}
