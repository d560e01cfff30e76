// Access rights of a cloud document.

/** A user with access to a cloud document, and the role. The server sends the owner the e-mail addresses of known users. */
export type Access =
  | { readonly id: string; readonly role: string; readonly email?: string }
  | { readonly public: boolean };
