// The palette of the product's page: the commands of panels, page and settings, and those of the account and the sections.

import { accountEntries } from '../account/entries.ts';
import type { App } from '../app/app-model.ts';
import { goToSection } from '../page/sections.ts';
import { PAGE_COMMANDS } from '../strings/app/commands.ts';
import { SECTIONS } from '../strings/app/sections.ts';
import { PATH } from '../strings/panel/go-to.ts';
import { listCommands, type Listed } from './command.ts';
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

function productCommands(app: App): Listed[] {
  const { account } = app;
  const { active } = app.state;
  return [
    {
      name: PATH.copyLink,
      disabled: app.panels[active].core.state.blank,
      run: () => app.panels[active].actions.copyLink?.(app.panels[active].core.state.place?.path ?? []),
    },
    ...accountEntries(account).map(({ label, onSelect }) => ({ name: label, disabled: false, run: onSelect })),
    ...SECTIONS.map(({ id, title }) => ({
      name: PAGE_COMMANDS.goToSection(title),
      disabled: false,
      run: () => goToSection(id),
    })),
  ];
}
