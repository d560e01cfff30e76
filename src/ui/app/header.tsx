// The page's header: who we are, settings, account.

import { Popover } from '@base-ui/react/popover';
import type { ThemeSetting } from '../theme/theme.ts';
import { buttonClass } from '../widgets/button.tsx';
import { ChoiceMenu, type MenuChoice } from '../widgets/menu.tsx';
import styles from './header.module.css';

const THEMES: readonly MenuChoice<ThemeSetting>[] = [
  { value: 'auto', label: 'Browser default' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export interface HeaderProps {
  readonly themeSetting: ThemeSetting;
  readonly onTheme: (setting: ThemeSetting) => void;
}

/** The header. @see requirements PAN-5 */
export function Header({ themeSetting, onTheme }: HeaderProps) {
  return (
    <header className={styles.header}>
      <span className={styles.logo} aria-hidden>
        <i />
        <i />
      </span>
      <h1 className={styles.name}>Diptych</h1>
      <span className={styles.grow} />
      <ChoiceMenu
        id="settings"
        title="Settings"
        legend="Theme"
        choices={THEMES}
        value={themeSetting}
        onChange={onTheme}
        align="end"
      />
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
