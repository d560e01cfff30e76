// Texts of notifications and their list.

export const SIGN_IN_AGAIN = 'Sign in again';
export const SUBSCRIBE = 'Subscribe';
export const SUBSCRIBE_AGAIN = 'Subscribe again';
/** Part of the server's message when a subscription is missing. @see specification §6 */
export const NO_SUBSCRIPTION = 'no active subscription';

export const NOTIFICATIONS = 'Notifications';
export const NO_NOTIFICATIONS = 'Nothing so far. What happens while this page is open is listed here.';
export const SEVERITIES = { info: 'Information', success: 'Done', warning: 'Warning', error: 'Error' } as const;

/** The label of the button that opens the list. */
export function notificationsWith(unseen: number): string {
  return unseen === 0 ? NOTIFICATIONS : `${NOTIFICATIONS}, ${unseen.toLocaleString()} new`;
}

export const INSECURE =
  'This page came over an unsecured connection. Switch to its secure address to keep what you edit private.';
export const SWITCH_TO_HTTPS = 'Switch to https';
