// The page's header: who we are, settings, account.

import { Popover } from '@base-ui/react/popover';
import type { WrapSetting } from '../../shared/wrapping.ts';
import type { AppState } from '../store/app.ts';
import type { ThemeSetting } from '../theme/theme.ts';
import { buttonClass } from '../widgets/button.tsx';
import { MenuChoices, MenuEntries, MenuFrame, type MenuChoice } from '../widgets/menu.tsx';
import styles from './header.module.css';

const THEMES: readonly MenuChoice<ThemeSetting>[] = [
  { value: 'auto', label: 'Browser default' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const WRAPS: readonly MenuChoice<WrapSetting>[] = [
  { value: 'auto', label: 'Automatic', hint: 'where they are long' },
  { value: 'on', label: 'On', hint: 'Alt+Z' },
  { value: 'off', label: 'Off', hint: 'over 4 KB they stay wrapped' },
];

export interface HeaderProps {
  readonly settings: Pick<AppState, 'themeSetting' | 'fontSize' | 'wrap'>;
  readonly onTheme: (setting: ThemeSetting) => void;
  readonly onWrap: (setting: WrapSetting) => void;
  readonly onFontSize: () => void;
}

/** The header. @see requirements PAN-5 */
export function Header({ settings, onTheme, onWrap, onFontSize }: HeaderProps) {
  const { themeSetting, fontSize, wrap } = settings;
  return (
    <header className={styles.header}>
      <span className={styles.logo} aria-hidden>
        <i />
        <i />
      </span>
      <h1 className={styles.name}>Diptych</h1>
      <span className={styles.grow} />
      <MenuFrame id="settings" title="Settings" align="end">
        <MenuChoices legend="Theme" choices={THEMES} value={themeSetting} onChange={onTheme} />
        <MenuChoices legend="Wrap lines of text" choices={WRAPS} value={wrap} onChange={onWrap} />
        <MenuEntries group={{ entries: [{ label: 'Font size…', hint: fontSize, onSelect: onFontSize }] }} />
      </MenuFrame>
      <Popover.Root>
        <Popover.Trigger id="account" className={buttonClass()}>
          Account
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={styles.positioner} sideOffset={4} align="end">
            <Popover.Popup className={styles.account}>
              <Popover.Title className={styles.title}>Account</Popover.Title>
              <Popover.Description className={styles.text}>
                Cloud documents are on their way. Until then everything stays on this computer.
              </Popover.Description>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </header>
  );
}
