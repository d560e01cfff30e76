// Who may read or write a document of the cloud.

/** Who may read or write a cloud document. */
export type Access = { readonly id: string; readonly role: string } | { readonly public: boolean };
