// The database of a server: PGlite in a folder, or PostgreSQL (or an engine with its protocol) at an address. Both have the
// same tables and the same SQL.

export { openPGlite } from './embedded.ts';
export { openFolder } from './folder.ts';
export type { Database, Faults } from './interface.ts';
export { openPostgres } from './postgres.ts';
