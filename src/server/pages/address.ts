// Addresses of the server's own pages that other pages lead to.

/** The page of one's sessions and data, with any provider. Below `/v2/auth`, where the browser's session cookie is sent. */
export const ACCOUNT_PATH = '/v2/auth/account';
