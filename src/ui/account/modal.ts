/** The dialogs of the account. @see requirements MOD-1 */
export type Modal = 'plans' | 'sign-in' | 'signed-up' | 'subscribed';
