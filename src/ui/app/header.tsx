// The header of the page: logo, command palette, notices, settings, account.

import { Search } from 'lucide-react';
import { goToSection } from '../link/sections.ts';
import type { App } from '../app-model/app-model.ts';
import { usePreferences } from '../settings/preferences.ts';
import { accountEntries } from '../account/entries.ts';
import { useAccountState } from '../account/account.ts';
import { ACCOUNT } from '../strings/account/account.ts';
import { buttonClass } from '../widgets/button.tsx';
import { PALETTE } from '../strings/app/page-commands.ts';
import { LAYOUT } from '../strings/app/layout.ts';
import { MENU } from '../strings/app/settings.ts';
import { Menu } from '../widgets/menu/menu.tsx';
import { Bell } from '../notices/bell.tsx';
import { settingsChoices } from '../commands/choices.ts';
import { loadRegionKeys } from './page-keys.ts';
import { platformKeys } from '../model/platform-keys.ts';
import styles from './header.module.css';

/** The header. @see requirements PAN-5 */
export function Header({ app }: { readonly app: App }) {
  const { preferences, account } = app;
  const shown = usePreferences(preferences);
  const choices = settingsChoices(shown, preferences);
  // The last one would make the menu longer than a small window.
  const wrap = choices.pop();
  return (
    <>
      <a
        className={styles.skip}
        href="#LEFT_PANEL"
        onClick={(event) => {
          // The hash belongs to the documents.
          event.preventDefault();
          void loadRegionKeys().then(({ focusDocument }) => focusDocument(app));
        }}
      >
        {LAYOUT.skip}
      </a>
      <header className={styles.header} data-region="">
        <span className={styles.logo} aria-hidden>
          <i />
          <i />
        </span>
        <h1 className={styles.name}>{LAYOUT.name}</h1>
        <span className={styles.grow} />
        <button type="button" className={styles.palette} aria-label={PALETTE.title} onClick={() => app.show('palette')}>
          <Search size={16} aria-hidden />
          <span>{PALETTE.placeholder}</span>
          <kbd>{platformKeys(PALETTE.key).replaceAll('+', ' ')}</kbd>
        </button>
        <span className={styles.grow} />
        <Bell notices={app.notices} />
        <Menu
          id="settings"
          title={MENU.title}
          align="end"
          groups={[
            ...choices,
            {
              entries: [
                ...(wrap === undefined ? [] : [{ label: wrap.legend, onSelect: () => undefined, more: [wrap] }]),
                { label: MENU.configure, onSelect: () => app.show('configuration') },
                { label: MENU.fontSize, hint: shown.fontSize, onSelect: () => app.show('font-size') },
              ],
            },
            {
              entries: [
                { label: MENU.shortcuts, hint: '?', onSelect: () => app.show('shortcuts') },
                { label: MENU.help, onSelect: () => goToSection('help') },
                { label: MENU.features, onSelect: () => goToSection('features') },
              ],
            },
          ]}
        />
        <AccountMenu account={account} />
      </header>
    </>
  );
}

/** The menu of the signed-in user, or the button to sign in. @see requirements AUT-6 */
function AccountMenu({ account }: Pick<App, 'account'>) {
  const { user, isKnown } = useAccountState(account);
  if (isKnown && user === null && account.isConfigured)
    return (
      <button type="button" id="account" className={buttonClass('outline')} onClick={() => account.open('sign-in')}>
        {ACCOUNT.signIn}
      </button>
    );
  return (
    <Menu
      id="account"
      title={user?.fullName ?? ACCOUNT.title}
      {...(user && { tooltip: user.email })}
      align="end"
      groups={[{ entries: accountEntries(account) }]}
    />
  );
}
