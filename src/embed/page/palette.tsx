// The command palette of the embed page, with the commands of panels, page and settings.

import { listCommands } from '../../ui/commands/command.ts';
import { Palette } from '../../ui/commands/palette.tsx';
import type { EmbedApp } from './embed-app.ts';

export interface EmbedPaletteProps {
  readonly app: EmbedApp;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The palette with its commands. */
export default function EmbedPalette({ app, ...props }: EmbedPaletteProps) {
  return <Palette app={app} list={() => listCommands(app, [])} {...props} />;
}
