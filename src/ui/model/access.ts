// Who may read or write a document of the cloud.

/** Who may read or write a cloud document. The server tells its owner the e-mail addresses of people whom it knows. */
export type Access =
  | { readonly id: string; readonly role: string; readonly email?: string }
  | { readonly public: boolean };
