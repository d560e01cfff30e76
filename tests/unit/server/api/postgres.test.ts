// The API on a real PostgreSQL.

import { describe } from 'vitest';
import { startPostgres } from '../databases.ts';
import { suitesOn } from './suites.ts';

describe('[API-6] on PostgreSQL', () => suitesOn(startPostgres));
