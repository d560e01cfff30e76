// User actions on the dock of a panel, shared by the tests of its lists.

import type { Locator } from 'playwright';

/** The dock of a panel. */
export function dockIn(panel: Locator): Locator {
  return panel.getByRole('region', { name: /^Lists, / });
}

/** The rows of the list that the dock shows: those of a tree, or of a flat list. */
export function rowsIn(dock: Locator): Locator {
  return dock.getByRole('treeitem').or(dock.getByRole('option'));
}

/** Shows a list of an open dock. */
export async function showList(dock: Locator, name: string): Promise<void> {
  const tab = dock.getByRole('tab', { name: new RegExp(`^${name}( |$|\\d)`) });
  await tab.click();
}

/** Closes the dock. */
export async function closeDock(dock: Locator): Promise<void> {
  await dock.getByRole('button', { name: 'Close', exact: true }).click();
  await dock.waitFor({ state: 'detached' });
}
