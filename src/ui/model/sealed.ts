// Whether this page lets nothing out: it is then another one, with a policy of its own. @see requirements NEW-8

/** The path of the sealed page. */
export const SEALED_PATH = '/sealed';

/** Whether this is the sealed page. */
export const isSealed = (): boolean => location.pathname === SEALED_PATH;
