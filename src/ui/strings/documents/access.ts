// Texts of the dialog for access to a document in the cloud.

export const ACCESS = {
  title: 'Access',
  loading: 'loading...',
  unread: 'Who may open the document could not be read. Close this, and try again.',
  who: 'Who may open it',
  private: 'Private',
  privateHint: 'Only the people below, when they are signed in. Private documents need a subscription.',
  public: 'Public',
  publicHint: 'Everyone who has the link can read it. Only the people below can change it.',
  people: 'People',
  nobody: 'Nobody besides you has a role yet.',
  person: 'E-mail or user id',
  personHint: 'The address that the other person signs in with, or the id of their account.',
  role: 'Role',
  roleOf: (id: string): string => `Role of ${id}`,
  roles: { owner: 'Owner', writer: 'Writer', reader: 'Reader' },
  add: 'Add',
  remove: (id: string): string => `Remove ${id}`,
  removeHint: 'Take the role away',
  already: (id: string): string => `${id} has a role already. Change it above.`,
  missing: 'Enter an e-mail address or the id of a user.',
} as const;
