// Names of statements, so that PostgreSQL parses and plans each of them once on a connection. A pooler that gives a connection to another
// client after each transaction does not know them: then statements have no names any more. A name is made of the text, so that on a
// connection that other processes use, too, it never stands for another statement.

import { createHash } from 'node:crypto';

/** More texts than this are built by hand for each request, and would fill the memory of the database. */
const MAX_NAMES = 200;
/** PostgreSQL cuts names after 63 bytes. */
const HASH_DIGITS = 32;
/**
 * No such statement, or one of that name already: another client has prepared it, or this one on another connection. Or its tables
 * have changed since (0A000).
 */
const UNKNOWN = new Set(['26000', '42P05', '0A000']);

/** Names by the texts of statements. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private isUsable = true;

  /** Returns the name of a statement; `undefined` for one that is not worth a name. */
  of(text: string, values: readonly unknown[]): string | undefined {
    // What has no values is short, or begins and ends a transaction.
    if (!this.isUsable || values.length === 0) return undefined;
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MAX_NAMES) return known;
    const name = `diptych_${createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS)}`;
    this.names.set(text, name);
    return name;
  }

  /** Whether an error means that names don't work here; from then on there are none. */
  refusedBy(error: unknown): boolean {
    if (!(error instanceof Error && 'code' in error && UNKNOWN.has(String(error.code)))) return false;
    this.isUsable = false;
    return true;
  }
}
